// The fee arrangements of an invoice in the shapes of v2.
import Type from 'typebox'
import { nullable, oneOf } from '../../../http/v2/references.wire.ts'
import { arrangementKinds } from '../../arrangements/arrangement.ts'
import type { UsedArrangement } from '../../arrangements/arrangements-of-invoice.ts'
import { leftOf } from './arrangements.wire.ts'

export const usedArrangementSchema = Type.Object(
  {
    id: Type.Integer(),
    kind: oneOf(arrangementKinds),
    title: Type.String({ description: 'What it is for.' }),
    currency: Type.String(),
    amount: Type.Number({
      description: 'Without tax, like the other amounts. Of a success fee what is due: 0 before its success.',
    }),
    before: Type.Number({ description: 'What other invoices bill of it.' }),
    own: Type.Number({ description: 'What this invoice bills of it.' }),
    committed: Type.Number({
      description: 'What of a fixed or a success fee is not billed then; 0 for other kinds.',
    }),
    remaining: nullable<number>('number', {
      description: 'What is left of a cap then; null for other kinds.',
    }),
    over: Type.Number({ description: 'What is billed beyond it then.' }),
    balance: nullable<number>('number', {
      description: 'What is left of a retainer now; null for other kinds.',
    }),
    discount: nullable<number>('number', {
      description:
        'What is to be taken off the fees of this invoice by volume, after those of its fiscal year that were posted before it; null for other kinds.',
    }),
  },
  { title: 'FeeArrangementOfInvoice' },
)
export const usedArrangementExample = {
  id: 4,
  kind: 'Fixed' as const,
  title: 'First instance',
  currency: 'NZD',
  amount: 12_000,
  before: 5_000,
  own: 3_000,
  committed: 4_000,
  remaining: null,
  over: 0,
  balance: null,
  discount: null,
}

/** An arrangement as an invoice finds and leaves it. */
export const usedArrangementToV2 = ({ id, kind, title, currency, ...amounts }: UsedArrangement) => ({
  id,
  kind,
  title,
  currency,
  amount: Number(amounts.amount),
  before: Number(amounts.before),
  own: Number(amounts.own),
  ...leftOf(kind, amounts.committed),
  over: Number(amounts.over),
  balance: amounts.balance === null ? null : Number(amounts.balance),
  discount: amounts.discount === null ? null : Number(amounts.discount),
})
