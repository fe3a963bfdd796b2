// Shapes of the notification log in v2.
import { kinds } from '../../records/kinds.ts'
import { capitalised } from '../../platform/capitalised.ts'
import Type, { type Static } from 'typebox'
import { endedStates, type EndedState } from '../commands/replay-deliveries.ts'
import { fixedHeaders, renderBody } from '../delivery/notification-body.ts'
import type { Delivery, DeliveryDetails, LogFilter } from '../delivery-log.ts'
import { type DeliveryKind, type DeliveryState, deliveryStates } from '../subscription.ts'
import { DateTime, NullableDateTime, TopicV2 } from './subscriptions.wire.ts'

const closed = { additionalProperties: false }
const fromV2 = <Word extends string>(word: Capitalize<Word>) => word.toLowerCase() as Word

const State = Type.Unsafe<Capitalize<DeliveryState>>({
  type: 'string',
  enum: deliveryStates.map(capitalised),
})
const Kind = Type.Unsafe<Capitalize<DeliveryKind>>({ type: 'string', enum: ['Event', 'Replay', 'Test'] })
const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const LogQueryV2 = {
  topic: Type.Optional(TopicV2),
  state: Type.Optional(State),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Created at or after this time.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
}

const deliveryExample = {
  id: 90_217,
  webhookId: 'msg_7f3f0f1e-5a64-4f0e-9a55-0a1d2e6a3b11',
  kind: 'Event',
  replayOf: null,
  topic: 'contract.file.created',
  resourceId: 1234,
  parentResource: { resourceType: kinds.contract.one, resourceId: 77 },
  state: 'Acknowledged',
  attemptCount: 1,
  timestamp: '2026-01-05T10:00:00.000Z',
  created: { dateUtc: '2026-01-05T10:00:00.120Z' },
  nextAttempt: null,
  ended: '2026-01-05T10:00:00.410Z',
  endedBecause: null,
}

export const DeliveryV2 = Type.Object(
  {
    id: Type.Integer(),
    webhookId: Type.String({ description: 'The webhook-id the receiver sees; a replay keeps it.' }),
    kind: Kind,
    replayOf: NullableInteger,
    topic: TopicV2,
    resourceId: Type.Integer(),
    parentResource: Type.Unsafe<{ resourceType: string; resourceId: number } | null>({
      type: ['object', 'null'],
      properties: { resourceType: { type: 'string' }, resourceId: { type: 'integer' } },
      required: ['resourceType', 'resourceId'],
      description: 'The matter or contract it concerns, or the organisation; null for a test.',
    }),
    state: State,
    attemptCount: Type.Integer(),
    timestamp: DateTime,
    created: Type.Object({ dateUtc: DateTime }),
    nextAttempt: NullableDateTime,
    ended: NullableDateTime,
    endedBecause: NullableText,
  },
  { examples: [deliveryExample] },
)

const AttemptV2 = Type.Object({
  number: Type.Integer({
    description: 'An interrupted attempt is not counted; the next one has the same number.',
  }),
  started: DateTime,
  outcome: Type.Unsafe<'Acknowledged' | 'Failed' | 'Interrupted' | 'UnderWay'>({
    type: 'string',
    enum: ['Acknowledged', 'Failed', 'Interrupted', 'UnderWay'],
  }),
  durationMs: NullableInteger,
  status: NullableInteger,
  error: NullableText,
  answerHeaders: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description:
      'The headers of the response, a line each, at most 2048 characters, without those that set cookies; null without a response.',
  }),
  answer: Type.String({ description: 'The first 1024 bytes of the response, as text.' }),
})

