// Sets a password with the token of an invitation or a reset.
import { Checkbox, PasswordInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { answer, client } from '../../lib/client.ts'
import { fieldError } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import classes from './form.module.css'

const SHORTEST = 12

export function SetPasswordPage({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [endIntegrations, setEndIntegrations] = useState(false)
  const [tooShort, setTooShort] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const save = useAction({
    mutationFn: () => answer(client.PUT('/session/password', { body: { token, password, endIntegrations } })),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const short = password.length < SHORTEST
    setTooShort(short)
    if (short) input.current?.focus()
    else save.mutate()
  }

  if (save.isSuccess) return <PasswordSet />
  return (
    <Page key="choose" title="Choose your password">
      <Panel>
        <form className={classes.form} onSubmit={submit} noValidate>
          <ErrorAlert error={save.error} shownFields={['password']}>
            <TextLink to="/reset-password" search={{}}>
              Ask for a new link
            </TextLink>
          </ErrorAlert>
          <PasswordInput
            ref={input}
            label="New password"
            description={`At least ${SHORTEST} characters. Three unrelated words are easy to remember and hard to guess.`}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={tooShort ? `Use at least ${SHORTEST} characters.` : fieldError(save.error, 'password')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          />
          <Checkbox
            label="Also end the access of applications that I have allowed"
            checked={endIntegrations}
            onChange={(event) => setEndIntegrations(event.currentTarget.checked)}
          />
          <ActionButton type="submit" busy={save.isPending}>
            Save the password
          </ActionButton>
        </form>
      </Panel>
    </Page>
  )
}

function PasswordSet() {
  return (
    <Page key="set" title="Your password is set">
      <Panel>
        <p>You can sign in with it now.</p>
        <ButtonLink to="/sign-in" search={{}}>
          Sign in
        </ButtonLink>
      </Panel>
    </Page>
  )
}
