// v2 of approvals: asking for the approval of a contract, deciding, and the list of what waits for whom.
import type { FastifyRequest } from 'fastify'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { itemsSchema } from '../../http/v2/paging.ts'
import type { Actor } from '../../platform/actor.ts'
import { approverListing, listApproverRows } from '../approvals/approver-listing.ts'
import { type ApprovalPlace, decideApproval, delegateApproval } from '../approvals/decide-approval.ts'
import {
  checkReason,
  remindApprovers,
  requestApproval,
  restartApproval,
  withdrawApproval,
} from '../approvals/manage-approval.ts'
import { confirmApproval } from '../approvals/confirm-approval.ts'
import { showApproval, showApprovals } from '../approvals/show-approvals.ts'
import {
  decisionBody,
  decisionFromV2,
  delegationBody,
  delegationFromV2,
  newApprovalBody,
  newApprovalFromV2,
  reasonBody,
  reasonFromV2,
} from './approval-bodies.wire.ts'
import { approvalSchema, approvalToV2 } from './approvals.wire.ts'
import { approverColumns, approverProperties, approverSchema, approverToV2 } from './approvers.wire.ts'

const config = { access: { right: 'use' } } as const
const params = pathIds('contractId', 'approvalId')

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/approvals', {
    config,
    summary: 'List who was asked to approve',
    description:
      "One item for each person in each step of the approvals of the contracts that you see. What waits for you: `$filter=(Approver/Id eq me() or Delegate/Id eq me()) and Decision eq 'Waiting'`.",
    item: approverSchema,
    properties: approverProperties,
    columns: approverColumns,
    rows: (reading, actor) => ({
      listing: approverListing,
      page: (asked) => listApproverRows(reading, actor, asked),
    }),
    toV2: approverToV2,
  })

  onGet(server, '/v2/contracts/:contractId/approvals', {
    config,
    summary: 'List the approvals of a contract',
    description: 'The latest first, each with its steps and decisions: the last hundred.',
    returns: itemsSchema(approvalSchema),
    handler: async (request) => {
      const approvals = await showApprovals(app, actorOf(request), idOf(request.params.contractId))
      return { items: approvals.map(approvalToV2) }
    },
  })

  onGet(server, '/v2/contracts/:contractId/approvals/:approvalId', {
    config,
    summary: 'Get an approval of a contract',
    description: 'With its steps, the decisions, and what you can do with it now.',
    returns: approvalSchema,
    handler: async (request) => {
      const { contractId, approvalId } = placeOf(request)
      return approvalToV2(await showApproval(app, actorOf(request), contractId, approvalId))
    },
  })
}

const requestRoute: RouteModule = (server, app) => {
  onPost(server, '/v2/contracts/:contractId/approvals', {
    config: { ...config, documentedBodies: newApprovalBody },
    summary: 'Ask for approval of a contract',
    description:
      'Asks the people whom the rules of its type name, and those in the body; moves the contract to Approval. Approvers become members, so that they see it. 409 while another request waits, or when nobody is to be asked.',
    creates: approvalSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const contractId = idOf(request.params.contractId)
      await requestApproval(app, actor, contractId, newApprovalFromV2(request.body))
      const shown = await showApproval(app, actor, contractId)
      reply.header('location', `/v2/contracts/${contractId}/approvals/${shown.approval.id}`)
      return approvalToV2(shown)
    },
  })
}

type Placed = FastifyRequest<{ Params: { contractId: string; approvalId: string } }>

const placeOf = ({ params: { contractId, approvalId } }: Placed): ApprovalPlace => ({
  contractId: idOf(contractId),
  approvalId: idOf(approvalId),
})

type Act = (actor: Actor, place: ApprovalPlace, body: unknown) => Promise<void>

