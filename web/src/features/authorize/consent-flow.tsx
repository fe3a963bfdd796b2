// From the kept request to the decision: sign in, consent once, or go on at once when consent was given before.
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { RefusalAlert } from '../../components/refusal-alert.tsx'
import { Waiting } from '../../components/waiting.tsx'
import { isRefused } from '../../lib/refusal.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { useAuthorizationRequest } from './authorization-request.ts'
import { ConsentPage } from './consent-page.tsx'
import { GoOn } from './go-on.tsx'
import { NotPermittedPage } from './not-permitted-page.tsx'

export function ConsentFlow({ requestId }: { requestId: string }) {
  const { data: request, error } = useAuthorizationRequest(requestId)

  if (request === undefined) return error === null ? <Waiting /> : <RequestLost error={error} />
  if (request.user === null) {
    return (
      <Page
        key="sign-in"
        title={`Sign in to continue to ${request.client.name}`}
        headingTakesFocus={false}
        lead="After signing in you decide whether to let it in."
      >
        <Panel>
          <SignInForm returnTo={`/authorize?request=${requestId}`} />
        </Panel>
      </Page>
    )
  }
  if (!request.permitted) return <NotPermittedPage request={request} user={request.user} />
  if (request.consentGiven) return <GoOn request={request} />
  return <ConsentPage request={request} user={request.user} />
}

function RequestLost({ error }: { error: unknown }) {
  if (!isRefused(error, 404)) {
    return (
      <Page key="lost" title="This request could not be opened">
        <RefusalAlert error={error} />
      </Page>
    )
  }
  return (
    <Page key="expired" title="This request is no longer open">
      <Panel>
        <p role="alert">
          It took too long, or it was answered already. Nothing was shared. Go back to the application and
          start again from there.
        </p>
      </Panel>
    </Page>
  )
}
