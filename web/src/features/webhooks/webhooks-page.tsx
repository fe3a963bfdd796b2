// The person's webhook subscriptions, with how their receivers answer, and what a receiver has to do.
import { Anchor } from '@mantine/core'
import { lazily } from '../../components/lazily.tsx'
import { useMe } from '../../components/me-context.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import { HealthInWords } from './health.tsx'
import { ReceiverHelp } from './receiver-help.tsx'
import { subscriptionStates } from './texts.ts'
import { type Subscription, useSubscriptions } from './webhooks.ts'
import classes from './webhooks.module.css'

const ColleaguesPanel = lazily(() => import('./colleagues-panel.tsx'), 'ColleaguesPanel')

export function WebhooksPage() {
  const { can } = useMe()
  const subscriptions = useSubscriptions()
  return (
    <Page
      title="Webhooks"
      lead="Addresses of yours that are notified of changes, as far as you may see them."
      actions={<ButtonLink to="/administration/webhooks/new">Subscribe</ButtonLink>}
    >
      <Panel title="Your subscriptions">
        {subscriptions.isPending ? <PageSkeleton lines={2} /> : null}
        {subscriptions.isError ? (
          <ErrorPanel error={subscriptions.error} retry={subscriptions.refetch} />
        ) : null}
        {subscriptions.data?.items.length === 0 ? (
          <p className={classes.quiet}>
            There is none yet. Applications that act for you can subscribe as well.
          </p>
        ) : null}
        <ul className={classes.list}>
          {(subscriptions.data?.items ?? []).map((subscription) => (
            <Row key={subscription.id} subscription={subscription} />
          ))}
        </ul>
      </Panel>
      {can.administer ? <ColleaguesPanel /> : null}
      <ReceiverHelp />
      <p className={classes.quiet}>
        Every call of these pages is in the <Anchor href="/docs">reference of the API</Anchor>.
      </p>
    </Page>
  )
}

function Row({ subscription }: { subscription: Subscription }) {
  const { id, subscriptionUrl, topics, status } = subscription
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <TextLink size="sm" to="/administration/webhooks/$id" params={{ id: String(id) }}>
          {new URL(subscriptionUrl).host}
        </TextLink>
        <span className={classes.quiet}>{topics.length === 1 ? topics[0] : `${topics.length} topics`}</span>
      </span>
      <HealthInWords id={id} />
      <StateBadge state={stateOf(subscriptionStates, status)} />
    </li>
  )
}
