// Input of v2 for invoices: new ones, and updates of drafts and notes.
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import {
  choiceIn,
  decimalIn,
  given,
  idIn,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  inside,
} from '../../http/v2/merge-patch.ts'
import { namedReference, nullable, nullableObject } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { PayerChanges } from '../commands/update-payer-fields.ts'
import type { NewInvoice } from '../new-invoice.ts'
import type { DraftChanges } from '../commands/update-invoice.ts'
import type { Invoice } from '../invoice.ts'
import { lineKinds, type NewInvoiceLine } from '../lines.ts'
import { lineProperties } from './invoice-line.wire.ts'
import { readOnlyTaxNames, taxSchemas } from './taxes/invoice-taxes.wire.ts'
import { taxCodeIn } from './taxes/tax-code-of-line.wire.ts'

const readOnlyNames = [
  'id status serviceProvider providerName fees disbursements otherFees totalTax approvedFees approvedTotal approved review',
  'financeExport ownCurrency postedDateUtc declinedBecause paid paidDateUtc batchId original created modified can',
  'credited creditNotes paidAmount remaining ageing hours',
]
  .flatMap((names) => names.split(' '))
  .concat(Object.keys(taxSchemas))

const day = { format: 'date' }
const { kind, description: lineDescription, unitPrice, ...optional } = lineProperties

const written = {
  number: Type.String({ minLength: 1, maxLength: 100 }),
  invoiceDate: Type.String(day),
  dueDate: nullable<string>('string', day),
  billingPeriod: nullableObject({ start: Type.String(day), end: Type.String(day) }),
  description: nullable<string>('string'),
  currency: Type.Optional(
    Type.String({ description: 'Default: the currency of the organisation that pays.' }),
  ),
  purchaseOrder: nullable<string>('string'),
  credits: nullableObject(
    { id: Type.Optional(Type.Integer()), number: Type.Optional(Type.String()) },
    {
      description:
        'Of an invoice with a negative total: the approved invoice that it credits, by its id or its number. Of the same law firm, matter and currency.',
    },
  ),
  thirdParty: Type.Optional(Type.Boolean()),
  recipient: nullableObject(namedReference),
  file: nullableObject(namedReference, { description: 'A file of the matter.' }),
  lines: Type.Array(
    Type.Object(
      { kind, description: lineDescription, unitPrice, ...Type.Partial(Type.Object(optional)).properties },
      { additionalProperties: false },
    ),
    { minItems: 1 },
  ),
  total: Type.Optional(Type.Number({ description: 'Checked against the lines if given.' })),
} as const

/** Documentation of a new invoice. */
export const newInvoiceSchema = Type.Object(
  {
    matter: Type.Object(namedReference),
    serviceProvider: nullableObject(namedReference, {
      description: 'The law firm; for people of a law firm always their own.',
    }),
    vendorName: Type.Optional(Type.String({ description: 'Instead of a law firm: any other payee.' })),
    ...written,
  },
  { additionalProperties: false },
)

/** Documentation of an update. */
export const invoiceChangesSchema = Type.Object(
  {
    ...Type.Partial(Type.Object(written)).properties,
    paymentNote: nullable<string>('string'),
    internalNotes: nullable<string>('string'),
  },
  { additionalProperties: false },
)

export const newInvoiceExample = {
  matter: { id: 17 },
  serviceProvider: { id: 4 },
  number: 'MO-2026-1001',
  invoiceDate: '2026-10-05',
  dueDate: '2026-11-04',
  billingPeriod: { start: '2026-09-01', end: '2026-09-30' },
  currency: 'NZD',
  lines: [
    {
      kind: 'Fee',
      workDate: '2026-09-03',
      description: 'Review incident file and chronology',
      quantity: 1.5,
      unitPrice: 620,
      taxRate: 15,
      timekeeper: 'Marlowe, Priya',
      taskCode: 'L110',
      activityCode: 'A104',
    },
    {
      kind: 'Disbursement',
      workDate: '2026-09-11',
      description: 'Court fees',
      unitPrice: 402,
      expenseCode: 'E112',
    },
  ],
  total: 1471.5,
}

const writtenNames = Object.keys(written)

/** A new invoice and its matter; bad_request names what is wrong. */
export function newInvoiceFromV2(body: unknown): { readonly matterId: number; readonly invoice: NewInvoice } {
  const known = ['matter', 'serviceProvider', 'vendorName', ...writtenNames]
  const properties = propertiesOf(body, known, ['id'])
  const matterId = idIn(properties, 'matter')
  if (typeof matterId !== 'number') throw badInput('matter', 'is missing: a reference such as {"id": 5}.')
  const { number, invoiceDate, lines, ...rest } = draftFrom(properties)
  if (number === undefined) throw badInput('number', 'is missing.')
  if (invoiceDate === undefined) throw badInput('invoiceDate', 'is missing: a day such as 2026-05-06.')
  const serviceProviderId = idIn(properties, 'serviceProvider') ?? undefined
  const vendorName = textIn(properties, 'vendorName') ?? undefined
  const provider = given({ serviceProviderId, vendorName })
  return { matterId, invoice: { ...rest, ...provider, number, invoiceDate, lines: lines ?? [] } }
}