export const DeliveryWithAttemptsV2 = Type.Object(
  {
    ...DeliveryV2.properties,
    request: Type.Object(
      {
        url: Type.String(),
        headers: Type.Record(Type.String(), Type.String()),
        body: NullableText,
      },
      {
        description:
          'What is sent, the same in every attempt. The headers webhook-timestamp and webhook-signature are made for each attempt; the body is null until the first one.',
      },
    ),
    attempts: Type.Array(AttemptV2),
  },
  {
    examples: [
      {
        ...deliveryExample,
        request: {
          url: 'https://hooks.example.com/chancery?tenant=7',
          headers: { ...fixedHeaders, 'webhook-id': deliveryExample.webhookId },
          body: renderBody({
            topic: 'contract.file.created',
            eventAt: new Date('2026-01-05T10:00:00.000Z'),
            resourceId: 1234,
            subject: { kind: kinds.contract.one, id: 77 },
            clientState: null,
          }).toString(),
        },
        attempts: [
          {
            number: 1,
            started: '2026-01-05T10:00:00.210Z',
            outcome: 'Acknowledged',
            durationMs: 195,
            status: 204,
            error: null,
            answerHeaders: 'date: Mon, 05 Jan 2026 10:00:00 GMT\nserver: nginx',
            answer: '',
          },
        ],
      },
    ],
  },
)

const toSubscriptionId = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Another subscription of yours; defaults to the same one.' }),
)

export const ReplayV2 = Type.Object({ toSubscriptionId }, { ...closed, examples: [{ toSubscriptionId: 13 }] })

export const RangeReplayV2 = Type.Object(
  {
    from: DateTime,
    to: DateTime,
    states: Type.Optional(
      Type.Array(
        Type.Unsafe<Capitalize<EndedState>>({ type: 'string', enum: endedStates.map(capitalised) }),
        {
          minItems: 1,
        },
      ),
    ),
    topics: Type.Optional(Type.Array(TopicV2, { minItems: 1 })),
    toSubscriptionId,
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Sends nothing; the answer says how many would be sent again.' }),
    ),
  },
  {
    ...closed,
    examples: [
      {
        from: '2026-01-05T08:00:00Z',
        to: '2026-01-05T12:00:00Z',
        states: ['Abandoned', 'Suppressed'],
        toSubscriptionId: 13,
      },
    ],
  },
)

/** The states of a replay as the core names them. */
export const statesFromV2 = (states: readonly Capitalize<EndedState>[]): readonly EndedState[] =>
  states.map((state) => fromV2<EndedState>(state))

interface LogQuery {
  readonly topic?: LogFilter['topic']
  readonly state?: Capitalize<DeliveryState>
  readonly from?: string
  readonly to?: string
}

/** The filter given in the query string. */
export const logFilterFromV2 = ({ topic, state, from, to }: LogQuery) => ({
  topic,
  state: state && fromV2<DeliveryState>(state),
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

/** A delivery in its v2 shape. */
export const deliveryToV2 = (delivery: Delivery): Static<typeof DeliveryV2> => ({
  id: delivery.id,
  webhookId: delivery.messageId,
  kind: capitalised(delivery.kind),
  replayOf: delivery.replayOf,
  topic: delivery.topic,
  resourceId: delivery.resourceId,
  parentResource: delivery.subject && {
    resourceType: delivery.subject.kind,
    resourceId: delivery.subject.id,
  },
  state: capitalised(delivery.state),
  attemptCount: delivery.attempts,
  timestamp: delivery.eventAt.toISOString(),
  created: { dateUtc: delivery.createdAt.toISOString() },
  nextAttempt: delivery.dueAt?.toISOString() ?? null,
  ended: delivery.endedAt?.toISOString() ?? null,
  endedBecause: delivery.endedBecause,
})

const outcomes = {
  acknowledged: 'Acknowledged',
  failed: 'Failed',
  interrupted: 'Interrupted',
  'under way': 'UnderWay',
} as const

const interrupted =
  'The server was stopped before it received the response; the notification was sent again and this attempt is not counted.'

/** A delivery with its attempts, in its v2 shape. */
export const withAttemptsToV2 = ({
  tries,
  url,
  body,
  ...delivery
}: DeliveryDetails): Static<typeof DeliveryWithAttemptsV2> => ({
  ...deliveryToV2(delivery),
  request: {
    url,
    headers: { ...fixedHeaders, 'webhook-id': delivery.messageId },
    body: body?.toString() ?? null,
  },
  attempts: tries.map((attempt) => ({
    number: attempt.number,
    started: attempt.startedAt.toISOString(),
    outcome: outcomes[attempt.outcome],
    durationMs: attempt.durationMs,
    status: attempt.status,
    error: attempt.outcome === 'interrupted' ? interrupted : attempt.error,
    answerHeaders: attempt.headers,
    answer: attempt.excerpt.toString(),
  })),
})
