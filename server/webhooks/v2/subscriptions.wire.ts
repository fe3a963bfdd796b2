// Shapes of webhook subscriptions in v2.
import Type, { type Static } from 'typebox'
import { topics } from '../../platform/events/topics.ts'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { choiceIn, choicesIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import type { SubscriptionChanges } from '../commands/change-subscription.ts'
import type { RotatedSigningSecret } from '../commands/rotate-signing-secret.ts'
import type { Health } from '../delivery-log.ts'
import type { Subscription } from '../subscription.ts'

const closed = { additionalProperties: false }
export const DateTime = Type.String({ format: 'date-time' })
export const NullableDateTime = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })
const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const TopicV2 = Type.Unsafe<(typeof topics)[number]>({ type: 'string', enum: [...topics] })

export const subscriptionStatuses = { active: 'Active', paused: 'Paused', disabled: 'Disabled' } as const
export const StatusV2 = Type.Unsafe<(typeof subscriptionStatuses)[keyof typeof subscriptionStatuses]>({
  type: 'string',
  enum: Object.values(subscriptionStatuses),
})

const wantedExample = {
  topics: ['contract.created', 'contract.updated'],
  subscriptionUrl: 'https://hooks.example.com/chancery?tenant=7',
  clientState: 'a secret of yours',
}
const subscriptionExample = {
  id: 12,
  ...wantedExample,
  status: 'Active',
  disabledBecause: null,
  created: { dateUtc: '2026-03-02T09:00:00.000Z' },
  modified: { dateUtc: '2026-03-02T09:00:00.000Z' },
}
const secretExample = { signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwVGhZQyJ3Zg8=' }

export const SubscriptionV2 = Type.Object(
  {
    id: Type.Integer(),
    topics: Type.Array(TopicV2),
    subscriptionUrl: Type.String(),
    clientState: NullableText,
    status: StatusV2,
    disabledBecause: NullableText,
    created: Type.Object({ dateUtc: DateTime }),
    modified: Type.Object({ dateUtc: DateTime }),
  },
  { examples: [subscriptionExample] },
)

// read-only properties are accepted, so that a response can be sent back
const shownOnly = {
  id: Type.Optional(Type.Unknown({ readOnly: true })),
  disabledBecause: Type.Optional(Type.Unknown({ readOnly: true })),
  created: Type.Optional(Type.Unknown({ readOnly: true })),
  modified: Type.Optional(Type.Unknown({ readOnly: true })),
}

export const NewSubscriptionV2 = Type.Object(
  {
    ...shownOnly,
    status: Type.Optional(Type.Unknown({ readOnly: true })),
    topics: Type.Array(Type.String({ description: `One of ${topics.join(', ')}.` })),
    subscriptionUrl: Type.String({ description: 'https, at most 2048 characters' }),
    clientState: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  },
  {
    ...closed,
    examples: [wantedExample],
  },
)

export const CreatedSubscriptionV2 = Type.Object(
  {
    ...SubscriptionV2.properties,
    signingSecret: Type.String(),
  },
  { examples: [{ ...subscriptionExample, ...secretExample }] },
)

export const subscriptionChangesBody = mergePatchBody(
  Type.Object(
    {
      status: Type.Optional(
        Type.Unsafe<'Active' | 'Paused'>({
          type: 'string',
          enum: ['Active', 'Paused'],
          description: 'Notifications are held while the subscription is paused and sent when it is resumed.',
        }),
      ),
      topics: Type.Optional(Type.Array(TopicV2, { minItems: 1, description: 'From the next event on.' })),
      clientState: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'At most 128 characters; in what is sent from now on.',
        }),
      ),
    },
    closed,
  ),
  { topics: ['contract.created', 'contract.status.updated'], status: 'Paused' },
)

/** What a merge patch changes; what it does not name is absent. */
export function subscriptionChangesFromV2(body: unknown): Omit<SubscriptionChanges, 'id'> {
  const properties = propertiesOf(
    body,
    ['status', 'topics', 'clientState', 'subscriptionUrl'],
    Object.keys(shownOnly),
  )
  if ('subscriptionUrl' in properties) {
    // what waits would go to another receiver than the one it was signed for
    throw badInput(
      'subscriptionUrl',
      'cannot be changed: create another subscription and replay to it what it should have.',
    )
  }
  const status = choiceIn(properties, 'status', ['Active', 'Paused'])
  const topicList = choicesIn(properties, 'topics', topics)
  const { clientState } = properties
  if (clientState !== undefined && clientState !== null && typeof clientState !== 'string')
    throw badInput('clientState', 'must be a text.')
  return {
    ...(status === undefined ? {} : { paused: status === 'Paused' }),
    ...(topicList === undefined ? {} : { topics: topicList }),
    ...(clientState === undefined ? {} : { clientState }),
  }
}