/** The changes of a merge patch: to the content, for a draft, and to the notes. */
export function invoiceChangesFromV2(body: unknown) {
  const known = [...writtenNames, 'paymentNote', 'internalNotes'].filter((name) => name !== 'total')
  const properties = propertiesOf(body, known, [...readOnlyNames, 'total', 'matter'])
  const paymentNote = textIn(properties, 'paymentNote', { longest: 4_000 })
  const internalNotes = textIn(properties, 'internalNotes', { longest: 10_000 })
  const draft = draftFrom(properties)
  return (invoice: Invoice): { readonly draft: DraftChanges; readonly notes: PayerChanges } => {
    // an unchanged value is not an update, so that the provider can send back what it read
    const notes = given({
      paymentNote: paymentNote === invoice.paymentNote ? undefined : paymentNote,
      internalNotes: internalNotes === invoice.internalNotes ? undefined : internalNotes,
    })
    if (invoice.status === 'Draft' || draft.purchaseOrder === undefined) return { draft, notes }
    // once the invoice is posted, the purchase order is a note of the organisation that pays
    const { purchaseOrder, ...others } = draft
    return { draft: others, notes: { ...notes, purchaseOrder } }
  }
}

function draftFrom(properties: Readonly<Record<string, unknown>>): DraftChanges {
  return given({
    number: neverNull('number', textIn(properties, 'number', { longest: 100 })),
    invoiceDate: neverNull('invoiceDate', textIn(properties, 'invoiceDate')),
    dueDate: textIn(properties, 'dueDate'),
    billingPeriod: periodIn(properties),
    description: textIn(properties, 'description', { longest: 10_000 }),
    currency: neverNull('currency', textIn(properties, 'currency'))?.toUpperCase(),
    purchaseOrder: textIn(properties, 'purchaseOrder'),
    credits: creditsIn(properties),
    thirdParty: truthIn(properties, 'thirdParty'),
    recipientId: idIn(properties, 'recipient'),
    fileId: idIn(properties, 'file'),
    lines: linesIn(properties),
    total: decimalIn(properties, 'total') ?? undefined,
  })
}

/** Once it is read, an invoice is named with both. */
function creditsIn(properties: Readonly<Record<string, unknown>>): DraftChanges['credits'] {
  const { credits } = properties
  if (credits === undefined || credits === null) return credits
  const wrong = badInput('credits', 'must be an invoice, such as {"id": 5} or {"number": "MO-2026-1001"}.')
  if (typeof credits !== 'object') throw wrong
  const named = inside('credits', () => propertiesOf(credits, ['id', 'number']))
  const id = named['id'] === undefined ? undefined : idIn(properties, 'credits')
  if (id) return { id }
  const number = inside('credits', () => textIn(named, 'number', { longest: 100 }))
  if (number) return { number }
  throw wrong
}

function periodIn({ billingPeriod }: Readonly<Record<string, unknown>>): DraftChanges['billingPeriod'] {
  if (billingPeriod === undefined || billingPeriod === null) return billingPeriod
  const { start, end } = inside('billingPeriod', () => propertiesOf(billingPeriod, ['start', 'end']))
  if (typeof start === 'string' && typeof end === 'string') return { start, end }
  throw badInput('billingPeriod', 'must have two days, start and end.')
}

function linesIn({ lines }: Readonly<Record<string, unknown>>): readonly NewInvoiceLine[] | undefined {
  if (lines === undefined) return undefined
  if (!Array.isArray(lines)) throw badInput('lines', 'must be a list.')
  return lines.map((line: unknown, index) => inside(`lines[${index}]`, () => lineFrom(line)))
}

const lineNames = Object.keys(lineProperties)
const readOnlyLineNames = [
  'number',
  'agreedRate',
  'approvedAmount',
  'approvedTax',
  'ownCurrency',
  'review',
  'taxCorrection',
  ...readOnlyTaxNames,
]

function lineFrom(line: unknown): NewInvoiceLine {
  const properties = propertiesOf(line, lineNames, readOnlyLineNames)
  const decimal = (name: string) => decimalIn(properties, name) ?? undefined
  const text = (name: string) => textIn(properties, name)
  const price = decimal('unitPrice')
  if (price === undefined) throw badInput('unitPrice', 'is missing.')
  const type = choiceIn(properties, 'kind', lineKinds)
  if (type === undefined) throw badInput('kind', `is missing: one of ${lineKinds.join(', ')}.`)
  return {
    kind: type,
    description: textIn(properties, 'description', { longest: 4_000 }) ?? '',
    unitPrice: price,
    ...given({
      quantity: decimal('quantity'),
      adjustment: decimal('adjustment'),
      amount: decimal('amount'),
      taxRate: decimal('taxRate'),
      tax: decimal('tax'),
      workDate: text('workDate'),
      timekeeper: text('timekeeper'),
      timekeeperNumber: text('timekeeperNumber'),
      timekeeperClass: text('timekeeperClass'),
      taskCode: text('taskCode')?.toUpperCase(),
      activityCode: text('activityCode')?.toUpperCase(),
      expenseCode: text('expenseCode')?.toUpperCase(),
      creditsLine: lineNumber(decimal('creditsLine')),
      taxCode: taxCodeIn(properties),
    }),
  }
}

const lineNumber = (decimal: string | undefined) => (decimal === undefined ? undefined : Number(decimal))

/** The names of inputs in the core, and in v2. */
export const invoiceInputNames = namesV2({
  recipientId: 'recipient',
  fileId: 'file',
  serviceProviderId: 'serviceProvider',
})
