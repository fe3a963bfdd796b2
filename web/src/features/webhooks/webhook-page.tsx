// One subscription: what it is, how its receiver answers, what was sent, and its secret.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { TextLink } from '../../components/links.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { HealthPanel } from './health.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { ReceiverHelp } from './receiver-help.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { SubscriptionDetails } from './subscription-details.tsx'
import { type Subscription, useSubscription, useUnsubscribe } from './webhooks.ts'

const route = getRouteApi('/signed-in/administration/webhooks/$id')

export function WebhookPage() {
  const { id } = route.useParams()
  const { data: subscription, error } = useSubscription(Number(id))
  if (subscription === undefined) return error === null ? <Loading /> : <Missing error={error} />
  return (
    <Page
      key={subscription.id}
      title={new URL(subscription.subscriptionUrl).host}
      lead={<TextLink to="/administration/webhooks">All subscriptions</TextLink>}
    >
      <SubscriptionDetails subscription={subscription} />
      <HealthPanel id={subscription.id} />
      <DeliveryLog subscription={subscription} />
      <SigningSecret id={subscription.id} />
      <ReceiverHelp />
      <Unsubscribe subscription={subscription} />
    </Page>
  )
}

function Missing({ error }: { error: unknown }) {
  const title = hasStatus(error, 404)
    ? 'This subscription does not exist'
    : 'The subscription could not be loaded'
  return (
    <Page title={title}>
      <ErrorAlert error={error} />
      <p>
        <TextLink to="/administration/webhooks">All subscriptions</TextLink>
      </p>
    </Page>
  )
}

function Unsubscribe({ subscription }: { subscription: Subscription }) {
  const navigate = useNavigate()
  const unsubscribe = useUnsubscribe(subscription.id)
  const [asking, setAsking] = useState(false)
  return (
    <Panel title="Delete this subscription">
      <p>Nothing more is sent to it, not even what waits. To stop for a while, pause it instead.</p>
      <ActionButton
        variant="default"
        style={{ alignSelf: 'start' }}
        busy={unsubscribe.isPending && !asking}
        onClick={() => setAsking(true)}
      >
        Delete…
      </ActionButton>
      <ConfirmDialog
        opened={asking}
        title="Delete this subscription?"
        confirmLabel="Delete"
        busy={unsubscribe.isPending}
        error={unsubscribe.error}
        onConfirm={() =>
          unsubscribe.mutate(undefined, {
            onSuccess: () => void navigate({ to: '/administration/webhooks' }),
          })
        }
        onClose={() => {
          setAsking(false)
          unsubscribe.reset()
        }}
      >
        {new URL(subscription.subscriptionUrl).host} is no longer notified. Its log can no longer be read, and
        what was sent cannot be replayed.
      </ConfirmDialog>
    </Panel>
  )
}
