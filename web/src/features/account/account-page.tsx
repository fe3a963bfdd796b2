// Your own account: where you are signed in, and the password.
import { Page } from '../../components/page.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function AccountPage() {
  return (
    <Page title="Your account" lead="Where you are signed in, and your password.">
      <SessionsPanel />
      <PasswordPanel />
    </Page>
  )
}
