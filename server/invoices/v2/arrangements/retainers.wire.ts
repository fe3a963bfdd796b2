// Movements of retainers in the shapes of v2. Amounts are JSON numbers.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import {
  choiceIn,
  dayIn,
  decimalIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { nullable, nullableObject, oneOf } from '../../../http/v2/references.wire.ts'
import { movementKinds, type NewMovement } from '../../arrangements/move-retainer.ts'
import type { Statement } from '../../arrangements/show-retainer.ts'
import { longestNote, longestReference } from '../../payments/payment.ts'

const statementKinds = [...movementKinds, 'Payment'] as const
const person = nullableObject(
  { id: Type.String(), name: Type.String() },
  { description: 'Null for people of law firms.' },
)

const row = Type.Object({
  id: Type.Integer({ description: 'Of the movement, or of the payment.' }),
  kind: oneOf(statementKinds, { description: 'Payment: of an invoice that was paid from the retainer.' }),
  date: Type.String({ format: 'date' }),
  amount: Type.Number({ description: 'What was paid in; below zero what was paid back or drawn.' }),
  balance: Type.Number({ description: 'After it.' }),
  reference: nullable<string>('string'),
  note: nullable<string>('string'),
  invoice: nullableObject(
    { id: Type.Integer(), number: Type.String() },
    { description: 'That was paid; null for who does not see it.' },
  ),
  createdBy: person,
  withdrawn: nullableObject(
    { dateUtc: Type.String({ format: 'date-time' }), reason: Type.String() },
    { description: 'Why it was taken back: it counts no more.' },
  ),
})

export const statementSchema = Type.Object(
  {
    currency: Type.String(),
    balance: Type.Number({
      description: 'Deposits less refunds and payments of invoices; never below zero.',
    }),
    movements: Type.Array(row, { description: 'The latest first.' }),
  },
  {
    title: 'RetainerStatement',
    examples: [
      {
        currency: 'NZD',
        balance: 15_000,
        movements: [
          {
            id: 3,
            kind: 'Deposit' as const,
            date: '2026-03-02',
            amount: 15_000,
            balance: 15_000,
            reference: 'TR-90021',
            note: null,
            invoice: null,
            createdBy: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
            withdrawn: null,
          },
        ],
      },
    ],
  },
)

export const newMovementBody = jsonBody(
  Type.Object({
    kind: oneOf(movementKinds, { description: 'Deposit: paid in. Refund: paid back by the law firm.' }),
    amount: Type.Number({ description: 'More than 0.' }),
    date: Type.Optional(Type.String({ format: 'date', description: 'Default: today.' })),
    reference: nullable<string>('string', { maxLength: longestReference }),
    note: nullable<string>('string', { maxLength: longestNote }),
  }),
  { kind: 'Deposit', amount: 15_000, date: '2026-03-02', reference: 'TR-90021' },
)

/** A movement in a body. */
export function newMovementFromV2(body: unknown): NewMovement {
  const sent = propertiesOf(body, ['kind', 'amount', 'date', 'reference', 'note'])
  return {
    kind: needed('kind', choiceIn(sent, 'kind', movementKinds) ?? undefined),
    amount: needed('amount', neverNull('amount', decimalIn(sent, 'amount'))),
    movedOn: dayIn(sent, 'date') ?? null,
    reference: textIn(sent, 'reference', { longest: longestReference }) ?? null,
    note: textIn(sent, 'note', { longest: longestNote }) ?? null,
  }
}

/** A statement as v2 shows it. */
export const statementToV2 = ({ currency, balance, rows }: Statement) => ({
  currency,
  balance: Number(balance),
  movements: rows.map((each) => ({
    id: each.id,
    kind: each.kind,
    date: each.day,
    amount: Number(each.amount),
    balance: Number(each.balance),
    reference: each.reference,
    note: each.note,
    invoice: each.invoiceId === null ? null : { id: each.invoiceId, number: each.invoiceNumber ?? '' },
    createdBy: each.by,
    withdrawn:
      each.withdrawnAt === null
        ? null
        : { dateUtc: new Date(each.withdrawnAt).toISOString(), reason: each.withdrawnBecause ?? '' },
  })),
})
