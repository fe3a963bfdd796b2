// v2 of shares of all invoices over cost centres and legal entities: a list, and its export.
import Type from 'typebox'
import type { RouteModule } from '../../../http/route.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { skipSchemaValidation } from '../../../http/v2/odata.ts'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import {
  namedReference,
  namedToV2,
  nullable,
  nullableChoice,
  nullableObject,
  textOf,
} from '../../../http/v2/references.wire.ts'
import { exportList, exportSchema } from '../../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../../http/v2/reports/reported-list.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { listVisibleShares, shareListing } from '../../allocation/allocated-listing.ts'
import { invoiceStatuses } from '../../invoice.ts'
import { matterOfInvoiceProperties } from '../invoices.wire.ts'

const named = nullableObject({ id: Type.Integer(), code: Type.String(), name: Type.String() })

const shown = {
  id: Type.Integer({ description: 'Of the invoice and the place of the share.' }),
  invoice: Type.Object({
    id: Type.Integer(),
    number: Type.String(),
    status: nullableChoice(invoiceStatuses),
    date: Type.String({ format: 'date' }),
  }),
  matter: nullableObject(namedReference),
  providerName: Type.String(),
  costCentre: named,
  legalEntity: named,
  percent: Type.Number(),
  currency: Type.String(),
  billedNet: Type.Number(),
  billedTax: Type.Number(),
  approvedNet: nullable<number>('number', { description: 'Since the invoice was approved.' }),
  approvedTax: nullable<number>('number', { description: 'Since the invoice was approved.' }),
  cost: Type.Number({ description: 'billedNet, with what of the tax is not recoverable.' }),
  approvedCost: nullable<number>('number', { description: 'Since the invoice was approved.' }),
  withheld: nullable<number>('number', { description: 'What is kept back on payment of what was approved.' }),
} as const

const example = {
  id: 81_001,
  invoice: { id: 81, number: 'INV-2041', status: 'Approved' as const, date: '2026-05-06' },
  matter: { id: 17, name: 'Lease of pier 4' },
  providerName: 'Ashfield & Co',
  costCentre: { id: 12, code: '4100', name: 'Litigation' },
  legalEntity: { id: 3, code: 'HF', name: 'Harbour Foods Ltd' },
  percent: 60,
  currency: 'NZD',
  billedNet: 600,
  billedTax: 90,
  approvedNet: 540,
  approvedTax: 81,
  cost: 600,
  approvedCost: 540,
  withheld: 0,
}

const columns = [
  'id shareId number status invoiceDate matterId matterName serviceProviderName currency percent',
  'costCentreId costCentreCode costCentreName legalEntityId legalEntityCode legalEntityName',
  'billedNet billedTax approvedNet approvedShareTax shareCost approvedShareCost shareWithheld',
].flatMap((names) => names.split(' '))

const entryProperties = (path: string, prefix: string): Properties => ({
  [path]: thing(`${prefix}Id`),
  [`${path}/Id`]: { ...filtered(`${prefix}Id`), labels: [`${prefix}Code`, `${prefix}Name`] },
  [`${path}/Code`]: sorted(`${prefix}Code`),
  [`${path}/Name`]: sorted(`${prefix}Name`),
})

/** The properties that lists of shares can be filtered and sorted by. */
export const listedShareProperties: Properties = {
  'Invoice/Id': sorted('id'),
  'Invoice/Number': sorted('number'),
  'Invoice/Status': sorted('status'),
  'Invoice/Date': sorted('invoiceDate'),
  'Invoice/PostedDateUtc': sorted('postedAt'),
  'Invoice/Approved/DateUtc': sorted('approvedAt'),
  'Invoice/PaidDateUtc': sorted('paidAt'),
  'Invoice/Created/DateUtc': sorted('createdAt'),
  Id: sorted('shareId'),
  ...matterOfInvoiceProperties,
  ProviderName: sorted('serviceProviderName'),
  Currency: sorted('currency'),
  ...entryProperties('CostCentre', 'costCentre'),
  ...entryProperties('LegalEntity', 'legalEntity'),
  Percent: sorted('percent'),
  BilledNet: sorted('billedNet'),
  BilledTax: sorted('billedTax'),
  ApprovedNet: sorted('approvedNet'),
  ApprovedTax: sorted('approvedShareTax'),
  Cost: sorted('shareCost'),
  ApprovedCost: sorted('approvedShareCost'),
  Withheld: sorted('shareWithheld'),
}

