// Setting the budget of a matter.
import { getMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { budgetSet } from '../../matters/events.ts'
import { isSamePlan, type Plan, planOf } from './budget.ts'
import { checkedPlan, type NewPlan } from './check-plan.ts'
import type { OfMatter } from './figures.ts'
import { listBudgets } from './matter-money.ts'

export interface NewBudget {
  readonly plan: NewPlan | null
  readonly reason: string | null
  /** Throws when somebody else has set the budget since its version was read; 0 without any. */
  readonly checkVersion: (version: number) => void
}

/**
 * Sets the budget of a matter; setting the same one again changes nothing. A reason is needed to change one. Throws
 * bad_request, forbidden without the right, and conflict when two set it at once.
 */
export function setBudget(app: App, actor: Actor, matterId: number, budget: NewBudget): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'setBudget')
    const [latest] = await listBudgets(tx, matter)
    budget.checkVersion(latest?.version ?? 0)
    const before = planOf(latest)
    const currency = budget.plan?.currency ?? latest?.currency ?? (await currencyOf(tx, matter))
    const plan = budget.plan && checkedPlan(budget.plan, currency)
    const isUnchanged =
      plan === null || before === undefined ? plan === (before ?? null) : isSamePlan(plan, before)
    if (isUnchanged) return { result: undefined, events: [] }
    if (before && budget.reason === null) {
      throw badInput('reason', 'is missing: say why the budget is changed.')
    }
    const version = (latest?.version ?? 0) + 1
    await insertBudget(tx, matter, { version, plan, currency, reason: budget.reason, actor, now })
    return { result: undefined, events: [budgetSet(matter)] }
  })
}

interface Version {
  readonly version: number
  /** Null: there is no budget any more. */
  readonly plan: Plan | null
  readonly currency: string
  readonly reason: string | null
  readonly actor: Actor
  readonly now: Date
}

/** Writes the next version of the budget of a matter; conflict when somebody else has written it meanwhile. */
export async function insertBudget(
  tx: Tx,
  matter: OfMatter & MayChange,
  { version, plan, currency, reason, actor, now }: Version,
): Promise<void> {
  await tx
    .insertInto('matter_budgets')
    .values({
      organisation_id: matter.organisationId,
      matter_id: matter.id,
      version,
      amount: plan?.amount ?? null,
      currency,
      span: plan?.span ?? 'Lifetime',
      includes_tax: plan?.includesTax ?? false,
      parts: JSON.stringify(plan?.parts ?? []),
      reason,
      set_by: actor.userId,
      set_at: now,
    })
    .execute()
}
