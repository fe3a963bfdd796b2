// v2 of what the billing guidelines found in an invoice.
import { idOf } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { decideFlags } from '../commands/decide-flags.ts'
import { checkBeforePosting } from '../commands/try-guideline.ts'
import { getFlaggedInvoice } from '../guidelines/access.ts'
import { listFlags } from '../guidelines/stored-flags.ts'
import {
  firmFlagsSchema,
  firmFlagToV2,
  flagDecisionFromV2,
  flagDecisionSchema,
  flagsSchema,
  flagToV2,
} from './flags.wire.ts'
import { invoiceDetailsSchema } from './invoices.wire.ts'
import { shownInvoice } from './shown-invoice.ts'

const config = { access: { right: 'use' } } as const

export const invoiceFlagRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/invoices/:invoiceId/flags', {
    config,
    summary: 'List the flags of an invoice',
    description:
      'What the billing guidelines found when it was posted, with the version and the settings that applied. For the organisation that pays.',
    returns: flagsSchema,
    handler: async (request) => {
      const invoice = await getFlaggedInvoice(app.db, actorOf(request), idOf(request.params.invoiceId))
      return { items: (await listFlags(app.db, invoice)).map(flagToV2) }
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/flags/decisions', {
    config: {
      ...config,
      ifMatch: true,
      etag: true,
      documentedBodies: jsonBody(flagDecisionSchema, { flags: [71], action: 'Reduce' }),
    },
    operationId: 'decideInvoiceFlags',
    summary: 'Decide on flags of an invoice',
    description:
      'Accepts or reduces their lines, or dismisses the flags with a reason, all or none. For the organisation that pays; an invoice that was Posted is InReview then. 409 once it is approved or declined. With If-Match, only the version that you have read.',
    returns: invoiceDetailsSchema,
    handler: async (request, reply) => {
      const [id, actor] = [idOf(request.params.invoiceId), actorOf(request)]
      const asked = flagDecisionFromV2(request.body)
      await decideFlags(app, actor, id, { ...asked, checkVersion: versionCheck(request) })
      return shownInvoice(app, actor, reply, id)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/check', {
    config,
    operationId: 'checkInvoice',
    summary: 'Check an invoice before posting it',
    description:
      'Plain errors, such as a day in the future, and apart from them what the organisation that pays asks for in its billing guidelines and this invoice does not keep to, by line. Nothing is written.',
    returns: firmFlagsSchema,
    handler: async (request) => {
      const id = idOf(request.params.invoiceId)
      const { errors, flags } = await checkBeforePosting(app, actorOf(request), id)
      return { errors: [...errors], items: flags.map(firmFlagToV2) }
    },
  })
}
