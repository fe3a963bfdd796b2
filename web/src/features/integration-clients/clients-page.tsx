// The list of integration clients.
import { ActionButton } from '../../components/action-button.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import type { IntegrationClient } from './integration-clients.ts'
import { useSignedIn } from '../session/session.ts'
import classes from './clients-page.module.css'
import { useIntegrationClients } from './integration-clients.ts'
import { StatusBadge } from './status-badge.tsx'

export function ClientsPage() {
  const { environment } = useSignedIn()
  const clients = useIntegrationClients()
  const items = clients.data?.pages.flatMap((page) => page.items)
  return (
    <Page
      title="Integration clients"
      lead="Applications that may ask people of your organisation for access. Each signs in with its own id, and a secret if it can keep one."
      actions={items && <ButtonLink to="/integration-clients/new">Register a client</ButtonLink>}
    >
      <ErrorAlert error={clients.error} title="The clients could not be loaded" />
      {clients.isPending && <Loading />}
      {items?.length === 0 && <NoClients />}
      {items !== undefined && items.length > 0 && <ClientList items={items} />}
      {clients.hasNextPage && (
        <ActionButton
          variant="default"
          busy={clients.isFetchingNextPage}
          onClick={() => void clients.fetchNextPage()}
        >
          Show more
        </ActionButton>
      )}
      <p>
        <TextLink to="/administration/grants">What people have allowed</TextLink>
        {environment === 'sandbox' && (
          <>
            {' · '}
            <TextLink to="/sandbox/clock">Clock and reset of the sandbox</TextLink>
          </>
        )}
      </p>
    </Page>
  )
}

function NoClients() {
  return (
    <Panel>
      <p>No client is registered yet. An integration needs one before it can ask anybody for consent.</p>
    </Panel>
  )
}

function ClientList({ items }: { items: IntegrationClient[] }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.id} className={classes.row}>
          <div className={classes.name}>
            <TextLink to="/integration-clients/$id" params={{ id: String(item.id) }} fw={600}>
              {item.name}
            </TextLink>
            <span>{item.contactEmail}</span>
          </div>
          <code className={classes.id}>{item.clientId}</code>
          <span>{item.confidential ? 'Confidential' : 'Public'}</span>
          <StatusBadge status={item.status} />
        </li>
      ))}
    </ul>
  )
}
