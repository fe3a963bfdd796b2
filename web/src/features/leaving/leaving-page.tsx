// Taking an organisation away: its exports, and its deletion with what stands in its way.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { useMe } from '../../components/me-context.ts'
import { Notice } from '../../components/notice.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { ExportsPanel } from './exports-panel.tsx'
import { deletionQuery, useCancelDeletion, useRequestDeletion } from './leaving.ts'
import { texts } from './texts.ts'

interface Organisation {
  readonly id: number
  readonly name: string
}

export function LeavingPage() {
  const { organization } = useMe()
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ExportsPanel organizationId={organization.id} />
      <Panel title={texts.delete}>
        <Deletion organisation={organization} />
      </Panel>
    </Page>
  )
}

function Deletion({ organisation }: { organisation: Organisation }) {
  const format = useFormat()
  const deletion = useQuery(deletionQuery(organisation.id))
  const cancel = useCancelDeletion(organisation.id)
  const [asking, setAsking] = useState(false)
  if (deletion.isPending) return <PageSkeleton lines={2} />
  if (deletion.isError) return <ErrorPanel error={deletion.error} retry={deletion.refetch} />
  const { data: asked } = deletion
  if (asked === null)
    return (
      <>
        <p>{texts.deleteLead}</p>
        <Button color="red.9" style={{ alignSelf: 'start' }} onClick={() => setAsking(true)}>
          {texts.deleteStart}
        </Button>
        {asking ? <AskForDeletion organisation={organisation} onClose={() => setAsking(false)} /> : null}
      </>
    )
  return (
    <>
      <Notice kind="caution" title={texts.due(format.date(asked.due.dateUtc))}>
        <p>{texts.asked(format.date(asked.requested.dateUtc), asked.reason)}</p>
        {asked.holds > 0 ? <p>{texts.holds(asked.holds)}</p> : null}
      </Notice>
      <ErrorAlert error={cancel.error} />
      <p>
        <ActionButton variant="default" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {texts.cancel}
        </ActionButton>
      </p>
    </>
  )
}

function AskForDeletion({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const request = useRequestDeletion(organisation.id)
  const [name, setName] = useState('')
  return (
    <ReasonDialog
      title={texts.deleteTitle}
      label={texts.reason}
      hint={texts.reasonHint}
      confirmLabel={texts.deleteStart}
      danger
      busy={request.isPending}
      error={request.error}
      ready={name.trim() === organisation.name}
      onConfirm={(reason) => request.mutate({ name: name.trim(), reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div>{texts.deleteLead}</div>
      <TextInput
        data-autofocus
        label={texts.name(organisation.name)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
