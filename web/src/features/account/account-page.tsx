// Your own account: where you are signed in, the second factor, and the password.
import { Page } from '../../components/page.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function AccountPage() {
  return (
    <Page title="Your account" lead="Where you are signed in, your second factor, and your password.">
      <SessionsPanel />
      <SecondFactorPanel />
      <PasswordPanel />
    </Page>
  )
}
