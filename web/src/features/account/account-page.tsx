// Your own account: your profile, where you are signed in, the second factor, and the password.
import { useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { ProfilePanel } from '../people/profile/profile-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function AccountPage() {
  const { user } = useMe()
  return (
    <Page
      title="Your account"
      lead="Your profile, where you are signed in, your second factor, and your password."
    >
      <ProfilePanel userId={user.id} canChange />
      <SessionsPanel />
      <SecondFactorPanel />
      <PasswordPanel />
    </Page>
  )
}
