// What law firms state as unbilled, while the window of a month is open.
import { sql } from 'kysely'
import { getMatterFor, mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, sumOf } from '../../platform/decimal.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkMayBill } from '../access.ts'
import { checkAmount } from '../budgets/check-plan.ts'
import type { OfMatter } from '../budgets/figures.ts'
import { phases as knownPhases, planOf } from '../budgets/budget.ts'
import { listBudgets } from '../budgets/matter-money.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { isCurrency } from '../../platform/currencies.ts'
import { monthName } from '../../platform/time/written-times.ts'
import type { PhaseAmount } from './accrued-phases.ts'
import { accrualEvent } from './events.ts'
import { lockPeriod } from './periods.ts'

export const mostStatements = 200
export const mostPhases = 40

/** SQL: the phases that the latest budget of a matter is divided into, without what they are planned to cost. */
const phasesOfBudget = sql<readonly string[]>`array(select distinct part ->> 'phase' from (
    select b.amount, b.parts from matter_budgets b where b.organisation_id = matters.organisation_id
      and b.matter_id = matters.id order by b.version desc limit 1) latest,
    jsonb_array_elements(latest.parts) as part
  where latest.amount is not null and part ->> 'phase' is not null order by 1)`

/** What a firm is asked for on a matter. */
export interface UnbilledWork {
  /** The first day of the month. */
  readonly month: string
  /** The last day on which it can be stated. */
  readonly closesOn: string
  readonly customer: { readonly id: number; readonly name: string }
  readonly matter: { readonly id: number; readonly name: string }
  readonly currency: string
  /** Decimal text without tax; null until it is stated. */
  readonly stated: string | null
  /** As it is stated by phase; null in all. */
  readonly phases: readonly PhaseAmount[] | null
  /** The phases that the budget of the matter is divided into; none where it is stated in all. */
  readonly budgetPhases: readonly string[]
  readonly note: string | null
}

function checkIsFirm(actor: Actor): void {
  checkMayBill(actor)
  if (actor.organisationType === 'Customer') throw forbidden('Unbilled work is stated by law firms.')
}

/** What the actor's firm is asked for in open windows, on matters that they see; forbidden for everybody else. */
export async function listUnbilledWork({ db }: App, actor: Actor): Promise<readonly UnbilledWork[]> {
  checkIsFirm(actor)
  const rows = await mattersVisibleTo(db, actor)
    .innerJoin('accrual_entries as e', (join) =>
      join
        .onRef('e.organisation_id', '=', 'matters.organisation_id')
        .onRef('e.matter_id', '=', 'matters.id')
        .on('e.provider_id', '=', actor.organisationId),
    )
    .innerJoin('accrual_periods as p', (join) =>
      join.onRef('p.organisation_id', '=', 'e.organisation_id').onRef('p.month', '=', 'e.month'),
    )
    .innerJoin('organisations as o', 'o.id', 'e.organisation_id')
    .where('p.closed_at', 'is', null)
    .orderBy('e.month')
    .orderBy('o.name')
    .orderBy('matters.name')
    .orderBy('matters.id')
    .select(['e.month', 'p.closes_on', 'o.id as customer_id', 'o.name as customer_name'])
    .select(['matters.id as matter_id', 'matters.name as matter_name', 'e.currency', 'e.stated', 'e.note'])
    .select(['e.phases', phasesOfBudget.as('budget_phases')])
    .execute()
  return rows.map((row) => ({
    month: row.month,
    closesOn: row.closes_on,
    customer: { id: row.customer_id, name: row.customer_name },
    matter: { id: row.matter_id, name: row.matter_name },
    currency: row.currency,
    stated: row.stated,
    phases: row.phases as readonly PhaseAmount[] | null,
    budgetPhases: row.budget_phases,
    note: row.note,
  }))
}

export interface Statement {
  /** The first day of the month. */
  readonly month: string
  readonly matterId: number
  /** Decimal text without tax; null takes the statement back, undefined is the sum of the phases. */
  readonly amount: string | null | undefined
  /** By phase, on a matter whose budget has phases; null in all. */
  readonly phases: readonly PhaseAmount[] | null
  /** Default: that of the statement before, or of the organisation. */
  readonly currency: string | undefined
  readonly note: string | null
}

/**
 * States what the firm has done by the end of the month and not billed, all or nothing; also on matters for which it
 * was not asked. Throws not_found, conflict when the window is closed, and bad_request naming `entries[2].amount`.
 */
