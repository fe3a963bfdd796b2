// First step of signing in: the email address.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loading } from '../../components/loading.tsx'
import { answer, client } from '../../lib/client.ts'
import { fieldError } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import { emailProblem } from './email-problem.ts'
import { hasPasskeys } from './passkeys.ts'
import { rememberedReturn, rememberReturn } from './remembered-return.ts'
import { usePasskeySignIn } from './session.ts'
import classes from './form.module.css'

/** Continues with the password, or redirects to the organisation's provider. */
export function EmailStep(props: {
  email: string
  onEmail: (email: string) => void
  returnTo: string
  onPassword: () => void
}) {
  const { email, onEmail, returnTo, onPassword } = props
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const passkey = usePasskeySignIn()
  const method = useAction({
    mutationFn: () => answer(client.POST('/session/method', { body: { email: email.trim() } })),
    onSuccess: (found) => {
      if (found.method === 'password') onPassword()
      else leaveForProvider(found.startUrl, returnTo)
    },
  })

  useEffect(() => input.current?.focus(), [])

  function withEmail(next: () => void) {
    const found = emailProblem(email)
    setProblem(found)
    if (found === undefined) next()
    else input.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    withEmail(() => method.mutate())
  }

  // the provider may be away, and not everyone depends on it
  if (method.data?.method === 'sso') {
    return (
      <div className={classes.form}>
        <Loading label={`Taking you to ${method.data.providerName}…`} />
        <LinkButton
          onClick={() => {
            window.stop()
            onPassword()
          }}
        >
          Use a password instead
        </LinkButton>
      </div>
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={method.error} shownFields={['email']} />
      <TextInput
        ref={input}
        label="Email address"
        type="email"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        error={problem ?? fieldError(method.error, 'email')}
      />
      <ActionButton type="submit" busy={method.isPending}>
        Continue
      </ActionButton>
      {rememberedReturn() === undefined ? null : (
        <LinkButton onClick={() => withEmail(onPassword)}>Use a password instead</LinkButton>
      )}
      {hasPasskeys() ? (
        <>
          <ErrorAlert error={passkey.error} title="You are not signed in" />
          <Button variant="default" aria-busy={passkey.isPending} onClick={() => passkey.mutate()}>
            Sign in with a passkey
          </Button>
        </>
      ) : null}
    </form>
  )
}

// The server returns where single sign-on starts; it has to be an address of the server itself.
function leaveForProvider(startUrl: string, returnTo: string): void {
  const address = new URL(startUrl, window.location.origin)
  if (address.origin !== window.location.origin) throw new Error('Single sign-on starts at another address')
  address.searchParams.set('returnTo', returnTo)
  rememberReturn(returnTo)
  window.location.assign(address)
}
