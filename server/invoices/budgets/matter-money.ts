// What a matter may cost and has cost: its budget, and the sums of its invoices, without tax.
import { sql } from 'kysely'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import { getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, differenceOf, sumOf } from '../../platform/decimal.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { netAmounts } from '../net-amounts.ts'

/** A version of a budget. */
export interface Budget {
  /** Counts the changes from 1. */
  readonly version: number
  /** Decimal text without tax; null where the budget was taken away. */
  readonly amount: string | null
  readonly currency: string
  readonly reason: string | null
  readonly by: ShownPerson
  readonly at: Date
}

/** The sums of invoices in one currency, without tax. Decimal text. */
export interface Spend {
  readonly currency: string
  /** What was approved, paid or not. */
  readonly approved: string
  /** What is posted or in review, as it was billed. */
  readonly pending: string
}

export interface MatterMoney {
  /** All versions, the latest first. */
  readonly budgets: readonly Budget[]
  readonly spends: readonly Spend[]
  /** What is left of the budget after what is approved and pending; negative when it is exceeded. Null without one. */
  readonly available: string | null
  /** False when invoices in other currencies than the budget's are not in what is available. */
  readonly complete: boolean
}

/**
 * The money of a matter, the same for everybody of its organisation who sees it. Throws not_found for those who do not,
 * and forbidden for people of law firms, who see their own invoices only.
 */
export async function getMatterMoney({ db }: App, actor: Actor, matterId: number): Promise<MatterMoney> {
  const matter = await getMatterToSee(db, actor, matterId)
  if (matter.organisationId !== actor.organisationId) {
    throw forbidden('Budgets are for the organisation that owns the matter.')
  }
  const [budgets, spends] = await Promise.all([listBudgets(db, matter), listSpends(db, matter)])
  return { budgets, spends, ...availableOf(budgets[0], spends) }
}

const net = netAmounts()

interface OfMatter {
  readonly organisationId: number
  readonly id: number
}

/** The versions of the budget of a matter that was fetched through its access.ts, the latest first. */
export async function listBudgets(db: Reader, { organisationId, id }: OfMatter): Promise<readonly Budget[]> {
  const rows = await db
    .selectFrom('matter_budgets as b')
    .innerJoin('users', 'users.id', 'b.set_by')
    .where('b.organisation_id', '=', organisationId)
    .where('b.matter_id', '=', id)
    .orderBy('b.version', 'desc')
    .select(['b.version', 'b.amount', 'b.currency', 'b.reason', 'b.set_at'])
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'users.organisation_id'])
    .execute()
  return rows.map((row) => ({
    version: row.version,
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    by: {
      id: row.id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      organisationId: row.organisation_id,
    },
    at: row.set_at,
  }))
}

/** The sums of the invoices of a matter that was fetched through its access.ts, by currency, without one of them. */
export async function listSpends(
  db: Reader,
  { organisationId, id }: OfMatter,
  without = 0,
): Promise<readonly Spend[]> {
  // not through access.ts: the sums are for everybody who sees the matter, whose invoices are as visible as it
  const { rows } = await sql<Spend>`
    select currency,
      coalesce(sum(${net.approved}) filter (where ${net.isApproved}), 0)::text as approved,
      coalesce(sum(${net.billed}) filter (where ${net.isPending}), 0)::text as pending
    from invoices
    where organisation_id = ${organisationId} and matter_id = ${id} and id <> ${without}
      and (${net.isApproved} or ${net.isPending})
    group by currency order by currency`.execute(db)
  return rows
}

function availableOf(
  budget: Budget | undefined,
  spends: readonly Spend[],
): Pick<MatterMoney, 'available' | 'complete'> {
  if (!budget || budget.amount === null) return { available: null, complete: true }
  const others = spends.filter(({ currency }) => currency !== budget.currency)
  const isLeftOut = ({ approved, pending }: Spend) => compareDecimals(sumOf([approved, pending]), '0') !== 0
  return { available: leftOf(budget.amount, budget.currency, spends), complete: !others.some(isLeftOut) }
}

/** What a budget in this currency leaves after what is approved and pending. */
export function leftOf(budget: string, currency: string, spends: readonly Spend[]): string {
  const own = spends.filter((spend) => spend.currency === currency)
  const used = sumOf(own.flatMap(({ approved, pending }) => [approved, pending]))
  return differenceOf(budget, used)
}

/**
 * Whether approving this much more, without tax, would exceed the budget of the matter, which was fetched through its
 * access.ts; also when the budget is in another currency, so that it cannot be compared. False without a budget.
 */
export async function wouldExceedBudget(
  db: Reader,
  matter: OfMatter,
  { net, currency }: { readonly net: string; readonly currency: string },
): Promise<boolean> {
  const [[budget], spends] = await Promise.all([listBudgets(db, matter), listSpends(db, matter)])
  if (!budget || budget.amount === null) return false
  if (budget.currency !== currency) return true
  const approved = spends.find((spend) => spend.currency === currency)?.approved ?? '0'
  return compareDecimals(sumOf([approved, net]), budget.amount) > 0
}
