// Records of a type that keep an older version of its form: what the current one changes for them, and bringing all of
// them to it.
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { olderFormsTexts as texts } from './older-forms-texts.ts'
import type { OlderForms as Older, TypeKind } from './type-kind.ts'
import { useTypeAction } from './types.ts'
import classes from './types.module.css'

export function OlderForms({ kind, typeId }: { kind: TypeKind; typeId: number }) {
  const [asking, setAsking] = useState(false)
  const older = useQuery({
    queryKey: ['types', kind.names.many, typeId, 'older-forms'],
    queryFn: ({ signal }) => kind.olderForms.read(typeId, signal),
  })
  const bring = useTypeAction((records: number) => kind.olderForms.bringAll(typeId, records))
  if (older.data === undefined || older.data.records === 0) return null
  const { records } = older.data
  return (
    <Panel title={texts.title}>
      <p className={classes.quiet}>{texts.lead(records, kind.names)}</p>
      <div>
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {texts.bring}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={texts.ask(records, kind.names)}
        confirmLabel={texts.confirm}
        busy={bring.isPending}
        error={bring.error}
        onConfirm={() =>
          bring.mutate(records, {
            onSuccess: () => {
              setAsking(false)
              showToast({ text: texts.done(records, kind.names) })
            },
          })
        }
        onClose={() => setAsking(false)}
      >
        <Changes older={older.data} kind={kind} />
      </ConfirmDialog>
    </Panel>
  )
}

function Changes({ older, kind }: { older: Older; kind: TypeKind }) {
  const { missing, hidden } = older
  return (
    <Stack gap="xs">
      {missing.length === 0 ? (
        <Text size="sm">{texts.nothingMissing}</Text>
      ) : (
        <Fields lead={texts.missing} fields={missing} kind={kind} />
      )}
      {hidden.length === 0 ? null : <Fields lead={texts.hidden} fields={hidden} kind={kind} />}
      <Text size="sm">{texts.final}</Text>
    </Stack>
  )
}

function Fields(props: { lead: string; fields: Older['missing']; kind: TypeKind }) {
  const { lead, fields, kind } = props
  return (
    <div>
      <Text size="sm">{lead}</Text>
      <ul className={classes.counted}>
        {fields.map((each) => (
          <li key={each.field}>{texts.field(each, kind.names)}</li>
        ))}
      </ul>
    </div>
  )
}
