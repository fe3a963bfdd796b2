// v2 of allocations: of an invoice, and what invoices of a matter begin with.
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPut } from '../../../http/routes.ts'
import { getDefaultAllocation, setDefaultAllocation } from '../../allocation/default-allocation.ts'
import { setAllocation } from '../../allocation/set-allocation.ts'
import { getAllocation } from '../../allocation/show-allocation.ts'
import {
  allocationBody,
  allocationFromV2,
  allocationSchema,
  allocationToV2,
  defaultAllocationBody,
  defaultAllocationSchema,
  shareToV2,
} from './shares.wire.ts'

const config = { access: { right: 'use' } } as const

const invoiceRoutes: RouteModule = (server, app) => {
  const path = '/v2/invoices/:invoiceId/allocation'

  onGet(server, path, {
    config: { ...config, etag: true },
    operationId: 'getInvoiceAllocation',
    summary: 'Get the allocation of an invoice',
    description:
      'Over which cost centres and legal entities it goes, with the amounts. For people of the organisation that pays. The ETag is that of the invoice.',
    returns: allocationSchema,
    handler: async (request, reply) => {
      const allocation = await getAllocation(app, actorOf(request), idOf(request.params.invoiceId))
      reply.header('etag', etagOf(allocation.version))
      return allocationToV2(allocation)
    },
  })

  onPut(server, path, {
    config: { ...config, ifMatch: true, etag: true, documentedBodies: allocationBody },
    operationId: 'setInvoiceAllocation',
    summary: 'Allocate an invoice',
    description:
      'Replaces all shares. For those who review it until it is approved; afterwards for those who may approve it, with a reason, until it is exported to finance. With If-Match, only the version of the invoice that you have read.',
    returns: allocationSchema,
    handler: async (request, reply) => {
      const [actor, id] = [actorOf(request), idOf(request.params.invoiceId)]
      await setAllocation(app, actor, id, {
        ...allocationFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      const allocation = await getAllocation(app, actor, id)
      reply.header('etag', etagOf(allocation.version))
      return allocationToV2(allocation)
    },
  })
}

const matterRoutes: RouteModule = (server, app) => {
  const path = '/v2/matters/:matterId/allocation'

  onGet(server, path, {
    config,
    operationId: 'getMatterAllocation',
    summary: 'Get what invoices of a matter are allocated over',
    description: 'For people of the organisation that owns the matter.',
    returns: defaultAllocationSchema,
    handler: async (request) => ({
      shares: (await getDefaultAllocation(app, actorOf(request), idOf(request.params.matterId))).map(
        shareToV2,
      ),
    }),
  })

  onPut(server, path, {
    config: { ...config, documentedBodies: defaultAllocationBody },
    operationId: 'setMatterAllocation',
    summary: 'Say what invoices of a matter are allocated over',
    description:
      'Invoices get these shares when they are posted. Those that are posted already stay as they are. For those who may set the budget.',
    returns: defaultAllocationSchema,
    handler: async (request) => {
      const [actor, id] = [actorOf(request), idOf(request.params.matterId)]
      await setDefaultAllocation(app, actor, id, allocationFromV2(request.body, ['shares']).shares)
      return { shares: (await getDefaultAllocation(app, actor, id)).map(shareToV2) }
    },
  })
}

export const allocationRoutes: RouteModule = (server, app) => {
  for (const routes of [invoiceRoutes, matterRoutes]) routes(server, app)
}
