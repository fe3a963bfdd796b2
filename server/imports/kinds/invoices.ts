// Invoices of matters as what rows of an import become: one row for an invoice, with its sums.
import { addInvoice } from '../../invoices/commands/create-invoice.ts'
import { checkTexts } from '../../invoices/commands/check-invoice.ts'
import { removeMadeInvoice } from '../../invoices/commands/remove-made-invoice.ts'
import { transitionWithin } from '../../invoices/commands/transition-invoice.ts'
import type { NewInvoiceLine } from '../../invoices/lines.ts'
import { appliedBy } from '../../invoices/taxes/apply-codes.ts'
import { readTaxCodes } from '../../invoices/taxes/stored-codes.ts'
import type { Transition } from '../../invoices/transitions.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { ImportKind, Making } from '../import-kind.ts'
import type { Row } from '../work/row.ts'
import { eventsOn } from '../work/touched.ts'
import { matterProperty, momentOf, property, recordNamed } from './record-properties.ts'

const statuses = ['Draft', 'Posted', 'Approved', 'Paid'] as const
const sums = [
  ['fees', 'Fee', 'Fees'],
  ['disbursements', 'Disbursement', 'Disbursements'],
  ['otherFees', 'OtherFee', 'Other fees'],
] as const

/** Invoices. */
export const importedInvoices: ImportKind = {
  name: 'invoices',
  label: 'Invoices',
  features: ['MATTERS', 'INVOICES'],
  properties: () =>
    Promise.resolve([
      matterProperty,
      property('number', 'Number', { required: true, also: ['invoice number', 'invoice no', 'invoice'] }),
      property('date', 'Date', { type: 'day', required: true, also: ['invoice date', 'issued'] }),
      property('due', 'Due', { type: 'day', also: ['due date', 'payable by'] }),
      property('vendor', 'Vendor', {
        also: ['payee', 'supplier', 'company'],
        help: 'Who is paid, if it is no law firm that is linked to your organisation.',
      }),
      property('firm', 'Law firm', {
        also: ['firm', 'provider', 'counsel'],
        help: 'The name of a law firm that is linked to your organisation.',
      }),
      property('currency', 'Currency', { help: 'Three letters; that of your organisation without one.' }),
      property('fees', 'Fees', {
        type: 'number',
        also: ['fee', 'amount', 'net', 'net amount', 'total fees'],
      }),
      property('disbursements', 'Disbursements', { type: 'number', also: ['expenses', 'costs'] }),
      property('otherFees', 'Other fees', { type: 'number' }),
      property('taxRate', 'Tax rate', {
        type: 'number',
        also: ['vat', 'vat rate', 'gst'],
        help: 'In per cent, of all three.',
      }),
      property('taxCode', 'Tax code', {
        also: ['vat code', 'gst code', 'tax type'],
        help: 'Of all three: one of the tax codes of your organisation. It has a rate on the date of the invoice, and Tax rate is that rate or empty.',
      }),
      property('description', 'Description'),
      property('purchaseOrder', 'Purchase order', { also: ['po', 'po number', 'purchase order number'] }),
      property('credits', 'Credits invoice', {
        also: ['credited invoice', 'credit of'],
        help: 'Of a credit note: the number of the approved invoice that it credits, imported before.',
      }),
      property('status', 'Status', {
        type: 'choice',
        choices: statuses,
        also: ['state'],
        help: 'Draft without one.',
      }),
      property('paid', 'Paid on', {
        type: 'day',
        also: ['paid', 'payment date', 'date paid'],
        help: 'For invoices that are Paid.',
      }),
    ]),
  partOf: { property: 'matter', group: 'Matter administrators', table: 'invoices' },
  inputNames: new Map([
    ['invoiceDate', 'date'],
    ['dueDate', 'due'],
    ['vendorName', 'vendor'],
    ['serviceProviderId', 'firm'],
  ]),
  make: makeInvoice,
  eventsOn: eventsOn('invoice', 'invoiceAllocation', 'invoiceApproval'),
  remove: (app, actor, id) => removeMadeInvoice(app, actor, Number(id)),
}

async function makeInvoice(making: Making, row: Row) {
  const { app, tx, actor, now } = making
  const matterId = await recordNamed(making, row, { name: 'matter', table: 'matters' })
  const firm = await row.meant(
    'firm',
    making.lookups.firm,
    'the name of a law firm that is linked to your organisation',
  )
  const status = row.choice('status', statuses) ?? 'Draft'
  const paidAt = momentOf(making, row, 'paid')
  if (paidAt && status !== 'Paid') row.wrong('paid', `is for invoices that are Paid; this one is ${status}.`)
  const [vendorName, currency, credited] = [row.text('vendor'), row.text('currency'), row.text('credits')]
  const invoiceDate = row.day('date')?.slice(0, 10) ?? ''
  const input = {
    number: row.text('number') ?? '',
    invoiceDate,
    dueDate: row.day('due')?.slice(0, 10) ?? null,
    description: row.text('description') ?? null,
    purchaseOrder: row.text('purchaseOrder') ?? null,
    ...(credited === undefined ? {} : { credits: { number: credited } }),
    ...(firm === undefined ? {} : { serviceProviderId: firm }),
    ...(vendorName === undefined ? {} : { vendorName }),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
    lines: linesOf(row, await taxOf(making, row, invoiceDate)),
  }
  row.refuse()
  checkTexts(input)
  const { invoice, event } = await addInvoice(app, tx, actor, { matterId: matterId ?? 0, input, now })
  const events: DomainEvent[] = [event]
  for (const move of movesTo(status, paidAt)) {
    events.push(...(await transitionWithin(tx, actor, { id: invoice.id, move, now })))
  }
  return { id: invoice.id, events }
}

type Tax = Pick<NewInvoiceLine, 'taxCode' | 'taxRate'>

/** The tax code, which has a rate on the day and the rate of the row, or the rate alone. */
async function taxOf({ tx, actor, lookups }: Making, row: Row, day: string): Promise<Tax> {
  const [named, stated] = [row.text('taxCode'), row.number('taxRate')]
  if (named === undefined) return { taxRate: stated ?? '0' }
  // what is wrong with the day is said already
  if (day === '') return {}
  const codes = await lookups.kept('taxCodes', () => readTaxCodes(tx, actor.organisationId))
  const found = codes.find(({ code }) => code.toLowerCase() === named.trim().toLowerCase())
  const answer = appliedBy(found, day, stated)
  if (!('reason' in answer))
    return { taxCode: { code: named }, ...(stated === undefined ? {} : { taxRate: stated }) }
  const fitting = codes.filter((each) => !('reason' in appliedBy(each, day, stated))).map(({ code }) => code)
  row.wrong(answer.property, answer.reason, answer.property === 'taxCode' ? fitting.slice(0, mostNamed) : [])
  return {}
}

const mostNamed = 5

/** A line for each sum that is not zero. */
function linesOf(row: Row, tax: Tax): readonly NewInvoiceLine[] {
  return sums.flatMap(([name, kind, description]) => {
    const unitPrice = row.number(name)
    return unitPrice === undefined || /^-?0+(\.0+)?$/.test(unitPrice)
      ? []
      : [{ kind, description, unitPrice, ...tax }]
  })
}

/** How an invoice comes to a status that it has elsewhere already. */
function movesTo(status: (typeof statuses)[number], paidAt: Date | undefined): readonly Transition[] {
  const all: readonly Transition[] = [
    { kind: 'post' },
    { kind: 'approve' },
    { kind: 'pay', ...(paidAt ? { paidAt } : {}) },
  ]
  return all.slice(0, statuses.indexOf(status))
}
