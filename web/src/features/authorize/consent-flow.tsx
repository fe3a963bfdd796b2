// From the stored request to the decision: sign in, consent once, or continue at once if consent was given before.
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { useAuthorizationRequest } from './authorization-request.ts'
import { ConsentPage } from './consent-page.tsx'
import { AutoContinue } from './auto-continue.tsx'
import { NotPermittedPage } from './not-permitted-page.tsx'

export function ConsentFlow({ requestId }: { requestId: string }) {
  const { data: request, error } = useAuthorizationRequest(requestId)

  if (request === undefined) return error === null ? <Loading /> : <RequestLost error={error} />
  if (request.user === null) {
    return (
      <Page
        key="sign-in"
        title={`Sign in to continue to ${request.client.name}`}
        headingTakesFocus={false}
        lead="After signing in you decide whether to allow it."
      >
        <Panel>
          <SignInForm returnTo={`/authorize?request=${requestId}`} />
        </Panel>
      </Page>
    )
  }
  if (!request.permitted) return <NotPermittedPage request={request} user={request.user} />
  if (request.consentGiven) return <AutoContinue request={request} />
  return <ConsentPage request={request} user={request.user} />
}

function RequestLost({ error }: { error: unknown }) {
  if (!hasStatus(error, 404)) {
    return (
      <Page key="lost" title="This request could not be opened">
        <ErrorAlert error={error} />
      </Page>
    )
  }
  return (
    <Page key="expired" title="This request is no longer open">
      <Panel>
        <p role="alert">
          It expired, or was already answered. Nothing was shared. Go back to the application and start again
          from there.
        </p>
      </Panel>
    </Page>
  )
}
