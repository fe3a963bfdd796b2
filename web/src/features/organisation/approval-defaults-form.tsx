// The deadline of steps that people add to a request for approval.
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { type Deadline, DeadlineFields, sentDeadline } from '../contracts/approvals/deadline-fields.tsx'
import { useSetApprovalDefaults } from './approval-defaults.ts'
import classes from './organisation.module.css'
import { texts } from './texts.ts'

export function ApprovalDefaultsForm({ saved }: { saved: Deadline }) {
  const [deadline, setDeadline] = useState(saved)
  const set = useSetApprovalDefaults()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ deadline: sentDeadline(deadline) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>{texts.approvalsLead}</p>
      <DeadlineFields
        deadline={deadline}
        onChange={(next) => {
          setDeadline(next)
          set.reset()
        }}
      />
      <ErrorAlert error={set.error} />
      <ActionButton type="submit" busy={set.isPending} style={{ alignSelf: 'start' }}>
        {texts.save}
      </ActionButton>
      <StatusMessage>{set.isSuccess ? texts.saved : ''}</StatusMessage>
    </form>
  )
}
