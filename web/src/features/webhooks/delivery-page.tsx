// One notification: what is sent, each attempt with the answer, and sending it once more.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { capitalised } from '../../lib/words.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { stateOf } from '../../lib/states.ts'
import { signedRequestLines } from './signed-request.ts'
import { attemptStates, deliveryStates, stateTexts } from './texts.ts'
import { type Attempt, type DeliveryDetails, useDelivery, useReplay, useSendNow } from './webhooks.ts'
import classes from './webhooks.module.css'

const route = getRouteApi('/signed-in/administration/webhooks/$id/deliveries/$deliveryId')

export function DeliveryPage() {
  const { id, deliveryId } = route.useParams()
  const delivery = useDelivery(Number(id), Number(deliveryId))
  const back = (
    <TextLink to="/administration/webhooks/$id" params={{ id }}>
      The subscription and its log
    </TextLink>
  )
  if (delivery.data === undefined) {
    if (delivery.error === null) return <Loading />
    const title = hasStatus(delivery.error, 404)
      ? 'This notification is not in the log'
      : 'The notification could not be loaded'
    return (
      <Page title={title} lead={back}>
        <ErrorAlert error={delivery.error} />
      </Page>
    )
  }
  const { data } = delivery
  return (
    <Page
      key={data.id}
      title={data.topic}
      lead={back}
      actions={
        <ActionButton variant="default" busy={delivery.isRefetching} onClick={() => void delivery.refetch()}>
          Refresh
        </ActionButton>
      }
    >
      <Facts delivery={data} subscriptionId={Number(id)} />
      <Attempts attempts={data.attempts} />
      <Sent request={data.request} />
    </Page>
  )
}

const kinds: Readonly<Record<DeliveryDetails['kind'], string>> = {
  Event: 'Of a change',
  Replay: 'Sent again',
  Test: 'A test',
}

function Facts({ delivery, subscriptionId }: { delivery: DeliveryDetails; subscriptionId: number }) {
  const format = useFormat()
  const { state, kind, resourceId, parentResource, timestamp, created, nextAttempt, ended } = delivery
  return (
    <Panel title="Notification">
      <DescriptionList
        facts={[
          ['State', <StateBadge key="state" state={stateOf(deliveryStates, state)} />],
          ['Meaning', delivery.endedBecause === null ? stateTexts[state] : sentence(delivery.endedBecause)],
          ['Kind', kinds[kind]],
          ['Resource', String(resourceId)],
          [
            'Belongs to',
            parentResource === null
              ? 'Nothing, as no test does'
              : `${parentResource.resourceType} ${parentResource.resourceId}`,
          ],
          ['Happened', format.exactly(timestamp)],
          ['Created', format.exactly(created.dateUtc)],
          ...(nextAttempt === null ? [] : [['Next attempt', format.exactly(nextAttempt)] as const]),
          ...(ended === null ? [] : [['Ended', format.exactly(ended)] as const]),
        ]}
      />
      {kind === 'Test' ? null : state === 'Pending' ? (
        <SendNow subscriptionId={subscriptionId} deliveryId={delivery.id} />
      ) : state === 'Held' ? null : (
        <SendAgain subscriptionId={subscriptionId} deliveryId={delivery.id} />
      )}
    </Panel>
  )
}

const sentence = (text: string) => `${capitalised(text)}.`

interface Which {
  readonly subscriptionId: number
  readonly deliveryId: number
}

function SendNow({ subscriptionId, deliveryId }: Which) {
  const send = useSendNow(subscriptionId, deliveryId)
  return (
    <>
      <ErrorAlert error={send.error} />
      <div className={classes.acts}>
        <ActionButton variant="default" busy={send.isPending} onClick={() => send.mutate()}>
          Send now
        </ActionButton>
        <StatusMessage>{send.isSuccess ? 'It is due now.' : ''}</StatusMessage>
      </div>
    </>
  )
}

function SendAgain({ subscriptionId, deliveryId }: Which) {
  const navigate = useNavigate()
  const replay = useReplay(subscriptionId, deliveryId)
  return (
    <>
      <ErrorAlert error={replay.error} />
      <ActionButton
        variant="default"
        style={{ alignSelf: 'start' }}
        busy={replay.isPending}
        onClick={() =>
          replay.mutate(undefined, {
            onSuccess: ({ deliveryId: made }) =>
              void navigate({
                to: '/administration/webhooks/$id/deliveries/$deliveryId',
                params: { id: String(subscriptionId), deliveryId: String(made) },
              }),
          })
        }
      >
        Send again
      </ActionButton>
    </>
  )
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Panel title="Attempts">
      {attempts.length === 0 ? <p className={classes.quiet}>There was none yet.</p> : null}
      <ol className={classes.list}>
        {attempts.map((attempt) => (
          <li key={`${attempt.number} ${attempt.started}`} className={classes.row}>
            <OneAttempt attempt={attempt} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function OneAttempt({ attempt }: { attempt: Attempt }) {
  const format = useFormat()
  const { number, started, outcome, durationMs, status, error, answer, answerHeaders } = attempt
  const facts = [
    format.exactly(started),
    ...(durationMs === null ? [] : [`${format.number(durationMs)} ms`]),
    ...(status === null ? [] : [`status ${status}`]),
    ...(error === null ? [] : [error]),
  ]
  return (
    <>
      <div className={classes.what}>
        <span>Attempt {number}</span>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
      </div>
      <StateBadge state={stateOf(attemptStates, outcome)} />
      {status === null ? null : (
        <div style={{ flexBasis: '100%', display: 'grid', gap: 8 }}>
          <Quoted label="Headers of the answer" text={answerHeaders} />
          <Quoted label="Body of the answer, at most its first 1,024 bytes" text={answer} />
        </div>
      )}
    </>
  )
}

function Quoted({ label, text }: { label: string; text: string | null }) {
  if (text === null || text === '') return <p className={classes.quiet}>{label}: none</p>
  return (
    <div>
      <p className={classes.quiet}>{label}</p>
      <pre className={classes.text}>{text}</pre>
    </div>
  )
}

function Sent({ request: { url, headers, body } }: { request: DeliveryDetails['request'] }) {
  return (
    <Panel title="Request">
      <DescriptionList
        facts={[
          ['Address', <code key="url">{url}</code>],
          ...Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>] as const),
          ['webhook-timestamp', 'The time of the attempt'],
          ['webhook-signature', 'Made for each attempt with the signing secret'],
        ]}
      />
      {body === null ? (
        <p className={classes.quiet}>The body is made when the first attempt begins.</p>
      ) : (
        <>
          <Quoted label="Body" text={body} />
          <CodeBlock
            label="Copy as curl: signed when you run it, with the secret you set"
            text={signedRequestLines({ url, headers, body })}
          />
        </>
      )}
    </Panel>
  )
}
