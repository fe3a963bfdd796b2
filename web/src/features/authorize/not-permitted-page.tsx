// For people whose organisation may not use the integration.
import { ActionButton } from '../../components/action-button.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import type { AuthorizationRequest } from '../../lib/api.ts'
import { useDecision } from './authorization-request.ts'
import { RequestingClient } from './requesting-client.tsx'
import { type RequestUser, WhoIsSignedIn } from './who-is-signed-in.tsx'

/** Going back denies the request, so that the integration learns that there will be no consent. */
export function NotPermittedPage({ request, user }: { request: AuthorizationRequest; user: RequestUser }) {
  const decision = useDecision(request.id)
  return (
    <Page key="not-permitted" title="This integration is not available to your organisation">
      <Panel>
        <RequestingClient client={request.client} />
        <p role="alert">
          {request.client.name} was registered by another organisation, and yours is not linked to it. Nothing
          was shared. If you need it, ask its contact, or the administrator of your organisation.
        </p>
        <WhoIsSignedIn user={user} />
        <ErrorAlert error={decision.error} />
        <ActionButton
          variant="default"
          busy={decision.isPending || decision.isSuccess}
          onClick={() => decision.mutate('deny')}
        >
          Go back to {request.redirectHost}
        </ActionButton>
      </Panel>
    </Page>
  )
}
