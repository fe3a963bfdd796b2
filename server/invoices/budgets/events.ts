// The events about budgets that law firms do not read: history and notifications of the organisation that pays.
import type { DomainEvent } from '../../platform/events/change.ts'
import { kinds } from '../../records/kinds.ts'
import type { OfMatter } from './figures.ts'

type Name =
  | 'matter.budget.reached'
  | 'matter.budget.proposed'
  | 'matter.budget.answered'
  | 'matter.estimate.set'
  | 'matter.exposure.set'

const about = (
  name: Name,
  { organisationId, id }: OfMatter,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  // not `matter`: firms on it read what happens to a matter
  resource: { kind: 'matterBudget', id },
  subject: { kind: kinds.matter.one, id },
  facts,
})

interface Reached {
  readonly percent: number
  /** Decimal text in percent. */
  readonly used: string
  readonly year: number | null
}

/** So much of the budget is used. */
export const budgetReached = (matter: OfMatter, { percent, used, year }: Reached): DomainEvent =>
  about('matter.budget.reached', matter, {
    percent: String(percent),
    used,
    year: year === null ? null : String(year),
  })

/** A law firm has proposed a budget. */
export const budgetProposed = (matter: OfMatter, note: string | null): DomainEvent =>
  about('matter.budget.proposed', matter, { note })

interface Answered {
  readonly state: string
  readonly reason: string | null
  readonly proposedBy: string
}

/** It was approved, declined or withdrawn. */
export const budgetAnswered = (matter: OfMatter, answered: Answered): DomainEvent =>
  about('matter.budget.answered', matter, { ...answered })

/** A firm has stated what its work will still cost. */
export const estimateSet = (matter: OfMatter): DomainEvent => about('matter.estimate.set', matter, {})

/** What the matter may cost was said, or taken away. */
export const exposureSet = (matter: OfMatter): DomainEvent => about('matter.exposure.set', matter, {})
