// Webhooks: the words, and the rules that need nothing but the subscription itself.
//
// subscription   a person's wish to be told of topics at an address; never changed, only deleted
// event          what happened (platform/change.ts)
// delivery       one notification: an event, or several of one resource that were collected, for one subscription; or a test, or
//                an earlier one once more (a replay)
// attempt        one try to deliver it
// held           due, but its subscription is paused
// acknowledged   the receiver answered 2xx in time
// abandoned      the last attempt failed
// suppressed     not sent: the subscription was disabled when it happened, or the database was restored from a backup
// cancelled      not sent, because the subscriber may not be told (any more)
import { AppError, badInputs } from '../platform/errors.ts'
import { type AddressFault, faultOfAddress, longestAddress } from '../platform/outbound/https-address.ts'
import { isTopic, type Topic, topics as allTopics } from '../platform/topics.ts'

/** A paused one keeps what happens for the day it goes on; a disabled one is at its end. */
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
  /** As it was given, character for character. */
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
}

const longestState = 128

/** The topics of a new subscription, each once; throws 400 with everything that is wrong with it. */
export function checkSubscription({ topics, url, clientState }: NewSubscription): readonly Topic[] {
  const unknown = topics.filter((topic) => !isTopic(topic))
  const errors = {
    topics:
      topics.length === 0
        ? 'topics is empty: name at least one.'
        : unknown.length > 0
          ? `There is no topic ${JSON.stringify(unknown[0]?.slice(0, 100))}. The topics are ${allTopics.join(', ')}.`
          : undefined,
    subscriptionUrl: urlProblem(url),
    clientState:
      clientState && clientState.length > longestState
        ? `clientState must have ${longestState} characters at most.`
        : clientState?.includes('\0')
          ? 'clientState must not contain the character NUL.'
          : undefined,
  }
  const wrong = Object.entries(errors).flatMap(([name, message]): [string, string[]][] =>
    message === undefined ? [] : [[name, [message]]],
  )
  if (wrong.length > 0) throw badInputs(Object.fromEntries(wrong))
  return [...new Set(topics.filter(isTopic))]
}

const urlProblems: Record<AddressFault, string> = {
  'too long': `subscriptionUrl must have ${longestAddress} characters at most.`,
  'not https': 'subscriptionUrl must be an https address, such as https://hooks.example.com/chancery.',
  'with credentials':
    'subscriptionUrl must not hold a user name or a password: receivers are not authenticated to.',
}

function urlProblem(text: string): string | undefined {
  const fault = faultOfAddress(text)
  return fault && urlProblems[fault]
}

/** What a creation says when the receiver's address may not be called. */
export const addressRefused = (reason: string): AppError =>
  badInputs({ subscriptionUrl: [`subscriptionUrl must be publicly reachable: ${reason}.`] })
