// Credit notes in the shapes of v2. Amounts are JSON numbers, with tax.
import Type from 'typebox'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import { nullable, nullableChoice, nullableObject, textOf } from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { CreditNote } from '../../credits/show-credits.ts'
import { type InvoiceStatus, invoiceStatuses } from '../../invoice.ts'

/** The invoice that a credit note credits. */
export const creditsSchema = nullableObject(
  { id: Type.Integer(), number: Type.String() },
  { description: 'Of a credit note: the invoice that it credits.' },
)

export const creditNotesSchema = Type.Array(
  Type.Object({
    id: Type.Integer(),
    number: Type.String(),
    status: nullableChoice(invoiceStatuses),
    total: Type.Number(),
    approvedTotal: nullable<number>('number'),
  }),
  { description: 'Those that take back a part of it, with amounts below zero.', readOnly: true },
)

/** What lists of invoices can be filtered and sorted by. */
export const creditProperties: Properties = {
  Credits: thing('creditsId'),
  'Credits/Id': filtered('creditsId'),
  'Credits/Number': sorted('creditsNumber'),
  Credited: sorted('credited'),
}

/** What an invoice of a list says of credit. */
export const creditToV2 = (row: ListedRow) => ({
  credits:
    row['creditsId'] === null ? null : { id: Number(row['creditsId']), number: textOf(row, 'creditsNumber') },
  credited: Number(row['credited']),
})

/** A credit note of an invoice. */
export const creditNoteToV2 = ({ id, number, status, total, approvedTotal }: CreditNote) => ({
  id,
  number,
  status: status as InvoiceStatus,
  total: Number(total),
  approvedTotal: approvedTotal === null ? null : Number(approvedTotal),
})
