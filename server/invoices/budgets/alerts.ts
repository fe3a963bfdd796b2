// Telling those responsible for a matter how far its budget is used: in a job of its own, after the change that used
// it, so that two invoices at once are counted together. The notification names nobody as who did it.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { compareDecimals, productOf, quotientOf, sumOf } from '../../platform/decimal.ts'
import { change, type DomainEvent, type FollowUp, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { kinds } from '../../records/kinds.ts'
import { tellCaps } from '../arrangements/cap-alerts.ts'
import { getAlertPercents } from './alert-settings.ts'
import { type BudgetPeriod, periodsOf, planOf } from './budget.ts'
import { budgetReached } from './events.ts'
import { listAccrued, listFigures, type OfMatter } from './figures.ts'
import { fiscalShift, listBudgets } from './matter-money.ts'

const jobName = 'tell-budget'

// what can change how much of a budget is used
const using: ReadonlySet<string> = new Set([
  'invoice.created',
  'invoice.status.updated',
  'matter.budget.set',
  'feeArrangement.set',
])

/** What follows from invoices and budgets: the budget of the matter is looked at, if it has one. */
export const watchBudgets: FollowUp = async (tx, { events }) => {
  const matters = new Map<string, OfMatter>()
  for (const { name, organisationId, subject, facts } of events) {
    if (name === 'accrual.closed') await lookAtMonth(tx, organisationId, `${String(facts?.['month'])}-01`)
    if (!using.has(name) || subject?.kind !== kinds.matter.one) continue
    matters.set(`${organisationId} ${subject.id}`, { organisationId, id: subject.id })
  }
  for (const matter of matters.values()) await lookLater(tx, matter)
  return []
}

/** After a month was closed, at the budgets of all matters with something in it. */
async function lookAtMonth(tx: Tx, organisationId: number, month: string): Promise<void> {
  const { rows } =
    await sql<OfMatter>`select distinct e.organisation_id as "organisationId", e.matter_id as id
    from accrual_entries e join matter_budgets b on b.organisation_id = e.organisation_id and b.matter_id = e.matter_id
    where e.organisation_id = ${organisationId} and e.month = ${month}`.execute(tx)
  for (const matter of rows) await lookLater(tx, matter)
}

async function lookLater(tx: Tx, { organisationId, id }: OfMatter): Promise<void> {
  const payload = JSON.stringify({ organisationId, id })
  await sql`select graphile_worker.add_job(${jobName}, ${payload}::json, job_key => ${`${jobName} ${organisationId} ${id}`})
    where exists (select from matter_budgets b where b.organisation_id = ${organisationId} and b.matter_id = ${id}
        and b.amount is not null and not exists (select from matter_budgets later
          where later.organisation_id = b.organisation_id and later.matter_id = b.matter_id
            and later.version > b.version))
      or exists (select from fee_arrangements a where a.organisation_id = ${organisationId} and a.matter_id = ${id}
        and a.kind = 'Capped')`.execute(tx)
}

/** Notes and tells what the latest version of the budget has reached since it was looked at. */
export function tellBudget(app: App, matter: OfMatter): Promise<void> {
  return change(app, systemActor(jobName), async (tx, now) => {
    // of two jobs at once, the second sees what the first has told
    await sql`select 1 from matter_budgets where organisation_id = ${matter.organisationId} and matter_id = ${matter.id}
      for update`.execute(tx)
    const [latest] = await listBudgets(tx, matter)
    const plan = planOf(latest)
    const caps = await tellCaps(tx, matter)
    if (!latest || !plan) return { result: undefined, events: caps }
    const shift = await fiscalShift(tx, matter)
    const percents = await getAlertPercents(tx, matter.organisationId)
    const spent = await listFigures(tx, matter, { shift, now })
    const figures = [...spent, ...(await listAccrued(tx, matter, { shift, now }))].map(
      ({ counted }) => counted,
    )
    const events: DomainEvent[] = [...caps]
    for (const period of periodsOf(plan, figures, shift)) {
      const used = usedPercent(period)
      const reached = percents.filter((percent) => compareDecimals(used, String(percent)) >= 0)
      const told = await note(tx, matter, { version: latest.version, year: period.year, reached, now })
      if (told.length > 0)
        events.push(budgetReached(matter, { percent: Math.max(...told), used, year: period.year }))
    }
    return { result: undefined, events }
  })
}

/** How much of the budget is used, to one digit; of a budget of nothing, all of it once anything is. */
function usedPercent({ budget, approved, pending, accrued }: BudgetPeriod): string {
  const used = sumOf([approved, pending, accrued])
  if (budget === null || compareDecimals(budget, '0') === 0)
    return compareDecimals(used, '0') > 0 ? '100.0' : '0.0'
  return quotientOf(productOf(used, '100'), budget, 1)
}

interface Reached {
  readonly version: number
  readonly year: number | null
  readonly reached: readonly number[]
  readonly now: Date
}

/** Those of the percentages that were not told for this version before. */
async function note(
  tx: Tx,
  matter: OfMatter,
  { version, year, reached, now }: Reached,
): Promise<readonly number[]> {
  if (reached.length === 0) return []
  const rows = await tx
    .insertInto('budget_alerts')
    .values(
      reached.map((percent) => ({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        version,
        year: year ?? 0,
        percent,
        at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .execute()
  return rows.map(({ percent }) => percent)
}
