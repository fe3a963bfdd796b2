// v2 of approving invoices in steps.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { itemsSchema } from '../../http/v2/paging.ts'
import { choiceIn, needed, propertiesOf, textIn, userIdIn } from '../../http/v2/merge-patch.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import type { App } from '../../platform/app.ts'
import { askApproval } from '../approvals/ask-approval.ts'
import { decideApproval, withdrawApproval } from '../approvals/decide-approval.ts'
import { showApproval } from '../approvals/show-approval.ts'
import {
  listAskedApprovals,
  listWaitingApprovals,
  mostWaiting,
  type WaitingApproval,
} from '../approvals/waiting-approvals.ts'
import {
  askBody,
  decideBody,
  invoiceApprovalSchema,
  invoiceApprovalToV2,
  waitingSchema,
  waitingToV2,
} from './approvals.wire.ts'

const config = { access: { right: 'use' }, ifMatch: true, etag: true } as const
const longest = { longest: 4_000 }
const approval = '/v2/invoices/:invoiceId/approval'

type InvoiceRequest = FastifyRequest<{ Params: { invoiceId: string } }>

export const invoiceApprovalRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/invoices/approvals', {
    config: { access: { right: 'use' } },
    operationId: 'listWaitingInvoiceApprovals',
    summary: 'List the invoices that wait for your approval',
    description: `Those that wait for you, or for somebody whose delegate you are today: the ${mostWaiting} oldest.`,
    returns: itemsSchema(waitingSchema),
    handler: async (request) => shownWaiting(app, await listWaitingApprovals(app, actorOf(request))),
  })

  onGet(server, '/v2/invoices/approvals/asked', {
    config: { access: { right: 'use' } },
    operationId: 'listAskedInvoiceApprovals',
    summary: 'List the invoices whose approval you have asked for',
    description: `Those that others have not answered, once for each of them: the ${mostWaiting} oldest.`,
    returns: itemsSchema(waitingSchema),
    handler: async (request) => shownWaiting(app, await listAskedApprovals(app, actorOf(request))),
  })

  onGet(server, approval, {
    config: { access: { right: 'use' }, etag: true },
    operationId: 'getInvoiceApproval',
    summary: 'Get the approval of an invoice',
    description:
      'Who is asked to approve it, step by step, or who would be asked. For the organisation that pays. The ETag is that of the invoice.',
    returns: invoiceApprovalSchema,
    handler: (request, reply) => shown(app, request, reply),
  })

  onPost(server, approval, {
    config: { ...config, documentedBodies: askBody },
    operationId: 'askInvoiceApproval',
    summary: 'Ask for the approval of an invoice',
    description:
      'Asks the people of the rules that apply, one step after the other; an invoice that was Posted is InReview then. The last approval approves it. 409 when no rule applies: approve the invoice itself.',
    returns: invoiceApprovalSchema,
    handler: async (request, reply) => {
      const properties = propertiesOf(request.body ?? {}, ['comment'])
      const comment = textIn(properties, 'comment', longest) ?? null
      await askApproval(app, actorOf(request), idOf(request.params.invoiceId), {
        comment,
        checkVersion: versionCheck(request),
      })
      return shown(app, request, reply)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/approval/decide', {
    config: { ...config, documentedBodies: decideBody },
    operationId: 'decideInvoiceApproval',
    summary: 'Decide on the approval of an invoice',
    description:
      'For the approvers of the step that waits, and for those who decide for them, named by `for`. Nobody decides on an invoice that they entered or asked for. Declining needs a comment and ends the request; the invoice stays in review. With If-Match, only the version that you have read.',
    returns: invoiceApprovalSchema,
    handler: async (request, reply) => {
      const properties = propertiesOf(request.body, ['decision', 'comment', 'for'])
      await decideApproval(app, actorOf(request), idOf(request.params.invoiceId), {
        decision: needed('decision', choiceIn(properties, 'decision', ['Approved', 'Declined'])),
        comment: textIn(properties, 'comment', longest) ?? null,
        insteadOf: userIdIn(properties, 'for') ?? undefined,
        checkVersion: versionCheck(request),
      })
      return shown(app, request, reply)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/approval/withdraw', {
    config: { access: { right: 'use' }, etag: true },
    operationId: 'withdrawInvoiceApproval',
    summary: 'Withdraw the request for approval of an invoice',
    description: 'What was decided so far counts no more. 409 when nothing is asked.',
    returns: invoiceApprovalSchema,
    handler: async (request, reply) => {
      propertiesOf(request.body ?? {}, [])
      await withdrawApproval(app, actorOf(request), idOf(request.params.invoiceId))
      return shown(app, request, reply)
    },
  })
}

async function shownWaiting(app: App, waiting: readonly WaitingApproval[]) {
  const people = await peopleByIds(
    app.db,
    waiting.flatMap(({ approverId, startedBy }) => [approverId, startedBy]),
  )
  return { items: waiting.map((each) => waitingToV2(each, people)) }
}

async function shown(app: App, request: InvoiceRequest, reply: FastifyReply) {
  const found = await showApproval(app, actorOf(request), idOf(request.params.invoiceId))
  reply.header('etag', etagOf(found.invoice.version))
  return invoiceApprovalToV2(found)
}
