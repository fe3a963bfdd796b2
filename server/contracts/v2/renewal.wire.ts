// The wire of renewals in v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, dayIn, needed, neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { namedReference, nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { noticeUnits } from '../key-dates/notice-period.ts'
import type { Decide } from '../renewals/decide-renewal.ts'
import { renewalDecisions } from '../renewals/decisions.ts'
import type { DecidedRenewal, Renewal, RenewalTerm } from '../renewals/renewal.ts'

const term = { amount: Type.Integer({ minimum: 1, maximum: 999 }), unit: oneOf(noticeUnits) } as const
const day = { format: 'date' } as const
const closed = { additionalProperties: false } as const
const longestReason = 1_000

const decided = {
  id: Type.Integer(),
  decision: oneOf(renewalDecisions),
  expiry: Type.String({ ...day, description: 'When the contract would have ended.' }),
  renewedUntil: nullable<string>('string', day),
  reason: nullable<string>('string'),
  by: Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
  at: Type.String({ format: 'date-time' }),
  withdrawn: Type.Boolean(),
  draft: nullableObject(namedReference, {
    description: 'Of a renegotiation: the new contract; null for those who do not see it.',
  }),
  notice: nullableObject(namedReference, { description: 'Of an end: the file of the letter.' }),
} as const

const decisionExample = {
  id: 3,
  decision: 'Renew',
  expiry: '2027-04-30',
  renewedUntil: '2028-04-30',
  reason: null,
  by: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
  at: '2027-01-12T09:00:00.000Z',
  withdrawn: false,
  draft: null,
  notice: null,
}

export const renewalSchema = Type.Object(
  {
    expiry: nullable<string>('string', day),
    noticeDate: nullable<string>('string', { ...day, description: 'The last day for notice.' }),
    term: nullableObject(term),
    renewedUntil: nullable<string>('string', {
      ...day,
      description: 'When it would end if it were renewed now; null without an expiry or a term.',
    }),
    decision: nullableObject(decided, {
      description: 'What holds for the present expiry; null while nothing is decided.',
    }),
    decisions: Type.Array(Type.Object(decided), { description: 'All that were made, the latest first.' }),
    replaces: nullableObject(namedReference, {
      description: 'The contract that this one was drafted to replace.',
    }),
  },
  {
    title: 'Renewal',
    examples: [
      {
        expiry: '2028-04-30',
        noticeDate: '2028-01-30',
        term: { amount: 1, unit: 'Years' },
        renewedUntil: '2029-04-30',
        decision: null,
        decisions: [decisionExample],
        replaces: null,
      },
    ],
  },
)

const decidedToV2 = (made: DecidedRenewal) => ({ ...made, at: made.at.toISOString() })

/** The renewal of a contract as v2 answers it. */
export const renewalToV2 = ({ expiry, notice, term, renewedUntil, replaces, ...made }: Renewal) => ({
  expiry,
  noticeDate: notice?.noticeDate ?? null,
  term,
  renewedUntil,
  decision: made.decision && decidedToV2(made.decision),
  decisions: made.decisions.map(decidedToV2),
  replaces,
})

export const termBody = jsonBody(Type.Object(term, { ...closed, title: 'RenewalTerm' }), {
  amount: 1,
  unit: 'Years',
})

/** Throws bad_request for what is no term. */
export function termFromV2(body: unknown): RenewalTerm {
  const properties = propertiesOf(body, ['amount', 'unit'])
  return {
    amount: needed('amount', wholeIn(properties, 'amount')),
    unit: needed('unit', choiceIn(properties, 'unit', noticeUnits)),
  }
}

function wholeIn(properties: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = properties[name]
  if (value !== undefined && typeof value !== 'number') throw badInput(name, 'must be a whole number.')
  return value
}

export const decisionBody = jsonBody(
  Type.Object(
    {
      decision: oneOf(renewalDecisions),
      expiry: Type.String({ ...day, description: 'The expiry that is decided about.' }),
      amount: Type.Optional(term.amount),
      unit: Type.Optional(term.unit),
      reason: Type.Optional(Type.String({ maxLength: longestReason })),
    },
    { ...closed, title: 'DecideRenewal' },
  ),
  { decision: 'Renew', expiry: '2027-04-30' },
)

/** Throws bad_request for what is no decision. */
export function decisionFromV2(body: unknown): Decide {
  const properties = propertiesOf(body, ['decision', 'expiry', 'amount', 'unit', 'reason'])
  const decision = needed('decision', choiceIn(properties, 'decision', renewalDecisions))
  const hasTerm = properties['amount'] !== undefined || properties['unit'] !== undefined
  if (hasTerm && decision !== 'Renew') throw badInput('amount', 'is for a renewal only.')
  const reason = textIn(properties, 'reason')?.trim() ?? ''
  if (reason.length > longestReason)
    throw badInput('reason', `must have ${longestReason} characters at most.`)
  return {
    decision,
    expiry: needed('expiry', neverNull('expiry', dayIn(properties, 'expiry'))),
    term: hasTerm ? termFromV2({ amount: properties['amount'], unit: properties['unit'] }) : null,
    reason: reason === '' ? null : reason,
  }
}
