// v2 of the webhook subscriptions of colleagues, for administrators.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { itemsSchema, pageOf, pageQuery } from '../../http/v2/paging.ts'
import { nullable, personExample, userReference } from '../../http/v2/references.wire.ts'
import {
  type ColleaguesSubscription,
  disableColleaguesSubscription,
  listColleaguesSubscriptions,
} from '../colleagues-subscriptions.ts'
import { DateTime, subscriptionStatuses, StatusV2, TopicV2 } from './subscriptions.wire.ts'

const config = { access: { right: 'administer' } } as const

const shown = Type.Object(
  {
    id: Type.Integer(),
    owner: Type.Object(userReference),
    client: nullable<string>('string', { description: 'The integration that made it; null without one.' }),
    host: Type.String({ description: 'Of the address; the rest of it is for its owner.' }),
    topics: Type.Array(TopicV2),
    status: StatusV2,
    disabledBecause: nullable<string>('string'),
    created: Type.Object({ dateUtc: DateTime }),
    waiting: Type.Integer({ description: 'Not delivered yet, or held while it is paused.' }),
    acknowledged: Type.Integer({ description: 'In the last 24 hours.' }),
    abandoned: Type.Integer({ description: 'In the last 24 hours.' }),
  },
  {
    title: 'ColleaguesWebhookSubscription',
    examples: [
      {
        id: 12,
        owner: personExample,
        client: 'Contract sync',
        host: 'hooks.example.com',
        topics: ['contract.created', 'contract.updated'],
        status: 'Active',
        disabledBecause: null,
        created: { dateUtc: '2026-03-02T09:00:00.000Z' },
        waiting: 2,
        acknowledged: 140,
        abandoned: 0,
      },
    ],
  },
)

const toV2 = ({ status, createdAt, topics, owner, ...others }: ColleaguesSubscription) => ({
  ...others,
  owner,
  topics: [...topics],
  status: subscriptionStatuses[status],
  created: { dateUtc: createdAt.toISOString() },
})

export const colleaguesSubscriptionRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/colleaguesWebhookSubscriptions', {
    config,
    summary: 'List the webhook subscriptions of all people of your organisation',
    description:
      'Oldest first: who is notified where, of what, and how that has gone in the last 24 hours. The whole address, the state and the secret are shown to the owner only.',
    querystring: Type.Object(pageQuery),
    returns: itemsSchema(shown),
    handler: async (request) => ({
      items: (await listColleaguesSubscriptions(app, actorOf(request), pageOf(request.query))).map(toV2),
    }),
  })

  onPost(server, '/v2/colleaguesWebhookSubscriptions/:id/disable', {
    config,
    operationId: 'disableColleaguesWebhookSubscription',
    summary: 'Disable the webhook subscription of a colleague',
    description:
      'For good, with a reason, which its owner gets by mail. Notifications that wait are not sent. 409 for one that is disabled.',
    body: Type.Object(
      { reason: Type.String({ minLength: 1, maxLength: 1_000 }) },
      { additionalProperties: false, examples: [{ reason: 'The vendor was replaced.' }] },
    ),
    handler: (request) =>
      disableColleaguesSubscription(app, actorOf(request), {
        id: idOf(request.params.id),
        reason: request.body.reason.trim(),
      }),
  })
}
