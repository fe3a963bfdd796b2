// What people of the organisation have allowed integrations.
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { GrantsPanel } from './grants-panel.tsx'

export function GrantsPage() {
  return (
    <Page
      title="What people have allowed"
      lead={
        <>
          Integrations act with the rights of those who allowed them.{' '}
          <TextLink to="/integration-clients">All integration clients</TextLink>
        </>
      }
    >
      <GrantsPanel />
    </Page>
  )
}