export const SigningSecretV2 = Type.Object({ signingSecret: Type.String() }, { examples: [secretExample] })

export const SigningRotationV2 = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'How long notifications are also signed with the previous secrets.',
      }),
    ),
  },
  { ...closed, examples: [{ overlapHours: 48 }] },
)

export const RotatedSigningSecretV2 = Type.Object(
  {
    signingSecret: Type.String(),
    previousSecretsExpireAt: DateTime,
  },
  { examples: [{ ...secretExample, previousSecretsExpireAt: '2026-03-04T09:00:00.000Z' }] },
)

export const TestV2 = Type.Object(
  {
    topic: Type.Optional(
      Type.String({ description: 'A topic of the subscription; defaults to the first one.' }),
    ),
  },
  { ...closed, examples: [{ topic: 'contract.created' }] },
)

export const madeDelivery = Type.Object(
  { deliveryId: Type.Integer() },
  { examples: [{ deliveryId: 90_217 }] },
)

export const HealthV2 = Type.Object(
  {
    waiting: Type.Integer({ description: 'Due, or being collected until the end of a window.' }),
    held: Type.Integer({ description: 'Due while the subscription is paused.' }),
    acknowledged: Type.Integer({ description: 'In the last 24 hours.' }),
    abandoned: Type.Integer({ description: 'In the last 24 hours.' }),
    suppressed: Type.Integer({ description: 'In the last 24 hours, because the subscription is disabled.' }),
    abandonedToDisable: Type.Integer({
      description: 'This many abandoned within 24 hours disable the subscription.',
    }),
    oldestDueDateUtc: NullableDateTime,
    lastAcknowledgedDateUtc: NullableDateTime,
    lastFailure: Type.Unsafe<{ dateUtc: string; status: number | null; error: string | null } | null>({
      type: ['object', 'null'],
      properties: { dateUtc: DateTime, status: { type: ['integer', 'null'] }, error: NullableText },
      required: ['dateUtc', 'status', 'error'],
    }),
  },
  {
    examples: [
      {
        waiting: 2,
        held: 0,
        acknowledged: 341,
        abandoned: 1,
        suppressed: 0,
        abandonedToDisable: 10,
        oldestDueDateUtc: '2026-03-02T09:00:00.000Z',
        lastAcknowledgedDateUtc: '2026-03-02T08:59:58.120Z',
        lastFailure: { dateUtc: '2026-03-02T07:10:00.000Z', status: 503, error: null },
      },
    ],
  },
)

/** A subscription in its v2 shape. */
export const subscriptionToV2 = (subscription: Subscription): Static<typeof SubscriptionV2> => ({
  id: subscription.id,
  topics: [...subscription.topics],
  subscriptionUrl: subscription.url,
  clientState: subscription.clientState,
  status: subscriptionStatuses[subscription.status],
  disabledBecause: subscription.disabledBecause,
  created: { dateUtc: subscription.createdAt.toISOString() },
  modified: { dateUtc: subscription.modifiedAt.toISOString() },
})

/** The response to a rotation. */
export const rotatedToV2 = (rotated: RotatedSigningSecret): Static<typeof RotatedSigningSecretV2> => ({
  signingSecret: rotated.secret,
  previousSecretsExpireAt: rotated.previousExpireAt.toISOString(),
})

/** Health in its v2 shape. */
export const healthToV2 = ({
  oldestDue,
  lastAcknowledged,
  lastFailure,
  ...counts
}: Health): Static<typeof HealthV2> => ({
  ...counts,
  oldestDueDateUtc: oldestDue?.toISOString() ?? null,
  lastAcknowledgedDateUtc: lastAcknowledged?.toISOString() ?? null,
  lastFailure: lastFailure && {
    dateUtc: lastFailure.startedAt.toISOString(),
    status: lastFailure.status,
    error: lastFailure.error,
  },
})
