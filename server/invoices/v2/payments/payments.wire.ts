// Payments of invoices in the shapes of v2. Amounts are JSON numbers, with tax.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { decimalIn, idIn, momentIn, needed, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import { nullable, nullableChoice, nullableObject } from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { longestNote, longestReference, type NewPayment } from '../../payments/payment.ts'
import { ageings, type ShownPayment } from '../../payments/show-payments.ts'

const moment = Type.String({ format: 'date-time' })
const closed = { additionalProperties: false }

/** What every invoice says of its payments. */
export const settlementSchemas = {
  paidAmount: nullable<number>('number', {
    description: 'What is paid of it, with tax; null until it is approved.',
    readOnly: true,
  }),
  remaining: nullable<number>('number', {
    description:
      'What remains to be paid: approved − withheld − credited − paid, of credit notes as well without what is withheld; below zero what the law firm owes. 0 of a credit note, which is settled with its invoice. Null until it is approved.',
    readOnly: true,
  }),
  ageing: nullableChoice(ageings),
} as const

/** What lists of invoices can be filtered and sorted by. */
export const settlementProperties: Properties = {
  PaidAmount: sorted('paidAmount'),
  Remaining: sorted('remaining'),
  Ageing: filtered('ageing'),
}

const numberOrNull = (value: unknown) => (value === null ? null : Number(value))

/** What an invoice of a list says of its payments. */
export const settlementToV2 = (row: ListedRow) => ({
  paidAmount: numberOrNull(row['paidAmount']),
  remaining: numberOrNull(row['remaining']),
  ageing: (row['ageing'] ?? null) as (typeof ageings)[number] | null,
})

const person = nullableObject(
  { id: Type.String(), name: Type.String() },
  { description: 'Null for people of law firms.' },
)

const paymentSchema = Type.Object({
  id: Type.Integer(),
  paidDateUtc: moment,
  amount: Type.Number({ description: 'With tax; below zero what the law firm paid back.' }),
  reference: nullable<string>('string', { description: 'Of the bank or of finance.' }),
  note: nullable<string>('string'),
  externalId: nullable<string>('string', {
    description: 'The id that the finance system has sent. Null for people of law firms.',
  }),
  retainer: nullableObject(
    { id: Type.Integer(), title: Type.String() },
    { description: 'That it was drawn from.' },
  ),
  createdDateUtc: moment,
  createdBy: person,
  withdrawn: nullableObject(
    { dateUtc: moment, reason: Type.String(), by: person },
    { description: 'Why it was taken back: it counts no more.' },
  ),
})

const paymentExample = {
  id: 12,
  paidDateUtc: '2026-11-02T10:00:00.000Z',
  amount: 500,
  reference: 'TR-88120',
  note: 'First half',
  externalId: null,
  retainer: null,
  createdDateUtc: '2026-11-02T10:05:00.000Z',
  createdBy: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
  withdrawn: null,
}

export const paymentsOfInvoiceSchema = Type.Object(
  { items: Type.Array(paymentSchema) },
  { examples: [{ items: [paymentExample] }] },
)

export const newPaymentBody = jsonBody(
  Type.Object(
    {
      amount: Type.Optional(Type.Number({ description: 'Default: all that remains.' })),
      paidDateUtc: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
      reference: nullable<string>('string', { maxLength: longestReference }),
      note: nullable<string>('string', { maxLength: longestNote }),
      retainer: nullableObject(
        { id: Type.Integer() },
        {
          description:
            'A retainer of the law firm that it is drawn from; default amount then: what remains, or what is left of the retainer if that is less.',
        },
      ),
    },
    closed,
  ),
  { amount: 10, reference: 'TR-88120', note: 'First half' },
)

export const withdrawalBody = jsonBody(
  Type.Object({ reason: Type.String({ minLength: 1, maxLength: longestNote }) }, closed),
  { reason: 'The bank returned it.' },
)

/** A payment in a body, now unless it says when. */
export function newPaymentFromV2(body: unknown, now: Date): NewPayment {
  const sent = propertiesOf(body ?? {}, ['amount', 'paidDateUtc', 'reference', 'note', 'retainer'])
  return {
    amount: decimalIn(sent, 'amount') ?? undefined,
    paidAt: momentIn(sent, 'paidDateUtc') ?? now,
    reference: textIn(sent, 'reference', { longest: longestReference }) ?? null,
    note: textIn(sent, 'note', { longest: longestNote }) ?? null,
    retainerId: idIn(sent, 'retainer') ?? undefined,
  }
}

/** Why a payment is taken back. */
export const withdrawalFromV2 = (body: unknown): string =>
  needed('reason', textIn(propertiesOf(body, ['reason']), 'reason', { longest: longestNote }) ?? undefined)

/** A payment of an invoice. */
export const paymentToV2 = ({ withdrawn, ...payment }: ShownPayment) => ({
  id: payment.id,
  paidDateUtc: payment.paidAt.toISOString(),
  amount: Number(payment.amount),
  reference: payment.reference,
  note: payment.note,
  externalId: payment.externalId,
  retainer: payment.retainer,
  createdDateUtc: payment.createdAt.toISOString(),
  createdBy: payment.by,
  withdrawn: withdrawn && {
    dateUtc: withdrawn.at.toISOString(),
    reason: withdrawn.because,
    by: withdrawn.by,
  },
})
