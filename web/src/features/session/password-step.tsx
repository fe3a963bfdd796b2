// Second step of signing in for people with a password here.
import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { TextLink } from '../../components/links.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Notice } from '../../components/notice.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import classes from './form.module.css'
import { useSignIn } from './session.ts'

/** Shows for whom the password is asked; "use another address" goes one step back. */
export function PasswordStep({ email, onOtherEmail }: { email: string; onOtherEmail: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const signIn = useSignIn()

  useEffect(() => input.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') input.current?.focus()
    else signIn.mutate({ email: email.trim(), password }, { onError: askAgain })
  }

  function askAgain() {
    setPassword('')
    input.current?.focus()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {hasStatus(signIn.error, 401) ? (
        <Notice kind="problem" title="Email or password incorrect">
          <p>Check both and try again. If you no longer know the password, you can choose a new one below.</p>
        </Notice>
      ) : (
        <ErrorAlert error={signIn.error} title="You are not signed in" />
      )}
      <div>
        {/* Password managers look for the address next to the password, so it stays a field. */}
        <TextInput label="Email address" name="username" autoComplete="username" value={email} readOnly />
        <LinkButton onClick={onOtherEmail}>Use another address</LinkButton>
      </div>
      <PasswordInput
        ref={input}
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={missing ? 'Enter your password.' : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      <ActionButton type="submit" busy={signIn.isPending}>
        Sign in
      </ActionButton>
      <TextLink to="/reset-password" search={{}}>
        Forgotten your password?
      </TextLink>
    </form>
  )
}
