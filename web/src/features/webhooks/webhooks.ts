// Requests about webhook subscriptions: their properties, secrets and health, and the log of what was sent.
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

/** A subscription of the person. */
export type Subscription = Item<'/v2/webhookSubscriptions'>
export type Topic = Subscription['topics'][number]
export type Health = Answer<'/v2/webhookSubscriptions/{id}/health'>
/** A notification, as the log has it. */
export type Delivery = Item<'/v2/webhookSubscriptions/{id}/deliveries'>
export type DeliveryState = Delivery['state']
/** A notification with its attempts and what is sent. */
export type DeliveryDetails = Answer<'/v2/webhookSubscriptions/{id}/deliveries/{deliveryId}'>
export type Attempt = DeliveryDetails['attempts'][number]
type Changes = Sent<'/v2/webhookSubscriptions/{id}', 'patch'>
/** A time range to be sent again. */
export type Range = Omit<Sent<'/v2/webhookSubscriptions/{id}/replay', 'post'>, 'dryRun'>

/** What the log shows. */
export interface LogFilter {
  readonly state: DeliveryState | undefined
  readonly topic: Topic | undefined
}

const PAGE = 50
const every = ['webhooks']
const path = (id: number) => ({ path: { id } })
const invalidation = { queryKey: every }

/** All that is known of a subscription, to be read again. */
export const everythingOf = (id: number) => ({ queryKey: [...every, id] })

const listQuery = queryOptions({
  queryKey: [...every, 'list'],
  // nobody has more than 50
  queryFn: () => answer(client.GET('/v2/webhookSubscriptions', { params: { query: { $top: 200 } } })),
})

const oneQuery = (id: number) =>
  queryOptions({
    queryKey: [...every, id],
    queryFn: () => answer(client.GET('/v2/webhookSubscriptions/{id}', { params: path(id) })),
  })

const healthQuery = (id: number) =>
  queryOptions({
    queryKey: [...every, id, 'health'],
    queryFn: () => answer(client.GET('/v2/webhookSubscriptions/{id}/health', { params: path(id) })),
  })

const logQuery = (id: number, { state, topic }: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...every, id, 'log', state, topic],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/v2/webhookSubscriptions/{id}/deliveries', {
          params: {
            ...path(id),
            query: {
              $top: PAGE,
              $skip: pageParam,
              $count: true,
              ...(state === undefined ? {} : { state }),
              ...(topic === undefined ? {} : { topic }),
            },
          },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ items }, pages) => (items.length < PAGE ? undefined : pages.length * PAGE),
  })

/** The person's subscriptions, oldest first. */
export const useSubscriptions = () => useQuery(listQuery)

/** One subscription of the person. */
export const useSubscription = (id: number) => useQuery(oneQuery(id))

/** How its receiver has answered in the last 24 hours. */
export const useHealth = (id: number) => useQuery(healthQuery(id))

/** The notifications of a subscription, newest first. */
export const useLog = (id: number, filter: LogFilter) => useInfiniteQuery(logQuery(id, filter))

/** One notification with its attempts. */
export const useDelivery = (id: number, deliveryId: number) =>
  useQuery({
    queryKey: [...every, id, 'log', deliveryId],
    queryFn: () =>
      answer(
        client.GET('/v2/webhookSubscriptions/{id}/deliveries/{deliveryId}', {
          params: { path: { id, deliveryId } },
        }),
      ),
  })

function useChange<Answered, Order = void>(mutationFn: (order: Order) => Promise<Answered>) {
  const queries = useQueryClient()
  return useAction({
    mutationFn,
    onSuccess: () => queries.invalidateQueries(invalidation),
    // a secret is not kept once the page that shows it is gone
    gcTime: 0,
  })
}

/** Subscribes; the answer has the signing secret. */
export const useSubscribe = () =>
  useChange((body: { topics: string[]; subscriptionUrl: string; clientState: string | null }) =>
    answer(client.POST('/v2/webhookSubscriptions', { body })),
  )

/** Changes, pauses or resumes a subscription. */
export const useChangeSubscription = (id: number) =>
  useChange((body: Changes) =>
    answer(client.PATCH('/v2/webhookSubscriptions/{id}', { params: path(id), body })),
  )

/** Deletes a subscription with what waits to be sent. */
export const useUnsubscribe = (id: number) =>
  useChange(() => answer(client.DELETE('/v2/webhookSubscriptions/{id}', { params: path(id) })))

/** Sends a test notification. */
export const useSendTest = (id: number) =>
  useChange((topic: Topic) =>
    answer(client.POST('/v2/webhookSubscriptions/{id}/test', { params: path(id), body: { topic } })),
  )

/** Reads the signing secret, when it is asked for. */
export const useShowSecret = (id: number) =>
  useAction({
    mutationFn: () => answer(client.GET('/v2/webhookSubscriptions/{id}/signingSecret', { params: path(id) })),
    gcTime: 0,
  })

/** Makes a new signing secret; the earlier ones sign as well for that many hours. */
export const useRotateSigningSecret = (id: number) =>
  useChange((overlapHours: number) =>
    answer(
      client.POST('/v2/webhookSubscriptions/{id}/signingSecret', {
        params: path(id),
        body: { overlapHours },
      }),
    ),
  )

const ofDelivery = (id: number, deliveryId: number) => ({ path: { id, deliveryId } })

/** Sends a notification that has ended once more. */
export const useReplay = (id: number, deliveryId: number) =>
  useChange(() =>
    answer(
      client.POST('/v2/webhookSubscriptions/{id}/deliveries/{deliveryId}/replay', {
        params: ofDelivery(id, deliveryId),
        body: {},
      }),
    ),
  )

/** Sends a notification that waits for its next attempt. */
export const useSendNow = (id: number, deliveryId: number) =>
  useChange(() =>
    answer(
      client.POST('/v2/webhookSubscriptions/{id}/deliveries/{deliveryId}/sendNow', {
        params: ofDelivery(id, deliveryId),
      }),
    ),
  )

/** How many a range would send. */
export const useReplayCount = (id: number) =>
  useAction({
    mutationFn: (range: Range) =>
      answer(
        client.POST('/v2/webhookSubscriptions/{id}/replay', {
          params: path(id),
          body: { ...range, dryRun: true },
        }),
      ),
  })

/** Sends a range again. */
export const useReplayRange = (id: number) =>
  useChange((range: Range) =>
    answer(client.POST('/v2/webhookSubscriptions/{id}/replay', { params: path(id), body: range })),
  )
