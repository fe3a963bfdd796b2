// Access through v2 to rates of exchange.
import { createInvoice } from '../../../../server/invoices/commands/create-invoice.ts'
import { transitionInvoice } from '../../../../server/invoices/commands/transition-invoice.ts'
import { setFinancialSettings } from '../../../../server/identity/organisations/commands/set-financial-settings.ts'
import { enterExchangeRate } from '../../../../server/invoices/own-currency/set-exchange-rates.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { moveInvoiceTo } from '../../../fixtures/invoices.ts'
import { insertMatter } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const path = '/v2/exchangeRates'
let days = 0

/** A day that has no rate yet. */
const day = () => new Date(Date.UTC(2026, 0, ++days)).toISOString().slice(0, 10)

async function rate(world: World) {
  const actor = await actorFor(world.app, world.people.owner)
  const digits = `3.${day().replaceAll('-', '')}`
  const rateId = await enterExchangeRate(world.app, actor, { currency: 'GBP', from: day(), rate: digits })
  return { params: { rateId }, mark: digits }
}

const ofAdministrators = { outsider: 'may', colleague: 403, viewer: 403 } as const

/** Of rates of exchange. */
export const exchangeRateCases: readonly AccessCase[] = [
  {
    route: `GET ${path}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await rate(world)).mark }),
    colleague: 'may',
    viewer: 403,
  },
  { route: `GET ${path}/:rateId`, make: rate, colleague: 'may', viewer: 403 },
  {
    route: `POST ${path}`,
    make: () => ({ body: { currency: 'GBP', from: day(), rate: 2.25 } }),
    ...ofAdministrators,
  },
  {
    route: `PATCH ${path}/:rateId`,
    make: async (world) => ({
      params: (await rate(world)).params,
      body: { rate: 2.5, reason: 'Digits swapped' },
    }),
    colleague: 403,
  },
  {
    route: `DELETE ${path}/:rateId`,
    make: async (world) => ({ params: (await rate(world)).params }),
    colleague: 403,
  },
  {
    route: `POST ${path}/imports`,
    make: () => ({ body: `Currency,Date,Rate\nGBP,${day()},2.25`, headers: { 'content-type': 'text/csv' } }),
    ...ofAdministrators,
  },
  { route: `GET ${path}/missing`, make: () => ({}), ...ofAdministrators },
  {
    route: `POST ${path}/missing/apply`,
    make: async (world) => {
      const { app, people } = world
      const owner = await actorFor(app, people.owner)
      const matterId = await insertMatter(app, { owner: people.owner })
      const { organisationId } = world
      // approved without a rate
      await setFinancialSettings(app, owner, { organisationId, exchangeRateDay: 'None' })
      const invoiceId = await createInvoice(app, owner, matterId, {
        number: mark(),
        invoiceDate: '2026-02-06',
        currency: 'JPY',
        vendorName: 'Land Registry',
        lines: [{ kind: 'Fee', description: 'Advice', unitPrice: '500' }],
      })
      await moveInvoiceTo(app, owner, invoiceId, 'Posted')
      await transitionInvoice(app, owner, invoiceId, { kind: 'approve' })
      await setFinancialSettings(app, owner, { organisationId, exchangeRateDay: 'InvoiceDate' })
      const from = day()
      await app.database.pool.query(`update invoices set invoice_date = $1 where id = $2`, [from, invoiceId])
      await enterExchangeRate(app, owner, { currency: 'JPY', from, rate: '0.0112' })
      return {}
    },
    answers: 200,
    ...ofAdministrators,
  },
]
