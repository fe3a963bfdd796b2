// v2 of money by date: a list, and its export.
import Type from 'typebox'
import type { RouteModule } from '../../../http/route.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { skipSchemaValidation } from '../../../http/v2/odata.ts'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import {
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  textOf,
} from '../../../http/v2/references.wire.ts'
import { exportList, exportSchema } from '../../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../../http/v2/reports/reported-list.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { type MoneyKind, moneyKinds } from '../../by-date/entries.ts'
import { listVisibleMoney, moneyListing } from '../../by-date/listing.ts'
import { matterOfInvoiceProperties } from '../invoices.wire.ts'

const shown = {
  id: Type.Integer({ description: 'Of the amount, as long as it is the same one.' }),
  kind: Type.Unsafe<MoneyKind>({
    type: 'string',
    enum: [...moneyKinds],
    description:
      'Approved invoices, pending ones, accruals and their reversals, the budget of a month, or what is still expected.',
  }),
  date: Type.String({ format: 'date' }),
  matter: nullableObject(namedReference),
  provider: nullableObject(namedReference),
  invoice: nullableObject({ id: Type.Integer(), number: Type.String() }),
  currency: Type.String(),
  amount: Type.Number({ description: 'Without tax; with tax of a budget that is, and its invoices.' }),
  forecast: nullable<number>('number', {
    description: 'What it adds to the forecast, without tax; null for a budget.',
  }),
} as const

const example = {
  id: 4_815_162_342,
  kind: 'Actual' as const,
  date: '2026-05-06',
  matter: { id: 17, name: 'Lease of pier 4' },
  provider: { id: 4, name: 'Ashfield & Co' },
  invoice: { id: 81, number: 'INV-2041' },
  currency: 'NZD',
  amount: 540,
  forecast: 540,
}

const columns = [
  'id kind date matterId matterName providerId providerName invoiceId invoiceNumber currency amount forecast',
].flatMap((names) => names.split(' '))

/** The properties that money by date can be filtered and sorted by. */
export const moneyProperties: Properties = {
  Id: sorted('id'),
  Kind: sorted('kind'),
  Date: sorted('date'),
  ...matterOfInvoiceProperties,
  Provider: thing('providerId'),
  'Provider/Id': { ...filtered('providerId'), labels: ['providerName'] },
  'Provider/Name': sorted('providerName'),
  Invoice: thing('invoiceId'),
  'Invoice/Id': sorted('invoiceId'),
  'Invoice/Number': sorted('invoiceNumber'),
  Currency: sorted('currency'),
  Amount: sorted('amount'),
  Forecast: sorted('forecast'),
}

const moneyToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  kind: row['kind'] as MoneyKind,
  date: textOf(row, 'date'),
  matter: namedToV2(row, 'matter'),
  provider: namedToV2(row, 'provider'),
  invoice:
    row['invoiceId'] === null ? null : { id: Number(row['invoiceId']), number: textOf(row, 'invoiceNumber') },
  currency: textOf(row, 'currency'),
  amount: Number(row['amount']),
  forecast: row['forecast'] === null ? null : Number(row['forecast']),
})

/** The list of money by date. */
export const reportedMoney: ReportedSource = {
  name: 'moneyByDate',
  amounts: ['Amount', 'Forecast'],
  usual: ['Kind', 'Date', 'Amount', 'Forecast', 'Currency', 'Matter/Name', 'Provider/Name', 'Invoice/Number'],
  open: (app, actor) =>
    Promise.resolve({
      resource: { ...moneyListing(actor), properties: moneyProperties },
      fields: [],
      ...pagesOf((asked) => listVisibleMoney(app, actor, asked)),
    }),
}

export const listedMoneyRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/moneyByDate', {
    config: { access: { right: 'use' } },
    operationId: 'listMoneyByDate',
    summary: 'List money by date',
    description:
      'What the matters that you may see have cost and are planned to cost, by day: approved and pending invoices, accruals and their reversals, budgets by fiscal month and what is still expected. Nothing for law firms. For a quarter use $filter=Date ge 2026-01-01 and Date lt 2026-04-01.',
    item: Type.Object(shown, { title: 'MoneyByDate', examples: [example] }),
    properties: moneyProperties,
    columns: { always: columns, of: {} },
    rows: (reading, actor) => ({
      listing: moneyListing(actor),
      page: (asked) => listVisibleMoney(reading, actor, asked),
    }),
    toV2: moneyToV2,
  })
  server.get(
    '/v2/moneyByDate/export',
    { config: { access: { right: 'use' } }, ...skipSchemaValidation, schema: exportSchema('money by date') },
    (request, reply) => exportList(app, request, reply, reportedMoney),
  )
}
