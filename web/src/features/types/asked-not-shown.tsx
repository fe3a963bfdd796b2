// Says which fields the forms of a type ask and its records do not show to be changed, and puts them where they do.
import { List, Stack } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Notice } from '../../components/notice.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type DesignedField, designOf, sentParts } from './designer/design.ts'
import { type Asked, askedNotShown, type ReadTypeForm } from './not-shown.ts'
import { typesTexts as texts } from './texts.ts'
import type { FormCalls, ReadForm, TypeKind } from './type-kind.ts'
import { useTypeAction } from './types.ts'

export function AskedNotShown({ kind, typeId }: { kind: TypeKind; typeId: number }) {
  const forms = [
    ...kind.forms.map((form) => ({ ...form, calls: kind.formCalls(typeId, form.name) })),
    { label: '', asks: false, calls: kind.formCalls(undefined, '') },
  ]
  const reads = useQueries({
    queries: forms.map(({ calls }) => ({
      queryKey: calls.key,
      queryFn: ({ signal }: { signal: AbortSignal }) => calls.read(signal),
    })),
  })
  const read = forms.flatMap(({ label, asks }, index): ReadTypeForm[] => {
    const form = reads[index]?.data
    return form === undefined ? [] : [{ label, asks, form }]
  })
  const lasting = forms.findIndex(({ asks }) => !asks)
  const [shown, form] = [forms[lasting], reads[lasting]?.data]
  const asked = read.length < forms.length ? [] : askedNotShown(read)
  if (asked.length === 0 || shown === undefined || form === undefined) return null
  return <Missing asked={asked} to={shown.label} calls={shown.calls} form={form} kind={kind} />
}

function Missing(props: {
  asked: readonly Asked[]
  to: string
  calls: FormCalls
  form: ReadForm
  kind: TypeKind
}) {
  const { asked, to, calls, form, kind } = props
  const add = useTypeAction((fields: readonly DesignedField[]) =>
    calls.save(
      sentParts([
        ...designOf(form.parts),
        ...fields.map((field) => ({ ...field, required: false, requiredBefore: null, when: null })),
      ]),
      form.etag,
    ),
  )
  const fields = asked.map(({ field }) => field)
  return (
    <Notice kind="caution" title={texts.notShownTitle(to)}>
      <Stack gap="xs" align="flex-start">
        <List size="sm">
          {asked.map(({ field, on }) => (
            <List.Item key={field.id}>{texts.notShownField(field.label, on)}</List.Item>
          ))}
        </List>
        <span>{texts.notShown(kind.names.one, to)}</span>
        <ActionButton
          size="xs"
          variant="default"
          busy={add.isPending}
          onClick={() => add.mutate(fields, { onSuccess: () => showToast({ text: texts.nowShown(to) }) })}
        >
          {texts.showOn(fields.length, to)}
        </ActionButton>
        <ErrorAlert error={add.error} />
      </Stack>
    </Notice>
  )
}
