// v2 of what legal work costs, inside and outside: a list, and its export.
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
  oneOf,
  textOf,
} from '../../../http/v2/references.wire.ts'
import { exportList, exportSchema } from '../../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../../http/v2/reports/reported-list.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { checkSeesInsideCosts } from '../../inside-costs/access.ts'
import {
  costSides,
  legalCostKinds,
  legalCostListing,
  listLegalCosts,
} from '../../inside-costs/legal-costs.ts'

const use = { access: { right: 'use' } } as const

const shown = {
  id: Type.Integer({ description: 'Of the inside cost or the invoice.' }),
  side: oneOf(costSides),
  kind: oneOf(legalCostKinds),
  date: Type.String({
    format: 'date',
    description: 'The first day of the fiscal month of an inside cost, the date of an invoice.',
  }),
  amount: Type.Number({ description: 'Of an invoice what was approved, without tax.' }),
  currency: Type.String(),
  hours: nullable<number>('number', { description: 'Of an inside cost.' }),
  department: nullableObject(namedReference),
  firm: nullable<string>('string', { description: 'Of an invoice.' }),
  matter: nullableObject(namedReference),
  invoice: nullableObject({ id: Type.Integer(), number: Type.String() }),
  insideCost: nullableObject({ id: Type.Integer() }),
  note: nullable<string>('string', { description: 'Of an inside cost.' }),
} as const

const example = {
  id: 163,
  side: 'Outside' as const,
  kind: 'OutsideCounsel' as const,
  date: '2026-05-06',
  amount: 5_400,
  currency: 'NZD',
  hours: null,
  department: { id: 4, name: 'Operations' },
  firm: 'Ashfield & Co',
  matter: { id: 17, name: 'Lease of pier 4' },
  invoice: { id: 81, number: 'INV-2041' },
  insideCost: null,
  note: null,
}

const columns = [
  'id side kind date amount currency hours departmentId departmentName firm',
  'matterId matterName invoiceId number insideCostId note',
].flatMap((names) => names.split(' '))

/** The properties that the list can be filtered and sorted by. */
export const legalCostProperties: Properties = {
  Id: sorted('id'),
  Side: sorted('side'),
  Kind: sorted('kind'),
  Date: sorted('date'),
  Amount: sorted('amount'),
  Currency: sorted('currency'),
  Hours: sorted('hours'),
  Department: thing('departmentId'),
  'Department/Id': { ...filtered('departmentId'), labels: ['departmentName'] },
  'Department/Name': sorted('departmentName'),
  Firm: sorted('firm'),
  Matter: thing('matterId'),
  'Matter/Id': { ...filtered('matterId'), labels: ['matterName'] },
  'Matter/Name': sorted('matterName'),
  Invoice: thing('invoiceId'),
  'Invoice/Id': sorted('invoiceId'),
  'Invoice/Number': sorted('number'),
  InsideCost: thing('insideCostId'),
  'InsideCost/Id': sorted('insideCostId'),
  Note: sorted('note'),
  'Created/DateUtc': sorted('createdAt'),
}

const numberOrNull = (value: unknown) => (value === null || value === undefined ? null : Number(value))
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const legalCostToV2 = (row: ListedRow) => {
  const [invoiceId, insideCostId] = [numberOrNull(row['invoiceId']), numberOrNull(row['insideCostId'])]
  return {
    id: Number(row['id']),
    side: row['side'] as (typeof costSides)[number],
    kind: row['kind'] as (typeof legalCostKinds)[number],
    date: textOf(row, 'date'),
    amount: Number(row['amount']),
    currency: textOf(row, 'currency'),
    hours: numberOrNull(row['hours']),
    department: namedToV2(row, 'department'),
    firm: textOrNull(row['firm']),
    matter: namedToV2(row, 'matter'),
    invoice: invoiceId === null ? null : { id: invoiceId, number: textOf(row, 'number') },
    insideCost: insideCostId === null ? null : { id: insideCostId },
    note: textOrNull(row['note']),
  }
}

/** The list of inside and outside costs. */
export const reportedLegalCosts: ReportedSource = {
  name: 'legalCosts',
  amounts: ['Amount'],
  usual: [
    'Date',
    'Side',
    'Kind',
    'Amount',
    'Currency',
    'Hours',
    'Department/Name',
    'Firm',
    'Matter/Name',
    'Invoice/Number',
    'Note',
  ],
  open: async (app, actor) => {
    checkSeesInsideCosts(actor)
    return {
      resource: { ...legalCostListing, properties: legalCostProperties },
      fields: [],
      ...pagesOf((asked) => listLegalCosts(app, actor, asked)),
    }
  },
}

export const legalCostRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/legalCosts', {
    config: use,
    summary: 'List inside and outside costs',
    description:
      'What legal work costs: inside costs, and approved and paid invoices that you may see and your organisation pays, with what was approved of them without tax. For people of your organisation with the permission SeeAllSpend or ManageInsideCosts.',
    item: Type.Object(shown, { title: 'LegalCost', examples: [example] }),
    properties: legalCostProperties,
    columns: { always: columns, of: {} },
    rows: (reading, actor) => ({
      listing: legalCostListing,
      page: (asked) => listLegalCosts(reading, actor, asked),
    }),
    toV2: legalCostToV2,
  })
  server.get(
    '/v2/legalCosts/export',
    { config: use, ...skipSchemaValidation, schema: exportSchema('inside and outside costs') },
    (request, reply) => exportList(app, request, reply, reportedLegalCosts),
  )
}
