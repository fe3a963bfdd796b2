// How people of the organisation sign in, for its administrators.
import { Page } from '../../components/page.tsx'
import { ProvisioningPanel } from './provisioning-panel.tsx'
import { ApprovalsPanel } from './approvals-panel.tsx'
import { AccessPanel } from './access-panel.tsx'
import { PolicyPanel } from './policy-panel.tsx'
import { ProviderLinkPanel } from './provider-link-panel.tsx'

export function SecurityPage() {
  return (
    <Page
      title="Sign-in"
      lead="What is demanded of people who sign in to your organisation, and where they come from."
    >
      <PolicyPanel />
      <ProviderLinkPanel />
      <AccessPanel />
      <ApprovalsPanel />
      <ProvisioningPanel />
    </Page>
  )
}
