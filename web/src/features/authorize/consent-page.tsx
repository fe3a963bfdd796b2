// The consent page: who asks, for what, on whose behalf, and where the browser goes afterwards.
import { ActionButton } from '../../components/action-button.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import type { AuthorizationRequest } from '../../lib/api.ts'
import { useDecision } from './authorization-request.ts'
import classes from './consent-page.module.css'
import { RequestingClient } from './requesting-client.tsx'
import { type RequestUser, WhoIsSignedIn } from './who-is-signed-in.tsx'

export function ConsentPage({ request, user }: { request: AuthorizationRequest; user: RequestUser }) {
  const { client, redirectHost, rights } = request
  const decision = useDecision(request.id)
  const busy = decision.isPending || decision.isSuccess
  return (
    <Page key="consent" title={`Allow ${client.name} to act for you?`}>
      <Panel>
        <RequestingClient client={client} />
        <WhoIsSignedIn user={user} />
        <div>
          <p id="rights" className={classes.question}>
            If you allow it, {client.name} will be able to:
          </p>
          <ul className={classes.rights} aria-labelledby="rights">
            {rights.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
        </div>
        <p className={classes.note}>
          It works with your role and your restrictions, never more, also while you are away. It does not
          learn your password. You are asked this once, and again if its addresses or its secret change; you
          can withdraw it at any time on your page “Your integrations”.
        </p>
        <ErrorAlert error={decision.error} />
        <div className={classes.decide}>
          <ActionButton
            busy={busy && decision.variables === 'allow'}
            disabled={busy && decision.variables !== 'allow'}
            onClick={() => decision.mutate('allow')}
          >
            Allow
          </ActionButton>
          <ActionButton
            variant="default"
            busy={busy && decision.variables === 'deny'}
            disabled={busy && decision.variables !== 'deny'}
            onClick={() => decision.mutate('deny')}
          >
            Deny
          </ActionButton>
        </div>
        <p className={classes.note}>
          Either way you go back to <strong>{redirectHost}</strong>.
        </p>
      </Panel>
    </Page>
  )
}
