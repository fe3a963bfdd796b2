// Whether approvers sign in before they answer from a mail.
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Loading } from '../../components/loading.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import forms from '../session/form.module.css'
import { policyQuery, useUpdatePolicy } from './security.ts'

export function ApprovalsPanel() {
  const policy = useQuery(policyQuery)
  return (
    <Panel title="Approvals from a mail">
      {policy.isPending ? <Loading /> : null}
      {policy.isError ? <ErrorPanel error={policy.error} retry={policy.refetch} /> : null}
      {policy.data ? <ApprovalsForm saved={policy.data.approvalsNeedSignIn} /> : null}
    </Panel>
  )
}

function ApprovalsForm({ saved }: { saved: boolean }) {
  const [needed, setNeeded] = useState(saved)
  const update = useUpdatePolicy()

  function submit(event: FormEvent) {
    event.preventDefault()
    update.mutate({ approvalsNeedSignIn: needed })
  }

  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      <Checkbox
        label="Approvers sign in before they answer"
        description="Mails that ask for an approval have an address to answer at. Without sign-in, anyone who has the mail can answer once."
        checked={needed}
        onChange={(event) => {
          setNeeded(event.currentTarget.checked)
          update.reset()
        }}
      />
      <ErrorAlert error={update.error} />
      <ActionButton type="submit" busy={update.isPending} style={{ alignSelf: 'start' }}>
        Save for approvals
      </ActionButton>
      <StatusMessage>
        {update.isSuccess ? 'Saved. It holds for mails that were sent before as well.' : ''}
      </StatusMessage>
    </form>
  )
}
