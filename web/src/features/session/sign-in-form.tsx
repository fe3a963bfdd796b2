// Signing in, in two steps: the email address decides whether a password or the organisation's provider comes next.
import { useState } from 'react'
import { lazily } from '../../components/lazily.tsx'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecondStep } from './second-step.tsx'
import { useSession } from './session.ts'

const SetUpToSignIn = lazily(() => import('./set-up-to-sign-in.tsx'), 'SetUpToSignIn')

/**
 * `startWith` is the address that stands there at first. `returnTo` is the hash route that single sign-on comes back
 * to. After a password, the session simply has a user.
 */
export function SignInForm({ returnTo, startWith = '' }: { returnTo: string; startWith?: string }) {
  const [email, setEmail] = useState(startWith)
  const [passwordNext, setPasswordNext] = useState(false)
  const session = useSession()
  const pending = session.data?.pending ?? null
  // what was set up to sign in is shown until it is read, although the session has begun by then
  const [settingUp, setSettingUp] = useState(false)

  if (pending?.setUp || settingUp) {
    return (
      <SetUpToSignIn
        email={pending?.email ?? email}
        onBegun={() => setSettingUp(true)}
        onDone={() => setSettingUp(false)}
      />
    )
  }
  if (pending) return <SecondStep pending={pending} />
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
