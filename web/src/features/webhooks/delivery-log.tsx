// The log of a subscription, by state and topic, and sending a part of it again.
import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { deliveryStates, notifications, topicsInOrder } from './texts.ts'
import { type Delivery, type DeliveryState, everythingOf, type Subscription, useLog } from './webhooks.ts'
import classes from './webhooks.module.css'

const route = getRouteApi('/signed-in/administration/webhooks/$id')
const states = Object.keys(deliveryStates) as readonly DeliveryState[]

export function DeliveryLog({ subscription }: { subscription: Subscription }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const [replaying, setReplaying] = useState(false)
  const filter = {
    state: states.find((each) => each === search.state),
    topic: topicsInOrder.find((each) => each === search.topic),
  }
  const log = useLog(subscription.id, filter)
  const found = log.data?.pages.flatMap(({ items }) => items)
  const choose = (part: { state?: string; topic?: string }) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false })
  return (
    <Panel title="Log">
      <div className={classes.acts}>
        <NativeSelect
          label="State"
          value={filter.state ?? ''}
          onChange={(event) => choose({ state: event.currentTarget.value })}
          data={[{ value: '', label: 'All states' }, ...states]}
        />
        <NativeSelect
          label="Topic"
          value={filter.topic ?? ''}
          onChange={(event) => choose({ topic: event.currentTarget.value })}
          data={[{ value: '', label: 'All topics' }, ...topicsInOrder]}
        />
        <ActionButton
          variant="default"
          busy={log.isRefetching}
          onClick={() => void queries.invalidateQueries(everythingOf(subscription.id))}
        >
          Refresh
        </ActionButton>
        <Button variant="default" onClick={() => setReplaying(true)}>
          Send a time range again…
        </Button>
      </div>
      {log.isPending ? <PageSkeleton lines={4} /> : null}
      {log.isError ? <ErrorPanel error={log.error} retry={log.refetch} /> : null}
      {found === undefined ? null : (
        <output className={classes.quiet}>
          {found.length === 0
            ? 'Nothing was sent that matches.'
            : shownOf(found.length, log.data?.pages[0]?.count)}
        </output>
      )}
      <ul className={classes.list}>
        {(found ?? []).map((delivery) => (
          <Row key={delivery.id} subscriptionId={subscription.id} delivery={delivery} />
        ))}
      </ul>
      {log.hasNextPage ? (
        <ActionButton
          variant="default"
          style={{ alignSelf: 'start' }}
          busy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show older ones
        </ActionButton>
      ) : null}
      {replaying ? (
        <ReplayDialog
          subscription={subscription}
          newest={found?.[0]?.created.dateUtc}
          onClose={() => setReplaying(false)}
        />
      ) : null}
    </Panel>
  )
}

const shownOf = (shown: number, count: number | undefined) =>
  count === undefined || count <= shown
    ? notifications(shown)
    : `The newest ${shown} of ${notifications(count)}`

function Row({ subscriptionId, delivery }: { subscriptionId: number; delivery: Delivery }) {
  const format = useFormat()
  const { id, topic, resourceId, kind, state, attemptCount, created, nextAttempt } = delivery
  const facts = [
    format.exactly(created.dateUtc),
    `resource ${resourceId}`,
    ...(kind === 'Event' ? [] : [kind === 'Test' ? 'a test' : 'sent again']),
    ...(attemptCount > 1 ? [`${attemptCount} attempts`] : []),
    ...(nextAttempt === null || attemptCount === 0 ? [] : [`next attempt ${format.time(nextAttempt)}`]),
  ]
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <TextLink
          size="sm"
          to="/administration/webhooks/$id/deliveries/$deliveryId"
          params={{ id: String(subscriptionId), deliveryId: String(id) }}
        >
          {topic}
        </TextLink>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
      </span>
      <StateBadge state={stateOf(deliveryStates, state)} />
    </li>
  )
}