const actRoutes: RouteModule = (server, app) => {
  const handler =
    (run: Act) =>
    async (request: Placed): Promise<ReturnType<typeof approvalToV2>> => {
      const place = placeOf(request)
      await run(actorOf(request), place, request.body)
      return approvalToV2(await showApproval(app, actorOf(request), place.contractId, place.approvalId))
    }
  const decide = (decision: 'Approved' | 'Declined') =>
    handler((actor, place, body) => decideApproval(app, actor, place, { decision, ...decisionFromV2(body) }))

  server.post(
    '/v2/contracts/:contractId/approvals/:approvalId/approve',
    {
      config: { ...config, documentedBodies: decisionBody },
      schema: {
        summary: 'Approve',
        description:
          'For those whose decision is waited for; with `for`, for their delegate of the day, and for administrators. The next step is asked when this one is done. 403 for the owner and the person who asked; 409 when what is approved has changed since they were asked.',
        params,
        response: { 200: approvalSchema },
      },
    },
    decide('Approved'),
  )
  server.post(
    '/v2/contracts/:contractId/approvals/:approvalId/decline',
    {
      config: { ...config, documentedBodies: decisionBody },
      schema: {
        summary: 'Decline to approve',
        description:
          'Ends the approval: a comment must say why. The contract stays in Approval. Delegates and administrators can decline for an approver, with `for`.',
        params,
        response: { 200: approvalSchema },
      },
    },
    decide('Declined'),
  )
  server.post(
    '/v2/contracts/:contractId/approvals/:approvalId/delegate',
    {
      config: { ...config, documentedBodies: delegationBody },
      schema: {
        summary: 'Delegate the decision',
        description:
          'Approvers hand their decision to another person of the organisation, who becomes a member. Their delegate of the day and administrators can do so for somebody who is away, with `from`. Nobody can hand it to the owner, to the person who asked, or to themselves.',
        params,
        response: { 200: approvalSchema },
      },
    },
    handler((actor, place, body) => delegateApproval(app, actor, place, delegationFromV2(body))),
  )
  server.post(
    '/v2/contracts/:contractId/approvals/:approvalId/remind',
    {
      config,
      schema: {
        summary: 'Remind the approvers',
        description:
          'Notifies everybody whose decision is waited for; 409 within an hour of the last reminder.',
        params,
        response: { 200: approvalSchema },
      },
    },
    handler((actor, place) => remindApprovers(app, actor, place)),
  )
  server.post(
    '/v2/contracts/:contractId/approvals/:approvalId/withdraw',
    {
      config: { ...config, documentedBodies: reasonBody },
      schema: {
        summary: 'Withdraw a request for approval',
        description:
          'While it waits or after it was declined. Rules of the contract type ask again before signing.',
        params,
        response: { 200: approvalSchema },
      },
    },
    handler((actor, place, body) => withdrawApproval(app, actor, place, reasonFromV2(body))),
  )
  server.post(
    '/v2/contracts/:contractId/approvals/:approvalId/keep',
    {
      config: { ...config, documentedBodies: reasonBody },
      schema: {
        summary: 'Ask the approvers to confirm after a change',
        description:
          'For those who may change the contract: those who approved are asked to confirm. For somebody who approved: their decision is confirmed, and the others are asked. The reason goes into the history. 409 when nothing has changed, or when the rules now ask for more.',
        params,
        response: { 200: approvalSchema },
      },
    },
    handler((actor, place, body) => confirmApproval(app, actor, place, checkReason(reasonFromV2(body)))),
  )
}

const restartRoute: RouteModule = (server, app) => {
  onPost(server, '/v2/contracts/:contractId/approvals/:approvalId/restart', {
    config: { ...config, documentedBodies: reasonBody },
    summary: 'Restart an approval',
    description:
      'Withdraws this one and asks everyone again, about the document as it is now; moves the contract to Approval. Returns the new approval.',
    creates: approvalSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const place = placeOf(request)
      await restartApproval(app, actor, place, checkReason(reasonFromV2(request.body)))
      const shown = await showApproval(app, actor, place.contractId)
      reply.header('location', `/v2/contracts/${place.contractId}/approvals/${shown.approval.id}`)
      return approvalToV2(shown)
    },
  })
}

export const approvalRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, requestRoute, actRoutes, restartRoute]) routes(server, app)
}
