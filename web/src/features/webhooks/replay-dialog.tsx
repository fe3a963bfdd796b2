// Sending what was created in a time range again: counted first, then sent.
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { now } from '../../lib/now.ts'
import { fieldError } from '../../lib/refusal.ts'
import { notifications } from './texts.ts'
import {
  type Range,
  type Subscription,
  useReplayCount,
  useReplayRange,
  useSubscriptions,
} from './webhooks.ts'

type Ended = NonNullable<Range['states']>[number]
const ended: readonly Ended[] = ['Acknowledged', 'Abandoned', 'Suppressed', 'Cancelled']
const HOUR = 3_600_000

/** What a `datetime-local` input shows for a moment, in the machine's zone. */
const localTime = (at: number) =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

const endOf = (newest: string | undefined) => (newest === undefined ? now() : Date.parse(newest))

const momentOf = (text: string) => (text === '' ? '' : new Date(text).toISOString())

/** `newest` is when the newest notification of the log was created: the range that is offered ends there. */
export function ReplayDialog(props: {
  subscription: Subscription
  newest: string | undefined
  onClose: () => void
}) {
  const { subscription, newest, onClose } = props
  const { id } = subscription
  const [from, setFrom] = useState(() => localTime(endOf(newest) - 24 * HOUR))
  const [to, setTo] = useState(() => localTime(endOf(newest) + 60_000))
  const [states, setStates] = useState<readonly Ended[]>(['Abandoned', 'Suppressed'])
  const [target, setTarget] = useState(String(id))
  const subscriptions = useSubscriptions()
  const count = useReplayCount(id)
  const replay = useReplayRange(id)
  const others = (subscriptions.data?.items ?? []).filter(
    (each) => each.id !== id && each.status !== 'Disabled',
  )
  const range: Range = {
    from: momentOf(from),
    to: momentOf(to),
    ...(states.length === ended.length ? {} : { states: [...states] }),
    ...(target === String(id) ? {} : { toSubscriptionId: Number(target) }),
  }
  const counted = count.data?.replayed
  const error = replay.error ?? count.error
  const change = (apply: () => void) => {
    apply()
    count.reset()
    replay.reset()
  }

  if (replay.data !== undefined) {
    return (
      <Modal opened onClose={onClose} title="Sent again">
        <Stack>
          <p style={{ margin: 0 }}>{notifications(replay.data.replayed)} will be sent, 500 a second.</p>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </Stack>
      </Modal>
    )
  }
  return (
    <Modal opened onClose={onClose} title="Send a time range again">
      <Stack>
        <p style={{ margin: 0 }}>
          Under the same webhook-id: a receiver that ignores ids it knows has to forget them first.
        </p>
        <ErrorAlert error={error} shownFields={['from', 'to', 'states']} />
        <TextInput
          data-autofocus
          label="Created from"
          type="datetime-local"
          value={from}
          onChange={(event) => change(() => setFrom(event.currentTarget.value))}
          error={fieldError(error, 'from')}
        />
        <TextInput
          label="Created before"
          type="datetime-local"
          value={to}
          onChange={(event) => change(() => setTo(event.currentTarget.value))}
          error={fieldError(error, 'to')}
        />
        <Checkbox.Group
          label="That are"
          value={[...states]}
          onChange={(chosen) => change(() => setStates(ended.filter((each) => chosen.includes(each))))}
          error={fieldError(error, 'states')}
        >
          <Group gap="md" mt={4}>
            {ended.map((each) => (
              <Checkbox key={each} value={each} label={each} />
            ))}
          </Group>
        </Checkbox.Group>
        {others.length === 0 ? null : (
          <NativeSelect
            label="To"
            value={target}
            onChange={(event) => change(() => setTarget(event.currentTarget.value))}
            data={[
              { value: String(id), label: 'The same subscription' },
              ...others.map((each) => ({
                value: String(each.id),
                label: `${new URL(each.subscriptionUrl).host} (${each.id})`,
              })),
            ]}
          />
        )}
        {counted === undefined ? null : (
          <output>
            {counted === 0
              ? 'Nothing in that range matches.'
              : `${notifications(counted)} would be sent again.`}
          </output>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            variant="default"
            busy={count.isPending}
            disabled={states.length === 0 || from === '' || to === ''}
            onClick={() => count.mutate(range)}
          >
            Count them
          </ActionButton>
          <ActionButton busy={replay.isPending} disabled={!counted} onClick={() => replay.mutate(range)}>
            Send again
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
