// Purchase orders in the shapes of v2. Amounts are JSON numbers, without tax; days are `2026-05-06`.
import Type from 'typebox'
import { namesV2 } from '../../../http/input-names.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import {
  dayIn,
  decimalIn,
  given,
  idIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { longestNote, longestNumber } from '../../orders/change-orders.ts'
import type { OrderValues } from '../../orders/order.ts'

const readOnly = { readOnly: true }
const forPayer = (type: 'number', description: string) =>
  nullable<number>(type, { description: `${description}Null for law firms.`.trim(), ...readOnly })
const day = (description: string) => nullable<string>('string', { format: 'date', description })
const entry = nullableObject(
  {
    id: Type.Integer(),
    code: Type.String({ ...readOnly }),
    name: Type.String({ ...readOnly }),
  },
  { description: 'What its invoices are allocated to when they are posted. Null for law firms.' },
)

const written = {
  number: Type.String({
    minLength: 1,
    maxLength: longestNumber,
    description: 'As invoices name it in `purchaseOrder`; each number once for a law firm.',
  }),
  matter: nullableObject(namedReference, { description: 'For invoices of this matter only.' }),
  currency: Type.String({ description: 'ISO 4217.' }),
  from: day('The first day of invoices that it is for.'),
  to: day('The last day of invoices that it is for.'),
  costCentre: entry,
  legalEntity: entry,
  note: nullable<string>('string', { maxLength: longestNote, description: 'Null for law firms.' }),
  open: Type.Boolean({ description: 'Whether it can still be billed against.' }),
} as const
const amount = nullable<number>('number', { description: 'Without tax. Null for law firms.' })

const shown = {
  id: Type.Integer(readOnly),
  customer: Type.Object(namedReference, readOnly),
  firm: Type.Object(namedReference),
  ...written,
  amount,
  approved: forPayer('number', 'Of invoices that name it: approved, paid or not. '),
  pending: forPayer('number', 'Posted or in review, as billed. '),
  remaining: Type.Number({ description: 'amount − approved − pending.', ...readOnly }),
  invoicesInOtherCurrencies: Type.Integer({
    description: 'Invoices that name it and are in none of the sums.',
    ...readOnly,
  }),
  version: Type.Integer(readOnly),
  created: Type.Object(auditedByUser, readOnly),
} as const

const example = {
  id: 4,
  customer: { id: 5, name: 'Harbour Foods' },
  firm: { id: 6, name: 'Ashfield Partners' },
  number: 'PO-5512',
  matter: { id: 17, name: 'Lease of pier 4' },
  currency: 'NZD',
  amount: 50_000,
  from: '2026-01-01',
  to: '2026-12-31',
  costCentre: { id: 12, code: '4100', name: 'Litigation' },
  legalEntity: null,
  note: 'Second instance only',
  open: true,
  approved: 12_000,
  pending: 3_500,
  remaining: 34_500,
  invoicesInOtherCurrencies: 0,
  version: 1,
  created: createdExample,
}

export const orderSchema = Type.Object(shown, { title: 'PurchaseOrder', examples: [example] })

export const orderColumns = [
  'id number customerId customerName firmId firmName matterId matterName currency from to open remaining',
  'inOtherCurrencies amount approved pending note costCentreId costCentreCode costCentreName legalEntityId',
  'legalEntityCode legalEntityName version createdAt',
]
  .flatMap((names) => names.split(' '))
  .concat(userColumns('createdBy'))

const entryProperties = (path: string, prefix: string): Properties => ({
  [path]: thing(`${prefix}Id`),
  [`${path}/Id`]: filtered(`${prefix}Id`),
  [`${path}/Code`]: sorted(`${prefix}Code`),
  [`${path}/Name`]: sorted(`${prefix}Name`),
})

