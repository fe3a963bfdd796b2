// Setting the budget of a matter.
import { getMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, isDecimal, rounded } from '../../platform/decimal.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { currencyDigits, isCurrency } from '../lines.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { budgetSet } from '../../matters/events.ts'
import { listBudgets } from './matter-money.ts'

export interface NewBudget {
  /** Decimal text without tax; null takes the budget away. */
  readonly amount: string | null
  /** ISO 4217; default: that of the organisation. */
  readonly currency?: string | undefined
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
    const [before] = await listBudgets(tx, matter)
    budget.checkVersion(before?.version ?? 0)
    const currency = budget.currency ?? before?.currency ?? (await currencyOf(tx, matter))
    checkAmount(budget.amount, currency)
    const isSame =
      currency === before?.currency &&
      (budget.amount === null || before.amount === null
        ? budget.amount === before.amount
        : compareDecimals(budget.amount, before.amount) === 0)
    if (isSame || (before === undefined && budget.amount === null)) return { result: undefined, events: [] }
    if (before?.amount !== undefined && before.amount !== null && budget.reason === null) {
      throw badInput('reason', 'is missing: say why the budget is changed.')
    }
    await tx
      .insertInto('matter_budgets')
      .values({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        version: (before?.version ?? 0) + 1,
        amount: budget.amount,
        currency,
        reason: budget.reason,
        set_by: actor.userId,
        set_at: now,
      })
      .execute()
    return { result: undefined, events: [budgetSet(matter)] }
  })
}

function checkAmount(amount: string | null, currency: string): void {
  if (!isCurrency(currency)) throw badInput('currency', 'must be a currency such as GBP.')
  if (amount === null) return
  const digits = currencyDigits(currency)
  const fits = isDecimal(amount, 14, 4) && compareDecimals(amount, '0') >= 0
  if (!fits || compareDecimals(amount, rounded(amount, digits)) !== 0) {
    throw badInput('amount', `must be 0 or more, with at most ${digits} decimal places.`)
  }
}
