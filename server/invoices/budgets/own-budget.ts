// The budget of a matter in the own currency, at the rate at which it is planned.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import type { FiscalShift } from '../../platform/time/fiscal-calendar.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { Budget, BudgetPeriod } from './budget.ts'
import { fiscalYear, lastDayOfEntry, type OfMatter } from './figures.ts'
import { type OwnBudget, ownBudgetOf, type UsedAtRates } from './plan-rate.ts'
import { countingIn, isApproved, realAccrued, realAmount } from './real-spend.ts'

interface Asked {
  readonly budget: Budget | undefined
  readonly periods: readonly BudgetPeriod[]
  readonly shift: FiscalShift
  readonly now: Date
}

/**
 * Null without a plan rate, and after a change of the own currency. The matter was fetched through its access.ts.
 */
export async function getOwnBudget(
  db: Reader,
  matter: OfMatter,
  { budget, periods, shift, now }: Asked,
): Promise<OwnBudget | null> {
  if (!budget?.planRate || budget.amount === null) return null
  const { rate, into } = budget.planRate
  if (into !== (await currencyOf(db, matter))) return null
  const used = await usedAtRates(db, matter, { budget, shift, now })
  const planned = { currency: into, planRate: rate, digits: currencyDigits(into) }
  return ownBudgetOf(planned, periods, used)
}

interface Row {
  readonly year: number | null
  readonly approved: string
  readonly pending: string
  readonly accrued: string
  readonly missing: boolean
}

/** What is used at the rates that it has in the own currency: by fiscal year of a yearly budget, otherwise in all. */
async function usedAtRates(
  db: Reader,
  { organisationId, id }: OfMatter,
  { budget, shift, now }: Pick<Asked, 'shift' | 'now'> & { readonly budget: Budget },
): Promise<readonly UsedAtRates[]> {
  const organisation = sql`${organisationId}::bigint`
  const isYearly = budget.span === 'Yearly'
  const yearOf = (day: ReturnType<typeof sql>) => (isYearly ? fiscalYear(day, shift) : sql`null::int`)
  const amount = realAmount({ organisation, includesTax: sql`${budget.includesTax}::boolean`, now })
  const counting = countingIn({ organisation, currency: sql`${budget.currency}::text`, now })
  // not through access.ts: the sums are for everybody who sees the matter, whose invoices are as visible as it
  const counted = sql`
      select ${yearOf(sql`invoices.invoice_date`)} as year,
        case when ${isApproved} then 'approved' else 'pending' end as kind, ${amount} as amount
      from ${counting.invoices} and invoices.matter_id = ${id}`
  const { rows } = await sql<Row>`
    select year, coalesce(sum(amount) filter (where kind = 'approved'), 0)::text as approved,
      coalesce(sum(amount) filter (where kind = 'pending'), 0)::text as pending,
      coalesce(sum(amount) filter (where kind = 'accrued'), 0)::text as accrued, bool_or(amount is null) as missing
    from (
      ${counted}
      union all
      select ${yearOf(lastDayOfEntry)}, 'accrued', ${realAccrued({ organisation, now })}
      from ${counting.accruals} and e.matter_id = ${id}
      group by e.organisation_id, e.currency, e.month
    ) used group by year`.execute(db)
  return rows.map(({ year, missing, approved, pending, accrued }) => ({
    year,
    used: missing ? null : { approved, pending, accrued },
  }))
}
