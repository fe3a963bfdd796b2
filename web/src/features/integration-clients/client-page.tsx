// One integration client: its properties, its secrets, how to try it, and its switch.
import { getRouteApi } from '@tanstack/react-router'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { ClientDetails } from './client-details.tsx'
import { ClientSecrets } from './client-secrets.tsx'
import { ClientSwitch } from './client-switch.tsx'
import { GrantsPanel } from './grants-panel.tsx'
import { useIntegrationClient } from './integration-clients.ts'
import { TryClient } from './try-client.tsx'

const route = getRouteApi('/signed-in/integration-clients/$id')

export function ClientPage() {
  const { id } = route.useParams()
  const { data: client, error } = useIntegrationClient(Number(id))

  if (client === undefined) return error === null ? <Loading /> : <ClientMissing error={error} />
  return (
    <Page
      key={client.id}
      title={client.name}
      lead={<TextLink to="/integration-clients">All integration clients</TextLink>}
    >
      <ClientDetails client={client} />
      {client.confidential && <ClientSecrets client={client} />}
      <GrantsPanel clientId={client.id} />
      <TryClient client={client} />
      <ClientSwitch client={client} />
    </Page>
  )
}

function ClientMissing({ error }: { error: unknown }) {
  return (
    <Page title={hasStatus(error, 404) ? 'This client does not exist' : 'The client could not be loaded'}>
      <ErrorAlert error={error} />
      <p>
        <TextLink to="/integration-clients">All integration clients</TextLink>
      </p>
    </Page>
  )
}
