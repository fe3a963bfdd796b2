// Asks the server to send a link for a new password by mail.
import { TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { emailProblem } from './email-problem.ts'
import classes from './form.module.css'

export function RequestResetPage() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const request = useAction({
    mutationFn: () => answer(client.POST('/session/password-reset', { body: { email: email.trim() } })),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = emailProblem(email)
    setProblem(found)
    if (found === undefined) request.mutate()
    else input.current?.focus()
  }

  if (request.isSuccess) return <ResetSent email={email.trim()} />
  return (
    <Page key="ask" title="Set a new password">
      <Panel>
        <p>Enter the email address you sign in with. We will send you a link to choose a new password.</p>
        <form className={classes.form} onSubmit={submit} noValidate>
          <ErrorAlert error={request.error} />
          <TextInput
            ref={input}
            label="Email address"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={problem}
          />
          <ActionButton type="submit" busy={request.isPending}>
            Send the link
          </ActionButton>
        </form>
        <TextLink to="/sign-in" search={{}}>
          Back to sign-in
        </TextLink>
      </Panel>
    </Page>
  )
}

// The same text whether or not the address is known: nobody learns here who has an account.
function ResetSent({ email }: { email: string }) {
  return (
    <Page key="sent" title="Check your mail">
      <Panel>
        <p>
          If <strong>{email}</strong> has an account with a password here, a message with a link is on its
          way. The link works once and for a limited time.
        </p>
        <TextLink to="/sign-in" search={{}}>
          Back to sign-in
        </TextLink>
      </Panel>
    </Page>
  )
}
