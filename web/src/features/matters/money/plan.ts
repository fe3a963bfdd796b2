// A budget while it is typed.
import type { MatterMoney, NewBudget } from './budget-calls.ts'

export type Span = 'Lifetime' | 'Yearly'

/** A row of the parts as it is typed. */
export interface DraftPart {
  readonly key: string
  readonly phase: string
  readonly year: number | null
  readonly amount: number | null
}

export interface DraftPlan {
  readonly span: Span
  readonly includesTax: boolean
  readonly currency: string
  /** Where it has no parts. */
  readonly amount: number | null
  readonly parts: readonly DraftPart[]
}

let parts = 0

export const emptyPart = (year: number | null = null): DraftPart => ({
  key: `part ${++parts}`,
  phase: '',
  year,
  amount: null,
})

/** The budget as it is, or an empty one. */
export const draftOf = (budget: MatterMoney['budget'], currency: string): DraftPlan => ({
  span: budget?.span ?? 'Lifetime',
  includesTax: budget?.includesTax ?? false,
  currency: budget?.currency ?? currency,
  amount: budget?.amount ?? null,
  parts: (budget?.parts ?? []).map(({ phase, year, amount }) => ({
    ...emptyPart(year ?? null),
    phase: phase ?? '',
    amount,
  })),
})

/** Whether there is an amount for everything. */
export const isWhole = ({ span, amount, parts: all }: DraftPlan): boolean =>
  all.length === 0
    ? span === 'Lifetime' && amount !== null
    : all.every((part) => part.amount !== null && (span === 'Lifetime' || Number.isInteger(part.year)))

/** The budget as it is sent. */
export function planOf({ span, includesTax, currency, amount, parts: all }: DraftPlan): NewBudget {
  return {
    span,
    includesTax,
    ...(currency.trim() === '' ? {} : { currency: currency.trim() }),
    ...(all.length === 0 ? { amount } : {}),
    parts: all.map((part) => ({
      phase: part.phase === '' ? null : part.phase,
      year: span === 'Yearly' ? part.year : null,
      amount: part.amount ?? 0,
    })),
  }
}
