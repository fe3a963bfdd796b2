// Webhooks: the terms, and the rules that depend on nothing but the subscription itself.
//
// subscription   a user's request to be notified of topics at an address, which never changes
// event          what happened (platform/events/change.ts)
// delivery       one notification for one subscription: of an event, of several collected events of one resource, a
//                test,
//                or a replay of an earlier one
// attempt        one try to deliver it
// held           due, but its subscription is paused
// acknowledged   the receiver answered 2xx in time
// abandoned      the last attempt failed
// suppressed     not sent: the subscription was already disabled, or the database was restored from a backup
// cancelled      not sent, because the subscriber may not see the subject (any more), or deleted the subscription
import { type AppError, badInput, badInputs, type Reason, sentence } from '../platform/errors.ts'
import { type AddressFault, faultOfAddress, maxAddressLength } from '../platform/outbound/https-address.ts'
import { isTopic, type Topic, topics as allTopics } from '../platform/events/topics.ts'

/** A paused subscription holds its notifications until it is resumed; a disabled one is final. */
export type SubscriptionStatus = 'active' | 'paused' | 'disabled'

export const deliveryStates = [
  'pending',
  'held',
  'acknowledged',
  'abandoned',
  'cancelled',
  'suppressed',
] as const
export type DeliveryState = (typeof deliveryStates)[number]
export type DeliveryKind = 'event' | 'replay' | 'test'

export interface Subscription {
  readonly id: number
  readonly userId: string
  readonly topics: readonly Topic[]
  /** As given, character for character. */
  readonly url: string
  readonly clientState: string | null
  readonly status: SubscriptionStatus
  readonly createdAt: Date
  readonly modifiedAt: Date
  readonly modifiedBy: string
  readonly disabledBecause: string | null
}

export interface NewSubscription {
  readonly topics: readonly string[]
  readonly url: string
  readonly clientState?: string | null
  /** The topics to choose from: those of v1, or all. */
  readonly offered?: readonly Topic[]
}

const longestState = 128

/** The topics of a new subscription, without duplicates; throws 400 listing everything that is invalid. */
export function checkSubscription({
  topics,
  url,
  clientState,
  offered = allTopics,
}: NewSubscription): readonly Topic[] {
  const isOffered = (topic: string): topic is Topic => isTopic(topic) && offered.includes(topic)
  const unknown = topics.filter((topic) => !isOffered(topic))
  const errors = {
    topics:
      topics.length === 0
        ? 'is empty: give at least one.'
        : unknown.length > 0
          ? sentence(
              `There is no topic ${JSON.stringify(unknown[0]?.slice(0, 100))}. The topics are ${offered.join(', ')}.`,
            )
          : undefined,
    subscriptionUrl: urlProblem(url),
    clientState:
      clientState && clientState.length > longestState
        ? `must have at most ${longestState} characters.`
        : clientState?.includes('\0')
          ? 'must not contain the NUL character.'
          : undefined,
  }
  const wrong = Object.entries(errors).flatMap(([name, reason]): [string, Reason[]][] =>
    reason === undefined ? [] : [[name, [reason]]],
  )
  if (wrong.length > 0) throw badInputs(Object.fromEntries(wrong))
  return [...new Set(topics.filter(isOffered))]
}

const urlProblems: Record<AddressFault, string> = {
  'too long': `must have at most ${maxAddressLength} characters.`,
  'not https': 'must be an https address, such as https://hooks.example.com/chancery.',
  'with credentials':
    'must not contain a user name or a password: receivers are not called with credentials.',
}

function urlProblem(text: string): string | undefined {
  const fault = faultOfAddress(text)
  return fault && urlProblems[fault]
}

/** The error for a receiver whose address may not be called. */
export const addressRefused = (reason: string): AppError =>
  badInput('subscriptionUrl', `must be publicly reachable: ${reason}.`)