/** The properties that lists of orders can be filtered and sorted by. */
export const orderProperties: Properties = {
  Id: sorted('id'),
  Number: sorted('number'),
  'Customer/Id': filtered('customerId'),
  'Customer/Name': sorted('customerName'),
  'Firm/Id': filtered('firmId'),
  'Firm/Name': sorted('firmName'),
  ...namedProperties('Matter', 'matter'),
  Currency: sorted('currency'),
  From: sorted('from'),
  To: sorted('to'),
  Open: sorted('open'),
  Remaining: sorted('remaining'),
  InvoicesInOtherCurrencies: filtered('inOtherCurrencies'),
  Amount: sorted('amount'),
  Approved: sorted('approved'),
  Pending: sorted('pending'),
  Note: filtered('note'),
  ...entryProperties('CostCentre', 'costCentre'),
  ...entryProperties('LegalEntity', 'legalEntity'),
  Version: sorted('version'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
}

const orNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null
const numberOrNull = (row: ListedRow, name: string) => (row[name] === null ? null : Number(row[name]))
const entryToV2 = (row: ListedRow, prefix: string) =>
  row[`${prefix}Id`] === null
    ? null
    : {
        id: Number(row[`${prefix}Id`]),
        code: textOf(row, `${prefix}Code`),
        name: textOf(row, `${prefix}Name`),
      }

/** An order as its reader may see it. */
export const orderToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  customer: { id: Number(row['customerId']), name: textOf(row, 'customerName') },
  firm: { id: Number(row['firmId']), name: textOf(row, 'firmName') },
  number: textOf(row, 'number'),
  matter: namedToV2(row, 'matter'),
  currency: textOf(row, 'currency'),
  amount: numberOrNull(row, 'amount'),
  from: orNull(row, 'from'),
  to: orNull(row, 'to'),
  costCentre: entryToV2(row, 'costCentre'),
  legalEntity: entryToV2(row, 'legalEntity'),
  note: orNull(row, 'note'),
  open: row['open'] === true,
  approved: numberOrNull(row, 'approved'),
  pending: numberOrNull(row, 'pending'),
  remaining: Number(row['remaining']),
  invoicesInOtherCurrencies: Number(row['inOtherCurrencies']),
  version: Number(row['version']),
  created: auditedToV2(row, 'created'),
})

const reference = nullableObject({ id: Type.Integer() })
const sent = {
  ...written,
  matter: reference,
  costCentre: reference,
  legalEntity: reference,
  amount: Type.Number({ exclusiveMinimum: 0, description: 'Without tax.' }),
}
const closed = { additionalProperties: false }
const { number, currency, amount: sentAmount, ...optional } = sent

export const newOrderBody = jsonBody(
  Type.Object(
    {
      firm: Type.Object({ id: Type.Integer() }),
      number,
      currency,
      amount: sentAmount,
      ...Type.Partial(Type.Object(optional)).properties,
    },
    closed,
  ),
  { firm: { id: 6 }, number: 'PO-5512', currency: 'NZD', amount: 50_000, to: '2026-12-31' },
)
export const orderChangesBody = mergePatchBody(Type.Partial(Type.Object(sent, closed)), { open: false })

/** How the properties of operations are called in bodies. */
export const orderInputNames = namesV2({
  firmId: 'firm',
  matterId: 'matter',
  costCentreId: 'costCentre',
  legalEntityId: 'legalEntity',
})

const readOnlyNames = [
  'id',
  'customer',
  'approved',
  'pending',
  'remaining',
  'invoicesInOtherCurrencies',
].concat('version', 'created')

/** The changes of a merge patch. */
export const orderChangesFromV2 = (body: unknown): Partial<OrderValues> =>
  valuesIn(propertiesOf(body, Object.keys(sent), ['firm', ...readOnlyNames]))

const valuesIn = (from: ReturnType<typeof propertiesOf>): Partial<OrderValues> =>
  given({
    number: neverNull('number', textIn(from, 'number', { longest: longestNumber })),
    matterId: idIn(from, 'matter'),
    currency: neverNull('currency', textIn(from, 'currency'))?.toUpperCase(),
    amount: neverNull('amount', decimalIn(from, 'amount')),
    from: dayIn(from, 'from'),
    to: dayIn(from, 'to'),
    costCentreId: idIn(from, 'costCentre'),
    legalEntityId: idIn(from, 'legalEntity'),
    note: textIn(from, 'note', { longest: longestNote }),
    open: truthIn(from, 'open'),
  })

/** A new order in a body. */
export function newOrderFromV2(body: unknown): { readonly firmId: number; readonly values: OrderValues } {
  const from = propertiesOf(body, ['firm', ...Object.keys(sent)], readOnlyNames)
  const { number: called, currency: unit, amount: sum, ...rest } = valuesIn(from)
  return {
    firmId: needed('firm', neverNull('firm', idIn(from, 'firm'))),
    values: {
      number: needed('number', called),
      currency: needed('currency', unit),
      amount: needed('amount', sum),
      matterId: null,
      from: null,
      to: null,
      costCentreId: null,
      legalEntityId: null,
      note: null,
      open: true,
      ...rest,
    },
  }
}
