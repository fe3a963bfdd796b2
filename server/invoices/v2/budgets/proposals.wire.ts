// Proposed budgets and estimates, as v2 shows them.
import Type from 'typebox'
import {
  auditedByUser,
  createdExample,
  doneBy,
  namedReference,
  nullable,
  oneOf,
} from '../../../http/v2/references.wire.ts'
import type { Estimate } from '../../budgets/estimates.ts'
import { type BudgetProposal, proposalStates } from '../../budgets/proposals.ts'
import { includesTax, parts, partsToV2, span } from './plans.wire.ts'

const firm = Type.Object(namedReference)
const firmExample = { id: 12, name: 'Ashfield Partners' }

export const estimateSchema = Type.Object({
  firm,
  version: Type.Integer(),
  amount: Type.Number({ description: 'Without tax, beside what is billed.' }),
  currency: Type.String(),
  note: nullable<string>('string'),
  set: Type.Object(auditedByUser),
})
export const estimateExample = {
  firm: firmExample,
  version: 1,
  amount: 42_000,
  currency: 'NZD',
  note: 'Trial of four days',
  set: createdExample,
}

export const proposalSchema = Type.Object({
  id: Type.Integer(),
  firm,
  state: oneOf(proposalStates),
  amount: Type.Number(),
  currency: Type.String(),
  span,
  includesTax,
  parts,
  note: nullable<string>('string'),
  proposedUtc: Type.String({ format: 'date-time' }),
  answer: nullable<string>('string', { description: 'A note of the organisation, or why it was declined.' }),
  answeredUtc: nullable<string>('string', { format: 'date-time' }),
})
export const proposalExample = {
  id: 7,
  firm: firmExample,
  state: 'Proposed' as const,
  amount: 100_000,
  currency: 'NZD',
  span: 'Lifetime' as const,
  includesTax: false,
  parts: [{ phase: 'L300', year: null, amount: 100_000 }],
  note: 'With a second expert',
  proposedUtc: '2026-03-02T09:00:00.000Z',
  answer: null,
  answeredUtc: null,
}

/** An estimate as v2 shows it. */
export const estimateToV2 = ({ amount, by, at, ...rest }: Estimate) => ({
  ...rest,
  amount: Number(amount),
  set: { dateUtc: at.toISOString(), ...doneBy(by) },
})

/** A proposal as v2 shows it. */
export const proposalToV2 = (proposal: BudgetProposal) => {
  const { proposedBy: _, proposedAt, answeredAt, amount, parts: of, ...rest } = proposal
  return {
    ...rest,
    amount: Number(amount),
    parts: partsToV2(of),
    proposedUtc: proposedAt.toISOString(),
    answeredUtc: answeredAt?.toISOString() ?? null,
  }
}
