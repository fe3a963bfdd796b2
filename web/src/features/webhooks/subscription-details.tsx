// The properties of a subscription, to be read or edited; pausing it, and trying it.
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { stateOf } from '../../lib/states.ts'
import { subscriptionStates } from './texts.ts'
import { TopicsField } from './topics-field.tsx'
import { type Subscription, type Topic, useChangeSubscription, useSendTest } from './webhooks.ts'
import classes from './webhooks.module.css'

export function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
  const [editing, setEditing] = useState(false)
  const [said, setSaid] = useState('')
  const comingBack = useRef(false)

  function close(message: string) {
    setEditing(false)
    setSaid(message)
    comingBack.current = true
  }

  function focusWhenBack(button: HTMLButtonElement | null) {
    if (button === null || !comingBack.current) return
    comingBack.current = false
    button.focus()
  }

  return (
    <Panel title="Details">
      {subscription.status === 'Disabled' ? <Disabled subscription={subscription} /> : null}
      {editing ? (
        <EditForm subscription={subscription} onClose={close} />
      ) : (
        <>
          <Facts subscription={subscription} />
          {subscription.status === 'Disabled' ? null : (
            <div className={classes.acts}>
              <Button ref={focusWhenBack} variant="default" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <PauseButton subscription={subscription} onDone={setSaid} />
              <StatusMessage>{said}</StatusMessage>
            </div>
          )}
        </>
      )}
      <SendTest subscription={subscription} />
    </Panel>
  )
}

function Disabled({ subscription }: { subscription: Subscription }) {
  return (
    <Notice kind="caution" title="This subscription is disabled for good">
      <p>{subscription.disabledBecause ?? 'Too many notifications were abandoned.'}</p>
      <p>Subscribe again, and send what was suppressed to the new subscription from the log below.</p>
    </Notice>
  )
}

function Facts({ subscription }: { subscription: Subscription }) {
  const format = useFormat()
  const { status, subscriptionUrl, topics, clientState, created, modified } = subscription
  return (
    <DescriptionList
      facts={[
        ['Status', <StateBadge key="status" state={stateOf(subscriptionStates, status)} />],
        ['Address', <code key="url">{subscriptionUrl}</code>],
        ['Topics', topics.join(', ')],
        ['Client state', clientState ?? 'None'],
        ['Subscribed', format.dateTime(created.dateUtc)],
        ['Last modified', format.dateTime(modified.dateUtc)],
      ]}
    />
  )
}

function PauseButton({
  subscription,
  onDone,
}: {
  subscription: Subscription
  onDone: (said: string) => void
}) {
  const change = useChangeSubscription(subscription.id)
  const active = subscription.status === 'Active'
  return (
    <>
      <ActionButton
        variant="default"
        busy={change.isPending}
        onClick={() =>
          change.mutate(
            { status: active ? 'Paused' : 'Active' },
            {
              onSuccess: () =>
                onDone(active ? 'Paused: notifications are held.' : 'Resumed: what was held is being sent.'),
            },
          )
        }
      >
        {active ? 'Pause' : 'Resume'}
      </ActionButton>
      <ErrorAlert error={change.error} />
    </>
  )
}

function EditForm({
  subscription,
  onClose,
}: {
  subscription: Subscription
  onClose: (said: string) => void
}) {
  const change = useChangeSubscription(subscription.id)
  const [topics, setTopics] = useState<Topic[]>(subscription.topics)
  const [clientState, setClientState] = useState(subscription.clientState ?? '')
  const first = useRef<HTMLInputElement>(null)

  // the button that had the focus is gone
  useEffect(() => first.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate(
      { topics, clientState: clientState === '' ? null : clientState },
      { onSuccess: () => onClose('Saved.') },
    )
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={change.error} shownFields={['topics', 'clientState']} />
      <TextInput
        label="Client state"
        description="A text of yours that every notification contains, at most 128 characters."
        ref={first}
        maxLength={128}
        autoComplete="off"
        value={clientState}
        onChange={(event) => setClientState(event.currentTarget.value)}
        error={fieldError(change.error, 'clientState')}
      />
      <TopicsField value={topics} onChange={setTopics} error={fieldError(change.error, 'topics')} />
      <Group>
        <ActionButton type="submit" busy={change.isPending}>
          Save
        </ActionButton>
        <Button variant="default" onClick={() => onClose('')}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

function SendTest({ subscription }: { subscription: Subscription }) {
  const { id, topics, status } = subscription
  const test = useSendTest(id)
  const [chosen, setChosen] = useState<Topic>()
  const topic = chosen !== undefined && topics.includes(chosen) ? chosen : topics[0]
  if (topic === undefined || status === 'Disabled') return null
  return (
    <>
      <div className={classes.acts}>
        <NativeSelect
          label="Try it with a notification of"
          data={topics}
          value={topic}
          onChange={(event) => setChosen(event.currentTarget.value as Topic)}
        />
        <ActionButton variant="default" busy={test.isPending} onClick={() => test.mutate(topic)}>
          Send a test
        </ActionButton>
      </div>
      <ErrorAlert error={test.error} />
      <StatusMessage>
        {test.data === undefined ? (
          ''
        ) : (
          <>
            A test is on its way; it is not repeated.{' '}
            <TextLink
              to="/administration/webhooks/$id/deliveries/$deliveryId"
              params={{ id: String(id), deliveryId: String(test.data.deliveryId) }}
            >
              See what became of it
            </TextLink>
          </>
        )}
      </StatusMessage>
    </>
  )
}
