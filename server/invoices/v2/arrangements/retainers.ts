// v2 of the fee arrangements for all matters of a law firm, and of the movements of retainers.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { versionCheck } from '../../../http/if-match.ts'
import { namesV2 } from '../../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost, onPut } from '../../../http/routes.ts'
import { getGeneralArrangements } from '../../arrangements/list-arrangements.ts'
import { moveRetainer, withdrawMovement } from '../../arrangements/move-retainer.ts'
import { addArrangement, changeArrangement } from '../../arrangements/set-arrangement.ts'
import { getStatement } from '../../arrangements/show-retainer.ts'
import { withdrawalBody, withdrawalFromV2 } from '../payments/payments.wire.ts'
import {
  changedArrangementBody,
  changedArrangementFromV2,
  newArrangementBody,
  newArrangementFromV2,
} from './arrangement-bodies.wire.ts'
import { arrangementExample, arrangementSchema, arrangementToV2 } from './arrangements.wire.ts'
import { newMovementBody, newMovementFromV2, statementSchema, statementToV2 } from './retainers.wire.ts'

const config = { access: { right: 'use' } } as const

const generalReads: RouteModule = (server, app) => {
  onGet(server, '/v2/feeArrangements', {
    config,
    operationId: 'listGeneralFeeArrangements',
    summary: 'List the fee arrangements for all matters',
    description:
      'Those that are not of one matter: retainers, and discounts by volume with the fees of the current fiscal year, also of matters that you do not see. For people who work on invoices; those of a law firm see what is agreed with their firm.',
    returns: Type.Object(
      { items: Type.Array(arrangementSchema) },
      { examples: [{ items: [arrangementExample] }] },
    ),
    handler: async (request) => {
      const { arrangements, isOwn } = await getGeneralArrangements(app, actorOf(request))
      return { items: arrangements.map((each) => arrangementToV2(each, isOwn)) }
    },
  })
}

const generalWrites: RouteModule = (server, app) => {
  onPost(server, '/v2/feeArrangements', {
    config: {
      ...config,
      inputNames: namesV2({ firmId: 'firm' }),
      documentedBodies: newArrangementBody({
        firm: { id: 12 },
        kind: 'Retainer',
        currency: 'NZD',
        amount: 20_000,
        title: 'General retainer',
      }),
    },
    operationId: 'addGeneralFeeArrangement',
    summary: 'Agree a fee arrangement for all matters',
    description:
      'Of kind Retainer, or of kind Volume: percents off the fees of a fiscal year by tiers, one for each currency of a law firm (409 for another). Other kinds are agreed on a matter. For the organisation that pays.',
    creates: Type.Object(
      { id: Type.Integer() },
      { title: 'NewGeneralFeeArrangement', examples: [{ id: 5 }] },
    ),
    handler: async (request, reply) => {
      const id = await addArrangement(app, actorOf(request), null, newArrangementFromV2(request.body))
      reply.header('location', '/v2/feeArrangements')
      return { id }
    },
  })

  onPut(server, '/v2/feeArrangements/:arrangementId', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: changedArrangementBody({
        amount: 25_000,
        title: 'General retainer',
        reason: 'More work',
      }),
    },
    operationId: 'changeGeneralFeeArrangement',
    summary: 'Change a fee arrangement for all matters',
    description:
      'With a reason; every version is kept. An amount of null takes it away: 409 while something is left of a retainer. With If-Match, only in place of the version that you have read.',
    handler: async (request) => {
      await changeArrangement(app, actorOf(request), null, {
        id: idOf(request.params.arrangementId),
        ...changedArrangementFromV2(request.body),
        checkVersion: versionCheck(request),
      })
    },
  })
}

const movementRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/feeArrangements/:arrangementId/movements', {
    config,
    operationId: 'getRetainerStatement',
    summary: 'Get the statement of a retainer',
    description:
      'Deposits, refunds and payments of invoices with the balance after each. For who sees the arrangement, its law firm among them; 404 for arrangements of other kinds.',
    returns: statementSchema,
    handler: async (request) =>
      statementToV2(await getStatement(app, actorOf(request), idOf(request.params.arrangementId))),
  })

  onPost(server, '/v2/feeArrangements/:arrangementId/movements', {
    config: { ...config, documentedBodies: newMovementBody },
    operationId: 'moveRetainer',
    summary: 'Record a deposit or a refund of a retainer',
    description:
      'For those who may pay invoices. 409 for a refund of more than is left. Invoices are paid from it with POST /v2/invoices/{invoiceId}/payments.',
    creates: Type.Object({ id: Type.Integer() }, { title: 'NewRetainerMovement', examples: [{ id: 3 }] }),
    handler: async (request, reply) => {
      const [actor, id] = [actorOf(request), idOf(request.params.arrangementId)]
      const movement = newMovementFromV2(request.body)
      reply.header('location', `/v2/feeArrangements/${id}/movements`)
      return { id: await moveRetainer(app, actor, id, movement) }
    },
  })

  onPost(server, '/v2/feeArrangements/:arrangementId/movements/:movementId/withdraw', {
    config: { ...config, documentedBodies: withdrawalBody },
    operationId: 'withdrawRetainerMovement',
    summary: 'Take a deposit or a refund back',
    description:
      'One that was recorded by mistake: it stays in the statement with the reason and counts no more. 409 where it was taken back already, or is drawn from since. A payment is taken back on its invoice.',
    handler: async (request) => {
      const { arrangementId, movementId } = request.params
      await withdrawMovement(app, actorOf(request), idOf(arrangementId), {
        movementId: idOf(movementId),
        reason: withdrawalFromV2(request.body),
      })
    },
  })
}

export const retainerRoutes: RouteModule = (server, app) => {
  for (const routes of [generalReads, generalWrites, movementRoutes]) routes(server, app)
}
