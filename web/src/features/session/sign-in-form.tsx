// Signing in, in two steps: the email address decides whether a password or the organisation's provider comes next.
import { useState } from 'react'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'

/**
 * `startWith` is the address that stands there at first. `returnTo` is the hash route that single sign-on comes back
 * to. After a password, the session simply has a user.
 */
export function SignInForm({ returnTo, startWith = '' }: { returnTo: string; startWith?: string }) {
  const [email, setEmail] = useState(startWith)
  const [passwordNext, setPasswordNext] = useState(false)

  return passwordNext ? (
    <PasswordStep email={email} onOtherEmail={() => setPasswordNext(false)} />
  ) : (
    <EmailStep
      email={email}
      onEmail={setEmail}
      returnTo={returnTo}
      onPassword={() => setPasswordNext(true)}
    />
  )
}
