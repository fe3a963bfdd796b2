// Setting the budget of a matter.
import { getMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { budgetSet } from '../../matters/events.ts'
import { type Budget, isSamePlan, type Plan, planOf, type PlanRate } from './budget.ts'
import { isRate } from '../own-currency/exchange-rate.ts'
import { checkedPlan, type NewPlan } from './check-plan.ts'
import type { OfMatter } from './figures.ts'
import { listBudgets } from './matter-money.ts'

export interface NewBudget {
  readonly plan: NewPlan | null
  /** Decimal text; null for none; default: that of the budget before, where it is in the same currency. */
  readonly planRate?: string | null | undefined
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
    const planRate = plan && (await planRateOf(tx, matter, { given: budget.planRate, plan, latest }))
    const isUnchanged =
      plan === null || before === undefined
        ? plan === (before ?? null)
        : isSamePlan(plan, before) && isSameRate(planRate, latest?.planRate ?? null)
    if (isUnchanged) return { result: undefined, events: [] }
    if (before && budget.reason === null) {
      throw badInput('reason', 'is missing: say why the budget is changed.')
    }
    const version = (latest?.version ?? 0) + 1
    await insertBudget(tx, matter, { version, plan, planRate, currency, reason: budget.reason, actor, now })
    return { result: undefined, events: [budgetSet(matter)] }
  })
}

interface Planning {
  readonly given: string | null | undefined
  readonly plan: Plan
  readonly latest: Budget | undefined
}

/** The plan rate of the next version. Throws bad_request for one that is wrong, or of a budget in the own currency. */
async function planRateOf(
  tx: Tx,
  matter: OfMatter,
  { given, plan, latest }: Planning,
): Promise<PlanRate | null> {
  if (given === undefined) return keptRate(plan, latest)
  if (given === null) return null
  const into = await currencyOf(tx, matter)
  if (into === plan.currency)
    throw badInput('planRate', `must be absent: ${into} is the currency of your organisation.`)
  if (!isRate(given))
    throw badInput('planRate', 'must be more than 0, with at most 10 decimal places, such as 1.0842.')
  return { rate: given, into }
}

/** That of the budget before, where the next one is in the same currency. */
export const keptRate = (
  { currency }: Pick<Plan, 'currency'>,
  latest: Budget | undefined,
): PlanRate | null => (latest?.currency === currency ? latest.planRate : null)

const isSameRate = (a: PlanRate | null, b: PlanRate | null): boolean =>
  a === null || b === null ? a === b : a.into === b.into && compareDecimals(a.rate, b.rate) === 0

interface Version {
  readonly version: number
  /** Null: there is no budget any more. */
  readonly plan: Plan | null
  readonly planRate: PlanRate | null
  readonly currency: string
  readonly reason: string | null
  readonly actor: Actor
  readonly now: Date
}

/** Writes the next version of the budget of a matter; conflict when somebody else has written it meanwhile. */
export async function insertBudget(
  tx: Tx,
  matter: OfMatter & MayChange,
  { version, plan, planRate, currency, reason, actor, now }: Version,
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
      plan_rate: planRate?.rate ?? null,
      plan_currency: planRate?.into ?? null,
      reason,
      set_by: actor.userId,
      set_at: now,
    })
    .execute()
}
