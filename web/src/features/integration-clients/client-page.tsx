// One integration client: what it is, its secrets, how to try it, and its switch.
import { getRouteApi } from '@tanstack/react-router'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { RefusalAlert } from '../../components/refusal-alert.tsx'
import { Waiting } from '../../components/waiting.tsx'
import { isRefused } from '../../lib/refusal.ts'
import { ClientDetails } from './client-details.tsx'
import { ClientSecrets } from './client-secrets.tsx'
import { ClientSwitch } from './client-switch.tsx'
import { useIntegrationClient } from './integration-clients.ts'
import { TryClient } from './try-client.tsx'

const route = getRouteApi('/signed-in/integration-clients/$id')

export function ClientPage() {
  const { id } = route.useParams()
  const { data: client, error } = useIntegrationClient(Number(id))

  if (client === undefined) return error === null ? <Waiting /> : <ClientMissing error={error} />
  return (
    <Page
      key={client.id}
      title={client.name}
      lead={<TextLink to="/integration-clients">All integration clients</TextLink>}
    >
      <ClientDetails client={client} />
      {client.confidential && <ClientSecrets client={client} />}
      <TryClient client={client} />
      <ClientSwitch client={client} />
    </Page>
  )
}

function ClientMissing({ error }: { error: unknown }) {
  return (
    <Page title={isRefused(error, 404) ? 'There is no such client' : 'The client could not be loaded'}>
      <RefusalAlert error={error} />
      <p>
        <TextLink to="/integration-clients">All integration clients</TextLink>
      </p>
    </Page>
  )
}
