// v2 of proposals of rates: lists, one with what it would change, proposing, and each step.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { type Answer, answerProposal } from '../../rates/answer-proposal.ts'
import { getProposal, proposalRows } from '../../rates/list-proposals.ts'
import { proposeRates } from '../../rates/propose-rates.ts'
import {
  counterFromV2,
  counterSchema,
  listedProposalProperties,
  newProposalExample,
  newProposalFromV2,
  newProposalSchema,
  noteFromV2,
  noteSchema,
  proposalColumns,
  proposalDetailsSchema,
  proposalDetailsToV2,
  proposalSchema,
  proposalToV2,
} from './proposals.wire.ts'
import { rateInputNames, reasonFromV2 } from './rate-bodies.wire.ts'
import { longestReason } from './rates.wire.ts'

const use = { access: { right: 'use' } } as const
const step = { ...use, ifMatch: true, etag: true } as const
const manage = { access: { right: 'manage-invoices' }, ifMatch: true, etag: true } as const

async function shownProposal(app: App, actor: Actor, reply: FastifyReply, id: number) {
  const details = await getProposal(app, actor, id, proposalColumns)
  reply.header('etag', etagOf(Number(details.row['version'])))
  return proposalDetailsToV2(details)
}

type StepRequest = FastifyRequest<{ Params: { proposalId: string } }>

async function answered(
  app: App,
  request: StepRequest,
  reply: FastifyReply,
  answer: Omit<Answer, 'checkVersion'>,
) {
  const [actor, id] = [actorOf(request), idOf(request.params.proposalId)]
  await answerProposal(app, actor, id, { ...answer, checkVersion: versionCheck(request) })
  return shownProposal(app, actor, reply, id)
}

const once =
  '409 says what it is if that is not possible any more. With If-Match, only the version that you have read.'

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/rateProposals', {
    config: use,
    summary: 'List proposals of rates',
    description:
      'What law firms propose, for people who work on invoices; for those of a law firm its own proposals.',
    item: proposalSchema,
    properties: listedProposalProperties,
    columns: proposalColumns,
    rows: (reading, actor) => proposalRows(reading, actor),
    toV2: proposalToV2,
  })

  onGet(server, '/v2/rateProposals/:proposalId', {
    config: { ...use, etag: true },
    summary: 'Get a proposal of rates',
    description:
      'With each rate, by how many percent it would rise, and what that would cost a year on last year’s hours.',
    returns: proposalDetailsSchema,
    handler: (request, reply) => shownProposal(app, actorOf(request), reply, idOf(request.params.proposalId)),
  })
}

const firmRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/rateProposals', {
    config: {
      ...use,
      etag: true,
      documentedBodies: jsonBody(newProposalSchema, newProposalExample),
      inputNames: rateInputNames,
    },
    summary: 'Propose rates',
    description: 'For a law firm, to an organisation that it works for: new rates, or others from a day on.',
    creates: proposalDetailsSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await proposeRates(app, actor, newProposalFromV2(request.body))
      reply.header('location', `/v2/rateProposals/${id}`)
      return shownProposal(app, actor, reply, id)
    },
  })

  onPost(server, '/v2/rateProposals/:proposalId/accept', {
    config: { ...step, documentedBodies: jsonBody(noteSchema, {}) },
    operationId: 'acceptRateProposal',
    summary: 'Accept the rates that were offered',
    description: `For the law firm: the rates of the counter are agreed. ${once}`,
    returns: proposalDetailsSchema,
    handler: (request, reply) =>
      answered(app, request, reply, { move: 'accept', note: noteFromV2(request.body) }),
  })

  onPost(server, '/v2/rateProposals/:proposalId/withdraw', {
    config: { ...step, documentedBodies: jsonBody(noteSchema, { note: 'We will propose others.' }) },
    operationId: 'withdrawRateProposal',
    summary: 'Withdraw a proposal of rates',
    description: `For the law firm, until it is approved or declined. ${once}`,
    returns: proposalDetailsSchema,
    handler: (request, reply) =>
      answered(app, request, reply, { move: 'withdraw', note: noteFromV2(request.body) }),
  })
}

const customerRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/rateProposals/:proposalId/approve', {
    config: { ...manage, documentedBodies: jsonBody(noteSchema, {}) },
    operationId: 'approveRateProposal',
    summary: 'Approve a proposal of rates',
    description: `Its rates are agreed, and earlier ones for the same work end the day before. ${once}`,
    returns: proposalDetailsSchema,
    handler: (request, reply) =>
      answered(app, request, reply, { move: 'approve', note: noteFromV2(request.body) }),
  })

  onPost(server, '/v2/rateProposals/:proposalId/counter', {
    config: {
      ...manage,
      documentedBodies: jsonBody(counterSchema, {
        rates: [{ number: 1, rate: 420 }],
        note: 'Two percent, as for the others',
      }),
    },
    operationId: 'counterRateProposal',
    summary: 'Offer other rates',
    description: `In place of those that are proposed; the others stay as proposed. The firm accepts or withdraws. ${once}`,
    returns: proposalDetailsSchema,
    handler: (request, reply) =>
      answered(app, request, reply, { move: 'counter', ...counterFromV2(request.body) }),
  })

  onPost(server, '/v2/rateProposals/:proposalId/decline', {
    config: {
      ...manage,
      documentedBodies: jsonBody(
        Type.Object({ reason: Type.String({ minLength: 1, maxLength: longestReason }) }),
        { reason: 'Rates were raised this year already.' },
      ),
    },
    operationId: 'declineRateProposal',
    summary: 'Decline a proposal of rates',
    description: `With a reason, which the firm sees. ${once}`,
    returns: proposalDetailsSchema,
    handler: (request, reply) =>
      answered(app, request, reply, { move: 'decline', note: reasonFromV2(request.body) }),
  })
}

export const rateProposalRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, firmRoutes, customerRoutes]) routes(server, app)
}
