// A new password for somebody who knows the current one.
import { Checkbox, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { fieldError } from '../../lib/refusal.ts'
import classes from '../session/form.module.css'
import { useChangePassword } from './account.ts'

const SHOW = { 'aria-label': 'Show the password', tabIndex: 0 }

export function PasswordPanel() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [endIntegrations, setEndIntegrations] = useState(false)
  const change = useChangePassword()

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate({ currentPassword, newPassword, endIntegrations })
  }

  return (
    <Panel title="Change your password">
      <p>
        You will be signed out everywhere, including this browser, and sign in again with the new password.
      </p>
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorAlert error={change.error} shownFields={['currentPassword', 'newPassword']} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={fieldError(change.error, 'currentPassword')}
          visibilityToggleButtonProps={SHOW}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters. Three unrelated words are easy to remember and hard to guess."
          autoComplete="new-password"
          value={newPassword}
          onChange={(event) => setNew(event.currentTarget.value)}
          error={fieldError(change.error, 'newPassword')}
          visibilityToggleButtonProps={SHOW}
        />
        <Checkbox
          label="Also end the access of applications that I have allowed"
          checked={endIntegrations}
          onChange={(event) => setEndIntegrations(event.currentTarget.checked)}
        />
        <ActionButton type="submit" busy={change.isPending} style={{ alignSelf: 'start' }}>
          Change the password
        </ActionButton>
      </form>
    </Panel>
  )
}
