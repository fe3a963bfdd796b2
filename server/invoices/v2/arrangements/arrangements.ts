// v2 of the fee arrangements of a matter.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { versionCheck } from '../../../http/if-match.ts'
import { namesV2 } from '../../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost, onPut } from '../../../http/routes.ts'
import { getArrangements } from '../../arrangements/list-arrangements.ts'
import { getArrangementsOfInvoice } from '../../arrangements/arrangements-of-invoice.ts'
import { setOutcome } from '../../arrangements/set-outcome.ts'
import { addArrangement, changeArrangement } from '../../arrangements/set-arrangement.ts'
import {
  usedArrangementExample,
  usedArrangementSchema,
  usedArrangementToV2,
} from './arrangements-of-invoice.wire.ts'
import {
  changedArrangementBody,
  changedArrangementFromV2,
  newArrangementBody,
  newArrangementFromV2,
} from './arrangement-bodies.wire.ts'
import { arrangementExample, arrangementSchema, arrangementToV2 } from './arrangements.wire.ts'
import { outcomeBody, outcomeFromV2 } from './success.wire.ts'

const config = { access: { right: 'use' } } as const

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matters/:matterId/feeArrangements', {
    config,
    operationId: 'listFeeArrangements',
    summary: 'List the fee arrangements of a matter',
    description:
      'What is agreed with law firms on their fees beside rates, with what is billed of it, and all versions. People of a law firm see those of their own firm, without the reasons for changes and the people who made them.',
    returns: Type.Object(
      { items: Type.Array(arrangementSchema) },
      { examples: [{ items: [arrangementExample] }] },
    ),
    handler: async (request) => {
      const { arrangements, isOwn } = await getArrangements(
        app,
        actorOf(request),
        idOf(request.params.matterId),
      )
      return { items: arrangements.map((each) => arrangementToV2(each, isOwn)) }
    },
  })

  onGet(server, '/v2/invoices/:invoiceId/feeArrangements', {
    config,
    operationId: 'listFeeArrangementsOfInvoice',
    summary: 'List the fee arrangements of an invoice',
    description:
      'Those of its law firm on its matter and in its currency, with what is billed of each before this invoice and with it. A draft counts as if it was posted.',
    returns: Type.Object(
      { items: Type.Array(usedArrangementSchema) },
      { examples: [{ items: [usedArrangementExample] }] },
    ),
    handler: async (request) => {
      const invoiceId = idOf(request.params.invoiceId)
      const used = await getArrangementsOfInvoice(app, actorOf(request), invoiceId)
      return { items: used.map(usedArrangementToV2) }
    },
  })
}

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/matters/:matterId/feeArrangements', {
    config: {
      ...config,
      inputNames: namesV2({ firmId: 'firm' }),
      documentedBodies: newArrangementBody({
        firm: { id: 12 },
        kind: 'Fixed',
        currency: 'NZD',
        amount: 12_000,
        title: 'First instance',
      }),
    },
    operationId: 'addFeeArrangement',
    summary: 'Agree a fee arrangement',
    description:
      'For those who may set the budget of the matter. Fixed: an amount for all work, by phase, or by milestones. Capped: the most that hourly fees come to, in all or by phase. Success: an amount, or a percentage of a result, that is due once its success is recorded, and billed under a number of its own (billedAs). Retainer: what the firm is to hold, paid in advance. Volume is agreed for all matters, with POST /v2/feeArrangements. 409 where the same work is in another fixed fee of the firm already.',
    creates: Type.Object({ id: Type.Integer() }, { title: 'NewFeeArrangement', examples: [{ id: 4 }] }),
    handler: async (request, reply) => {
      const matterId = idOf(request.params.matterId)
      const id = await addArrangement(app, actorOf(request), matterId, newArrangementFromV2(request.body))
      reply.header('location', `/v2/matters/${matterId}/feeArrangements`)
      return { id }
    },
  })

  onPut(server, '/v2/matters/:matterId/feeArrangements/:arrangementId', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: changedArrangementBody({
        amount: 14_000,
        title: 'First instance',
        reason: 'A counterclaim',
      }),
    },
    operationId: 'changeFeeArrangement',
    summary: 'Change a fee arrangement',
    description:
      'With a reason; every version is kept. An amount of null takes it away. With If-Match, only in place of the version that you have read.',
    handler: async (request) => {
      const { matterId, arrangementId } = request.params
      await changeArrangement(app, actorOf(request), idOf(matterId), {
        id: idOf(arrangementId),
        ...changedArrangementFromV2(request.body),
        checkVersion: versionCheck(request),
      })
    },
  })
}

const outcomeRoutes: RouteModule = (server, app) => {
  onPut(server, '/v2/matters/:matterId/feeArrangements/:arrangementId/outcome', {
    config: { ...config, ifMatch: true, documentedBodies: outcomeBody },
    operationId: 'setSuccessOutcome',
    summary: 'Record the outcome of a success fee',
    description:
      'For those who may set the budget of the matter. Once it succeeded, what is not billed is committed, and the terms no longer change. A correction is kept with what was recorded before; 409 while something of the fee is billed. With If-Match, only in place of the outcome that you have read (0 without one).',
    handler: async (request) => {
      const { matterId, arrangementId } = request.params
      const of = {
        matterId: idOf(matterId),
        id: idOf(arrangementId),
        checkVersion: versionCheck(request),
      }
      await setOutcome(app, actorOf(request), of, outcomeFromV2(request.body))
    },
  })
}

export const arrangementRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes, outcomeRoutes]) routes(server, app)
}
