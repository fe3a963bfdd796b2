// Shapes of webhook subscriptions in v2.
import Type, { type Static } from 'typebox'
import { topics } from '../../platform/topics.ts'
import type { RotatedSigningSecret } from '../commands/rotate-signing-secret.ts'
import type { Health } from '../log.ts'
import type { Subscription } from '../subscription.ts'

const closed = { additionalProperties: false }
export const DateTime = Type.String({ format: 'date-time' })
export const NullableDateTime = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })
const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const TopicV2 = Type.Unsafe<(typeof topics)[number]>({ type: 'string', enum: [...topics] })

const statuses = { active: 'Active', paused: 'Paused', disabled: 'Disabled' } as const

export const SubscriptionV2 = Type.Object({
  id: Type.Integer(),
  topics: Type.Array(TopicV2),
  subscriptionUrl: Type.String(),
  clientState: NullableText,
  status: Type.Unsafe<(typeof statuses)[keyof typeof statuses]>({
    type: 'string',
    enum: Object.values(statuses),
  }),
  disabledBecause: NullableText,
  created: DateTime,
  modified: DateTime,
})

export const NewSubscriptionV2 = Type.Object(
  {
    topics: Type.Array(Type.String({ description: `One of ${topics.join(', ')}.` })),
    subscriptionUrl: Type.String({ description: 'https, at most 2048 characters' }),
    clientState: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  },
  closed,
)

export const CreatedSubscriptionV2 = Type.Object({
  ...SubscriptionV2.properties,
  signingSecret: Type.String(),
})

export const SubscriptionChangesV2 = Type.Object(
  {
    status: Type.Unsafe<'Active' | 'Paused'>({
      type: 'string',
      enum: ['Active', 'Paused'],
      description: 'What happens while it is paused is held and goes out when it goes on.',
    }),
  },
  closed,
)

export const SigningSecretV2 = Type.Object({ signingSecret: Type.String() })

export const SigningRotationV2 = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'How long notifications are signed with the secrets before it as well.',
      }),
    ),
  },
  closed,
)

export const RotatedSigningSecretV2 = Type.Object({
  signingSecret: Type.String(),
  previousSecretsExpireAt: DateTime,
})

export const TestV2 = Type.Object(
  { topic: Type.Optional(Type.String({ description: 'One of the subscription; the first unless given.' })) },
  closed,
)

export const HealthV2 = Type.Object({
  waiting: Type.Integer({ description: 'Due, or collected until the end of a window.' }),
  held: Type.Integer({ description: 'Due while the subscription is paused.' }),
  acknowledged: Type.Integer({ description: 'In the last 24 hours.' }),
  abandoned: Type.Integer({ description: 'In the last 24 hours.' }),
  suppressed: Type.Integer({ description: 'In the last 24 hours, because the subscription is disabled.' }),
  abandonedToDisable: Type.Integer({ description: 'So many abandoned within 24 hours disable it.' }),
  oldestDueDateUtc: NullableDateTime,
  lastAcknowledgedDateUtc: NullableDateTime,
  lastFailure: Type.Unsafe<{ dateUtc: string; status: number | null; error: string | null } | null>({
    type: ['object', 'null'],
    properties: { dateUtc: DateTime, status: { type: ['integer', 'null'] }, error: NullableText },
    required: ['dateUtc', 'status', 'error'],
  }),
})

/** A subscription as v2 shows it. */
export const subscriptionToV2 = (subscription: Subscription): Static<typeof SubscriptionV2> => ({
  id: subscription.id,
  topics: [...subscription.topics],
  subscriptionUrl: subscription.url,
  clientState: subscription.clientState,
  status: statuses[subscription.status],
  disabledBecause: subscription.disabledBecause,
  created: subscription.createdAt.toISOString(),
  modified: subscription.modifiedAt.toISOString(),
})

/** The answer to a rotation. */
export const rotatedToV2 = (rotated: RotatedSigningSecret): Static<typeof RotatedSigningSecretV2> => ({
  signingSecret: rotated.secret,
  previousSecretsExpireAt: rotated.previousExpireAt.toISOString(),
})

/** Health as v2 shows it. */
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
