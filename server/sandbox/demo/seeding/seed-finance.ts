// What the demo's finance department keeps: cost centres and legal entities, a purchase order, rates of exchange, and
// how invoices of a matter are shared out.
import { setFinancialSettings } from '../../../identity/organisations/commands/set-financial-settings.ts'
import { createCostEntry } from '../../../invoices/allocation/change-cost-lists.ts'
import { setDefaultAllocation } from '../../../invoices/allocation/default-allocation.ts'
import { createOrder } from '../../../invoices/orders/change-orders.ts'
import { insertExchangeRates } from '../../../invoices/own-currency/write-exchange-rates.ts'
import { createTaxCode } from '../../../invoices/taxes/change-tax-codes.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { addDays } from '../../../platform/time/local-time.ts'
import { actorFor } from '../actor.ts'
import { getDemoMatter } from '../find-demo-records.ts'
import { costCentres, exchangeRates, legalEntities, purchaseOrder, taxCodes } from '../plans/finance.ts'
import { ashfield, harbour } from '../plans/core-records.ts'
import type { Made } from './seed-directory.ts'

/** Creates whatever is missing of it; matters must exist, and invoices are made afterwards. */
export async function seedFinance(app: App, made: Made): Promise<void> {
  const [organisationId, firmId] = [made.organisation(harbour), made.organisation(ashfield)]
  const actor = await actorFor(app, made.user('admin@harbour.example'))
  await setFinancialSettings(app, actor, { organisationId, exchangeRateDay: 'InvoiceDate' })
  const idOf = await costListsOf(app, actor, organisationId)
  const matter = await getDemoMatter(app, actor, organisationId, 'DEMO-M4')
  await setDefaultAllocation(app, actor, matter.id, [
    { costCentreId: idOf('4100'), legalEntityId: idOf('HL01'), percent: '70' },
    { costCentreId: idOf('4200'), legalEntityId: idOf('HP01'), percent: '30' },
  ])
  const today = app.clock.now().toISOString().slice(0, 10)
  if ((await known(app, 'purchase_orders', organisationId)) === 0) {
    const { begins, ends, ...order } = purchaseOrder
    const values = { ...order, from: addDays(today, begins), to: addDays(today, ends), open: true }
    await createOrder(app, actor, {
      firmId,
      values: { ...values, matterId: null, costCentreId: null, legalEntityId: null },
    })
  }
  if ((await known(app, 'exchange_rates', organisationId)) === 0) await enterRates(app, actor, today)
  // an interrupted seeding continues where it stopped
  for (const tax of taxCodes.slice(await known(app, 'tax_codes', organisationId))) {
    const version = { from: '2010-10-01', to: null, rate: '15', recoverable: '100', withholding: '0' }
    await createTaxCode(app, actor, { ...tax, country: 'NZ', active: true, versions: [version] })
  }
}

/** All rates at once, which is how an import writes them. */
const enterRates = (app: App, { organisationId, userId }: Actor, today: string) =>
  internalTransaction(app, async (tx, now) => {
    const writing = { tx, organisationId, userId, now, reason: null } as const
    await insertExchangeRates(
      { ...writing, source: 'Imported', fileName: 'rates.csv' },
      'NZD',
      exchangeRates.map(({ daysAgo, ...rate }) => ({ ...rate, from: addDays(today, -daysAgo) })),
    )
  })

/** The ids of cost centres and legal entities by their codes. */
async function costListsOf(app: App, actor: Actor, organisationId: number) {
  const ids = new Map<string, number>()
  for (const [list, table, entries] of [
    ['costCentres', 'cost_centres', costCentres],
    ['legalEntities', 'legal_entities', legalEntities],
  ] as const) {
    const rows = await app.db
      // not through access.ts: the demo looks for what it has created
      .selectFrom(table)
      .where('organisation_id', '=', organisationId)
      .select(['id', 'code'])
      .execute()
    for (const { code, name } of entries) {
      const there = rows.find((row) => row.code === code)?.id
      const entry = { code, name, active: true }
      ids.set(code, there ?? (await createCostEntry(app, actor, { organisationId, list }, entry)))
    }
  }
  return (code: string) => ids.get(code) ?? null
}

async function known(
  app: App,
  table: 'purchase_orders' | 'exchange_rates' | 'tax_codes',
  organisationId: number,
): Promise<number> {
  const rows = await app.db
    // not through access.ts: the demo looks for what it has created
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .select('id')
    .execute()
  return rows.length
}
