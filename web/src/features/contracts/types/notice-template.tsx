// The document from which a notice is made when a contract of the type ends: its own, or that of the organisation.
import { Button, Group, SegmentedControl } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { FileDrop } from '../../../components/file-drop.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { answer, client } from '../../../lib/client.ts'
import { useTypeAction } from '../../types/types.ts'
import classes from '../../types/types.module.css'
import { asBody } from './template.ts'
import { noticeTemplateTexts as texts } from './texts.ts'

const noticeQuery = (typeId: number) =>
  queryOptions({
    queryKey: ['types', 'contractTypes', typeId, 'noticeTemplate'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contractTypes/{typeId}/noticeTemplate', { params: { path: { typeId } }, signal }),
      ),
  })

type Scope = 'type' | 'all'

const useSet = (typeId: number, scope: Scope) =>
  useTypeAction((file: File) =>
    scope === 'type'
      ? answer(
          client.PUT('/v2/contractTypes/{typeId}/noticeTemplate', {
            params: { path: { typeId } },
            ...asBody(file),
          }),
        )
      : answer(client.PUT('/v2/noticeTemplate', asBody(file))),
  )

const useRemove = (typeId: number) =>
  useTypeAction((scope: Scope) =>
    scope === 'type'
      ? answer(client.DELETE('/v2/contractTypes/{typeId}/noticeTemplate', { params: { path: { typeId } } }))
      : answer(client.DELETE('/v2/noticeTemplate')),
  )

export function NoticeTemplatePanel({ typeId }: { typeId: number }) {
  const found = useQuery(noticeQuery(typeId))
  const [scope, setScope] = useState<Scope>('type')
  const set = useSet(typeId, scope)
  return (
    <Panel title={texts.title}>
      {found.isPending ? <PageSkeleton lines={2} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.data ? (
        <>
          <p className={classes.quiet}>{texts.source[found.data.source]}</p>
          <Current typeId={typeId} source={found.data.source} />
          <p className={classes.quiet}>
            {texts.known(found.data.known.map((name) => `{${name}}`).join(', '))}
          </p>
        </>
      ) : null}
      <div>
        <SegmentedControl
          size="xs"
          aria-label={texts.scope}
          data={[
            { value: 'type', label: texts.forType },
            { value: 'all', label: texts.forAll },
          ]}
          value={scope}
          onChange={(value) => setScope(value)}
        />
      </div>
      <FileDrop
        label={texts.title}
        button={texts.choose}
        choose={texts.chooseNotice}
        accept=".docx"
        onFile={(file) => set.mutate(file, { onSuccess: () => showToast({ text: texts.used }) })}
      >
        <output>{set.isPending ? texts.reading : texts.drop}</output>
      </FileDrop>
      <ErrorAlert error={set.error} />
    </Panel>
  )
}

function Current({ typeId, source }: { typeId: number; source: keyof typeof texts.source }) {
  return (
    <Group gap="xs">
      <Button
        component="a"
        size="xs"
        variant="default"
        href={`/v2/contractTypes/${typeId}/noticeTemplate/content`}
        download
      >
        {source === 'BuiltIn' ? texts.downloadBuiltIn : texts.download}
      </Button>
      {source === 'BuiltIn' ? null : <Removing typeId={typeId} source={source} />}
    </Group>
  )
}

function Removing({ typeId, source }: { typeId: number; source: 'ContractType' | 'Organization' }) {
  const remove = useRemove(typeId)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
        {texts.remove[source]}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={texts.removeTitle}
        confirmLabel={texts.removeConfirm}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setIsAsking(false)}
        onConfirm={() =>
          remove.mutate(source === 'ContractType' ? 'type' : 'all', {
            onSuccess: () => {
              setIsAsking(false)
              showToast({ text: texts.removed })
            },
          })
        }
      >
        {texts.removeLead[source]}
      </ConfirmDialog>
    </>
  )
}
