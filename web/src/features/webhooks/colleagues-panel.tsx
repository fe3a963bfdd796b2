// What colleagues are notified of, for administrators: where it goes, how it goes, and ending it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import { counted } from '../../lib/counted.ts'
import { stateOf } from '../../lib/states.ts'
import { type ColleaguesSubscription, colleaguesQuery, mostShown, useDisable } from './colleagues.ts'
import { subscriptionStates } from './texts.ts'
import classes from './webhooks.module.css'

export function ColleaguesPanel() {
  const me = useMe()
  const subscriptions = useQuery(colleaguesQuery)
  const [asked, setAsked] = useState<ColleaguesSubscription>()
  const others = (subscriptions.data ?? []).filter(({ owner }) => owner.id !== me.user.id)
  return (
    <Panel title="Of colleagues">
      <p className={classes.quiet}>
        Administrators see where notifications go and can end that. The whole address and the secret are shown
        to the owner only.
      </p>
      {subscriptions.isPending ? <PageSkeleton lines={2} /> : null}
      {subscriptions.isError ? (
        <ErrorPanel error={subscriptions.error} retry={subscriptions.refetch} />
      ) : null}
      {subscriptions.data && others.length === 0 ? (
        <p className={classes.quiet}>Nobody else has a subscription.</p>
      ) : null}
      <ul className={classes.list} aria-label="Subscriptions of colleagues">
        {others.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} onDisable={() => setAsked(subscription)} />
        ))}
      </ul>
      {subscriptions.data?.length === mostShown ? (
        <p className={classes.quiet}>{`The first ${mostShown} are shown.`}</p>
      ) : null}
      {asked ? <Disabling subscription={asked} onClose={() => setAsked(undefined)} /> : null}
    </Panel>
  )
}

function Row(props: { subscription: ColleaguesSubscription; onDisable: () => void }) {
  const { subscription, onDisable } = props
  const { host, topics, status, client, disabledBecause, waiting, acknowledged, abandoned } = subscription
  const facts = [
    nameOf(subscription),
    client === null ? 'made on a page' : `made by ${client}`,
    topics.length === 1 ? topics[0] : counted(topics.length, 'topic'),
  ]
  const log = [`${acknowledged} acknowledged`, `${abandoned} abandoned in 24 hours`, `${waiting} waiting`]
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span>{host}</span>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
        <span className={classes.quiet}>{disabledBecause ?? log.join(', ')}</span>
      </span>
      {status === 'Disabled' ? null : (
        <Button
          size="xs"
          variant="default"
          aria-label={`Disable ${host} of ${nameOf(subscription)}`}
          onClick={onDisable}
        >
          Disable
        </Button>
      )}
      <StateBadge state={stateOf(subscriptionStates, status)} />
    </li>
  )
}

function Disabling(props: { subscription: ColleaguesSubscription; onClose: () => void }) {
  const { subscription, onClose } = props
  const disable = useDisable(subscription.id)
  return (
    <ReasonDialog
      title={`Disable ${subscription.host}?`}
      label="Reason"
      hint={`${nameOf(subscription)} gets it by mail. Nothing more is sent to this address, and that is final.`}
      confirmLabel="Disable"
      danger
      busy={disable.isPending}
      error={disable.error}
      onConfirm={(reason) =>
        disable.mutate(reason, {
          onSuccess: () => {
            showToast({ text: 'Subscription disabled' })
            onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}

const nameOf = ({ owner }: ColleaguesSubscription) =>
  `${owner.firstName ?? ''} ${owner.lastName ?? ''}`.trim() || (owner.email ?? '')
