// v2 of lines of all invoices: a list, and its export.
import Type from 'typebox'
import type { RouteModule } from '../../http/route.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  namedToV2,
  nullable,
  nullableChoice,
  nullableObject,
  namedReference,
  textOf,
} from '../../http/v2/references.wire.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { invoiceStatuses } from '../invoice.ts'
import { reductionReasons } from '../review/line-decisions.ts'
import { lineListing, listVisibleLines } from '../line-listing.ts'
import { lineProperties as lineSchemas } from './invoice-line.wire.ts'
import {
  listedTaxColumns,
  listedTaxesToV2,
  listedTaxExample,
  listedTaxProperties,
  listedTaxSchemas,
} from './taxes/invoice-taxes.wire.ts'
import { withOwnLines } from '../own-currency/own-lines.ts'
import { ownCurrencyOfLineSchema, ownCurrencyOfListedLine } from './own-currency/own-amounts.wire.ts'
import { matterOfInvoiceProperties } from './invoices.wire.ts'

const { kind, workDate, description, quantity, unitPrice, amount, tax } = lineSchemas
const { timekeeper, timekeeperNumber, timekeeperClass, taskCode, activityCode, expenseCode } = lineSchemas

const shown = {
  id: Type.Integer({ description: 'Of the invoice and the number of the line.' }),
  number: Type.Integer(),
  invoice: Type.Object({
    id: Type.Integer(),
    number: Type.String(),
    status: nullableChoice(invoiceStatuses),
    date: Type.String({ format: 'date' }),
  }),
  matter: nullableObject(namedReference),
  providerName: Type.String(),
  currency: Type.String(),
  kind,
  workDate,
  description,
  quantity,
  unitPrice,
  amount,
  tax,
  ...listedTaxSchemas,
  ownCurrency: ownCurrencyOfLineSchema,
  approvedAmount: nullable<number>('number', { description: 'Since the invoice was approved, without tax.' }),
  reductionReason: nullableChoice(reductionReasons),
  timekeeper,
  timekeeperNumber,
  timekeeperClass,
  taskCode,
  activityCode,
  expenseCode,
} as const

const example = {
  id: 81_000_001,
  number: 1,
  invoice: { id: 81, number: 'INV-2041', status: 'Approved' as const, date: '2026-05-06' },
  matter: { id: 17, name: 'Lease of pier 4' },
  providerName: 'Ashfield & Co',
  currency: 'NZD',
  kind: 'Fee' as const,
  workDate: '2026-04-30',
  description: 'Drafting the assignment',
  quantity: 2.5,
  unitPrice: 320,
  amount: 800,
  tax: 120,
  ...listedTaxExample,
  ownCurrency: null,
  approvedAmount: 640,
  reductionReason: 'Hours' as const,
  timekeeper: 'R. Hale',
  timekeeperNumber: 'RH',
  timekeeperClass: 'PT',
  taskCode: 'L210',
  activityCode: 'A103',
  expenseCode: null,
}

const columns = [
  'id lineId lineNumber number status invoiceDate matterId matterName serviceProviderName currency kind workDate lineDescription',
  'quantity unitPrice amount tax approvedAmount reductionReason timekeeper timekeeperNumber timekeeperClass taskCode activityCode expenseCode',
]
  .flatMap((names) => names.split(' '))
  .concat(listedTaxColumns)

/** The properties that lists of lines can be filtered and sorted by. */
export const invoiceLineProperties: Properties = {
  'Invoice/Id': sorted('id'),
  'Invoice/Number': sorted('number'),
  'Invoice/Status': sorted('status'),
  'Invoice/Date': sorted('invoiceDate'),
  'Invoice/PostedDateUtc': sorted('postedAt'),
  'Invoice/Approved/DateUtc': sorted('approvedAt'),
  'Invoice/PaidDateUtc': sorted('paidAt'),
  'Invoice/Created/DateUtc': sorted('createdAt'),
  Id: sorted('lineId'),
  Number: sorted('lineNumber'),
  ...matterOfInvoiceProperties,
  ProviderName: sorted('serviceProviderName'),
  Currency: sorted('currency'),
  Kind: sorted('kind'),
  WorkDate: sorted('workDate'),
  Description: filtered('lineDescription'),
  Quantity: sorted('quantity'),
  UnitPrice: sorted('unitPrice'),
  Amount: sorted('amount'),
  Tax: sorted('tax'),
  ...listedTaxProperties,
  ApprovedAmount: sorted('approvedAmount'),
  ReductionReason: sorted('reductionReason'),
  Timekeeper: sorted('timekeeper'),
  TimekeeperNumber: sorted('timekeeperNumber'),
  TimekeeperClass: sorted('timekeeperClass'),
  TaskCode: sorted('taskCode'),
  ActivityCode: sorted('activityCode'),
  ExpenseCode: sorted('expenseCode'),
}

const orNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null
const numberOf = (row: ListedRow, name: string) => Number(row[name])

const lineToV2 = (row: ListedRow) => ({
  id: numberOf(row, 'lineId'),
  number: numberOf(row, 'lineNumber'),
  invoice: {
    id: numberOf(row, 'id'),
    number: textOf(row, 'number'),
    status: row['status'] as (typeof invoiceStatuses)[number],
    date: textOf(row, 'invoiceDate'),
  },
  matter: namedToV2(row, 'matter'),
  providerName: textOf(row, 'serviceProviderName'),
  currency: textOf(row, 'currency'),
  kind: row['kind'] as (typeof example)['kind'],
  workDate: orNull(row, 'workDate'),
  description: textOf(row, 'lineDescription'),
  quantity: numberOf(row, 'quantity'),
  unitPrice: numberOf(row, 'unitPrice'),
  amount: numberOf(row, 'amount'),
  tax: numberOf(row, 'tax'),
  ...listedTaxesToV2(row),
  ownCurrency: ownCurrencyOfListedLine(row),
  approvedAmount: row['approvedAmount'] === null ? null : numberOf(row, 'approvedAmount'),
  reductionReason: row['reductionReason'] as (typeof reductionReasons)[number] | null,
  timekeeper: orNull(row, 'timekeeper'),
  timekeeperNumber: orNull(row, 'timekeeperNumber'),
  timekeeperClass: orNull(row, 'timekeeperClass'),
  taskCode: orNull(row, 'taskCode'),
  activityCode: orNull(row, 'activityCode'),
  expenseCode: orNull(row, 'expenseCode'),
})

/** The list of lines. */
export const reportedInvoiceLines: ReportedSource = {
  name: 'invoiceLines',
  amounts: ['UnitPrice', 'Amount', 'Tax', 'ApprovedAmount', 'ApprovedTax'],
  usual: [
    'Invoice/Number',
    'Invoice/Status',
    'Invoice/Date',
    'ProviderName',
    'Matter/Name',
    'WorkDate',
    'Timekeeper',
    'TimekeeperClass',
    'TaskCode',
    'Kind',
    'Description',
    'Quantity',
    'UnitPrice',
    'Amount',
    'Tax',
    'ApprovedAmount',
    'Currency',
  ],
  open: (app, actor) =>
    Promise.resolve({
      resource: { ...lineListing(app, actor), properties: invoiceLineProperties },
      fields: [],
      ...pagesOf((asked) => listVisibleLines(app, actor, asked)),
    }),
}

export const invoiceLineRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/invoiceLines', {
    config: { access: { right: 'use' } },
    summary: 'List lines of invoices',
    description:
      "The lines of all invoices that you may see. For one timekeeper use $filter=Timekeeper eq 'R. Hale'.",
    item: Type.Object(shown, { title: 'InvoiceLineOfList', examples: [example] }),
    properties: invoiceLineProperties,
    columns: { always: columns, of: {} },
    rows: (reading, actor) => ({
      listing: lineListing(reading, actor),
      page: async (asked) => withOwnLines(reading, actor, await listVisibleLines(reading, actor, asked)),
    }),
    toV2: lineToV2,
  })
  server.get(
    '/v2/invoiceLines/export',
    {
      config: { access: { right: 'use' } },
      ...skipSchemaValidation,
      schema: exportSchema('invoice lines'),
    },
    (request, reply) => exportList(app, request, reply, reportedInvoiceLines),
  )
}
