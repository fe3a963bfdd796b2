// v2 of the caller's delegates for approvals: who decides for them while they are away, and for whom they decide.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { needed, neverNull, propertiesOf, trimmedDayIn, userIdIn } from '../../http/v2/merge-patch.ts'
import { personExample, userReference } from '../../http/v2/references.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import {
  type ApprovalDelegate,
  getApprovalDelegate,
  listApprovalDelegates,
} from '../../identity/users/approval-delegates.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import { nameApprovalDelegate, withdrawApprovalDelegate } from '../approvals/name-delegate.ts'

const config = { access: { right: 'use' } } as const

const day = Type.String({ format: 'date' })
const properties = {
  id: Type.Integer(),
  user: Type.Object(userReference, { description: 'Whose approvals they are.' }),
  delegate: Type.Object(userReference, { description: 'Who decides for them.' }),
  firstDay: day,
  lastDay: day,
  now: Type.Boolean({
    description: 'Whether today is one of the days, in the calendar of the organisation.',
  }),
}
const example = {
  id: 3,
  user: personExample,
  delegate: {
    ...personExample,
    id: '0f0e1d52-7a3c-4f0b-8a8e-2f5d9c1b6e44',
    email: 'ben@harbour.example',
    firstName: 'Ben',
  },
  firstDay: '2026-12-21',
  lastDay: '2027-01-03',
  now: false,
}
const schema = Type.Object(properties, { examples: [example] })
const listSchema = Type.Object({ items: Type.Array(schema) }, { examples: [{ items: [example] }] })

async function shown(app: App, actor: Actor, all: readonly ApprovalDelegate[]) {
  const today = await localDay(app.db, actor.organisationId, app.clock.now())
  const people = await peopleByIds(
    app.db,
    all.flatMap(({ userId, delegateId }) => [userId, delegateId]),
  )
  const userOf = (id: string) => {
    const { organisationId = 0, ...rest } = people.get(id) ?? { id, email: '', firstName: '', lastName: '' }
    return { ...rest, organizationId: organisationId }
  }
  return all.map(({ id, userId, delegateId, firstDay, lastDay }) => ({
    id,
    user: userOf(userId),
    delegate: userOf(delegateId),
    firstDay,
    lastDay,
    now: firstDay <= today && today <= lastDay,
  }))
}

const showOne = async (app: App, actor: Actor, id: number) => {
  const [one] = await shown(app, actor, [await getApprovalDelegate(app.db, actor, id)])
  return one as NonNullable<typeof one>
}

function newFromV2(body: unknown) {
  const given = propertiesOf(body, ['delegate', 'firstDay', 'lastDay'])
  const dayOf = (name: 'firstDay' | 'lastDay') => needed(name, neverNull(name, trimmedDayIn(given, name)))
  return {
    delegateId: needed('delegate', neverNull('delegate', userIdIn(given, 'delegate'))),
    firstDay: dayOf('firstDay'),
    lastDay: dayOf('lastDay'),
  }
}

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/me/approvalDelegates', {
    config,
    summary: 'List your delegates for approvals',
    description:
      'Those whom you have named (`user` is you), and those whom you decide for (`delegate` is you): of today and later, the earliest first.',
    returns: listSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const today = await localDay(app.db, actor.organisationId, app.clock.now())
      return { items: await shown(app, actor, await listApprovalDelegates(app.db, actor, today)) }
    },
  })

  onGet(server, '/v2/me/approvalDelegates/:delegateId', {
    config,
    summary: 'Get one of your delegates for approvals',
    description: 'One that you have named, or that you are.',
    returns: schema,
    handler: (request) => showOne(app, actorOf(request), idOf(request.params.delegateId)),
  })
}

export const approvalDelegateRoutes: RouteModule = (server, app) => {
  readRoutes(server, app)
  onPost(server, '/v2/me/approvalDelegates', {
    config: {
      ...config,
      documentedBodies: jsonBody(
        Type.Object(
          { delegate: Type.Object({ id: userReference.id }), firstDay: day, lastDay: day },
          { additionalProperties: false },
        ),
        { delegate: { id: personExample.id }, firstDay: '2026-12-21', lastDay: '2027-01-03' },
      ),
    },
    summary: 'Name a delegate for your approvals',
    description:
      'A person of your organisation who decides on what you are asked to approve, from the first to the last day, a year at most. They are notified by mail, and become a member of the contracts that wait for you. They decide neither on contracts that they own nor where they asked for the approval. 409 while you have another delegate on one of the days.',
    creates: schema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await nameApprovalDelegate(app, actor, newFromV2(request.body))
      reply.header('location', `/v2/me/approvalDelegates/${id}`)
      return await showOne(app, actor, id)
    },
  })

  onDelete(server, '/v2/me/approvalDelegates/:delegateId', {
    config,
    summary: 'Withdraw a delegate for approvals',
    description:
      'One that you have named, or that you are; the other person is notified by mail. What the delegate has decided stays, and so does their membership of the contracts.',
    handler: (request) => withdrawApprovalDelegate(app, actorOf(request), idOf(request.params.delegateId)),
  })
}