const numberOf = (row: ListedRow, name: string) => Number(row[name])
const numberOrNull = (row: ListedRow, name: string) => (row[name] === null ? null : numberOf(row, name))
const entryOf = (row: ListedRow, prefix: string) =>
  row[`${prefix}Id`] === null
    ? null
    : {
        id: numberOf(row, `${prefix}Id`),
        code: textOf(row, `${prefix}Code`),
        name: textOf(row, `${prefix}Name`),
      }

const shareToV2 = (row: ListedRow) => ({
  id: numberOf(row, 'shareId'),
  invoice: {
    id: numberOf(row, 'id'),
    number: textOf(row, 'number'),
    status: row['status'] as (typeof invoiceStatuses)[number],
    date: textOf(row, 'invoiceDate'),
  },
  matter: namedToV2(row, 'matter'),
  providerName: textOf(row, 'serviceProviderName'),
  costCentre: entryOf(row, 'costCentre'),
  legalEntity: entryOf(row, 'legalEntity'),
  percent: numberOf(row, 'percent'),
  currency: textOf(row, 'currency'),
  billedNet: numberOf(row, 'billedNet'),
  billedTax: numberOf(row, 'billedTax'),
  approvedNet: numberOrNull(row, 'approvedNet'),
  approvedTax: numberOrNull(row, 'approvedShareTax'),
  cost: numberOf(row, 'shareCost'),
  approvedCost: numberOrNull(row, 'approvedShareCost'),
  withheld: numberOrNull(row, 'shareWithheld'),
})

/** The list of shares. */
export const reportedShares: ReportedSource = {
  name: 'invoiceAllocations',
  amounts: ['BilledNet', 'BilledTax', 'ApprovedNet', 'ApprovedTax'],
  usual: [
    'CostCentre/Code',
    'CostCentre/Name',
    'LegalEntity/Code',
    'LegalEntity/Name',
    'Percent',
    'BilledNet',
    'BilledTax',
    'ApprovedNet',
    'ApprovedTax',
    'Currency',
    'Invoice/Number',
    'Invoice/Status',
    'Invoice/Date',
    'ProviderName',
    'Matter/Name',
  ],
  open: (app, actor) =>
    Promise.resolve({
      resource: { ...shareListing(app, actor), properties: listedShareProperties },
      fields: [],
      ...pagesOf((asked) => listVisibleShares(app, actor, asked)),
    }),
}

export const listedShareRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/invoiceAllocations', {
    config: { access: { right: 'use' } },
    summary: 'List shares of invoices over cost centres',
    description:
      'The shares of all invoices that you may see and your organisation pays, over cost centres and legal entities; an invoice that is not allocated is one share without either. For one cost centre use $filter=CostCentre/Id eq 12.',
    item: Type.Object(shown, { title: 'InvoiceAllocationOfList', examples: [example] }),
    properties: listedShareProperties,
    columns: { always: columns, of: {} },
    rows: (reading, actor) => ({
      listing: shareListing(reading, actor),
      page: (asked) => listVisibleShares(reading, actor, asked),
    }),
    toV2: shareToV2,
  })
  server.get(
    '/v2/invoiceAllocations/export',
    {
      config: { access: { right: 'use' } },
      ...skipSchemaValidation,
      schema: exportSchema('shares of invoices'),
    },
    (request, reply) => exportList(app, request, reply, reportedShares),
  )
}