export function stateUnbilledWork(app: App, actor: Actor, statements: readonly Statement[]): Promise<void> {
  checkIsFirm(actor)
  if (statements.length > mostStatements) throw badInput('entries', `can be ${mostStatements} at most.`)
  const missing = statements.findIndex(({ amount, phases }) => amount === undefined && phases === null)
  if (missing !== -1)
    throw badInput(`entries[${missing}].amount`, 'is missing: an amount, or null to take it back.')
  return change(app, actor, async (tx, now) => {
    const counts = new Map<string, { organisationId: number; month: string; count: number }>()
    for (const [index, statement] of statements.entries()) {
      const matter = await getMatterFor(tx, actor, statement.matterId, 'createInvoices')
      const { organisationId } = matter
      const { month } = statement
      const key = `${organisationId} ${month}`
      const counted = counts.get(key) ?? { organisationId, month, count: 0 }
      if (counted.count === 0) await lockOpen(tx, counted)
      counts.set(key, { ...counted, count: counted.count + 1 })
      await write(tx, { matter, actor, now, path: `entries[${index}]` }, statement)
    }
    const events: DomainEvent[] = [...counts.values()].map(({ count, ...of }) =>
      accrualEvent('accrual.stated', of, { firmId: actor.organisationId, count }),
    )
    return { result: undefined, events }
  })
}

async function lockOpen(tx: Tx, key: { readonly organisationId: number; readonly month: string }) {
  const { closedAt } = await lockPeriod(tx, key)
  if (closedAt !== null) throw conflict(`${monthName(key.month)} is closed.`)
}

interface Writing {
  readonly matter: OfMatter & MayChange
  readonly actor: Actor
  readonly now: Date
  /** Of the statement in the input. */
  readonly path: string
}

async function write(tx: Tx, { matter, actor, now, path }: Writing, statement: Statement): Promise<void> {
  const key = {
    organisation_id: matter.organisationId,
    month: statement.month,
    matter_id: matter.id,
    provider_id: actor.organisationId,
  }
  const before = await tx
    .selectFrom('accrual_entries')
    .where('organisation_id', '=', key.organisation_id)
    .where('month', '=', key.month)
    .where('matter_id', '=', key.matter_id)
    .where('provider_id', '=', key.provider_id)
    .select('currency')
    .executeTakeFirst()
  const currency = statement.currency ?? before?.currency ?? (await currencyOf(tx, matter))
  if (!isCurrency(currency)) throw badInput(`${path}.currency`, 'must be a currency such as GBP.')
  const amount = await checkedAmount(tx, { matter, path, currency }, statement)
  const values = {
    currency,
    stated: amount,
    phases: statement.phases && JSON.stringify(inOrder(statement.phases)),
    note: statement.note,
    stated_by: amount === null ? null : actor.userId,
    stated_at: amount === null ? null : now,
  }
  await tx
    .insertInto('accrual_entries')
    .values({ ...key, ...values })
    .onConflict((conflicting) =>
      conflicting.columns(['organisation_id', 'month', 'matter_id', 'provider_id']).doUpdateSet(values),
    )
    .execute()
}

// as those of budgets
const inOrder = (phases: readonly PhaseAmount[]) =>
  phases.toSorted((a, b) => ((a.phase ?? '~') < (b.phase ?? '~') ? -1 : 1))

/** What is stated in all; null where it is taken back. */
async function checkedAmount(
  tx: Tx,
  { matter, path, currency }: { readonly matter: OfMatter; readonly path: string; readonly currency: string },
  { amount, phases }: Statement,
): Promise<string | null> {
  if (phases === null) {
    if (amount === undefined || amount === null) return null
    checkAmount(`${path}.amount`, amount, currency)
    return amount
  }
  if (phases.length === 0 || phases.length > mostPhases)
    throw badInput(`${path}.phases`, `must be 1 to ${mostPhases} amounts by phase.`)
  const plan = planOf((await listBudgets(tx, matter))[0])
  if (!plan?.parts.some(({ phase }) => phase !== null))
    throw badInput(`${path}.phases`, 'must be left out: the budget of this matter has no phases.')
  for (const [index, each] of phases.entries()) {
    const at = `${path}.phases[${index}]`
    if (each.phase !== null && !knownPhases.has(each.phase))
      throw badInput(`${at}.phase`, `must be one of ${[...knownPhases].join(', ')}, or null for all else.`)
    if (phases.findIndex(({ phase }) => phase === each.phase) < index)
      throw badInput(`${at}.phase`, 'is the same as that of another one.')
    checkAmount(`${at}.amount`, each.amount, currency)
  }
  const sum = sumOf(phases.map((each) => each.amount))
  if (amount !== undefined && (amount === null || compareDecimals(amount, sum) !== 0))
    throw badInput(`${path}.amount`, `must be the sum of the phases, ${sum}, or be left out.`)
  return sum
}
