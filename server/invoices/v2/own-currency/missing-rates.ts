// v2 of missing rates of exchange: which invoices have none, and applying rates that were entered afterwards.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { applyMissingRates, listMissingRates } from '../../own-currency/missing-rates.ts'

const config = { access: { right: 'administer' } } as const

const missingSchema = Type.Array(
  Type.Object({
    currency: Type.String(),
    approved: Type.Integer({ description: 'Invoices that were approved without a rate.' }),
    applicable: Type.Integer({ description: 'Those of them for which there is a rate by now.' }),
    waiting: Type.Integer({ description: 'Invoices that are not approved and have no rate.' }),
  }),
  { description: 'By currency; without an entry nothing is missing.' },
)

const example = [{ currency: 'GBP', approved: 3, applicable: 2, waiting: 1 }]

export const missingRateRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/exchangeRates/missing', {
    config,
    operationId: 'listMissingExchangeRates',
    summary: 'List missing rates of exchange',
    description:
      'How many invoices in other currencies have no rate. They block totals in your own currency; `GET /v2/invoices?$filter=OwnCurrency/MissingRate eq true` lists those that you see.',
    returns: Type.Object(
      { items: missingSchema },
      { title: 'MissingExchangeRates', examples: [{ items: example }] },
    ),
    handler: async (request) => ({ items: [...(await listMissingRates(app, actorOf(request)))] }),
  })

  onPost(server, '/v2/exchangeRates/missing/apply', {
    config,
    operationId: 'applyMissingExchangeRates',
    summary: 'Apply missing rates of exchange',
    description:
      'Freezes the amounts of approved invoices that had no rate and have one by now: at most 200 at once, call it again while `applied` is more than 0. What was frozen before does not change. The history of your organisation names the invoices.',
    returns: Type.Object(
      { applied: Type.Integer(), missing: missingSchema },
      { title: 'AppliedExchangeRates', examples: [{ applied: 2, missing: example }] },
    ),
    handler: async (request) => {
      const { applied, missing } = await applyMissingRates(app, actorOf(request))
      return { applied, missing: [...missing] }
    },
  })
}
