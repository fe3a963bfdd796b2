// Writing inside costs: each as a row that says what it is now, and as a version that stays.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { InsideCostSource, InsideCostValues, NewInsideCost } from './inside-cost.ts'

/** Who writes, and where the costs come from. */
export interface Writing {
  readonly tx: Tx
  readonly organisationId: number
  readonly userId: string
  readonly now: Date
  readonly currency: string
  readonly source: InsideCostSource
  readonly fileName: string | null
  /** Why a cost is corrected. */
  readonly reason: string | null
}

/** Inserts costs, whose months are first days; returns their ids in the order of the costs. */
export async function insertInsideCosts(
  writing: Writing,
  costs: readonly NewInsideCost[],
): Promise<readonly number[]> {
  const { tx, organisationId, userId, now, currency, source, fileName } = writing
  const column = <Name extends keyof NewInsideCost>(name: Name) => costs.map((cost) => cost[name])
  // ids are in the order in which the rows are inserted
  const { rows } = await sql<{ readonly id: number }>`
    insert into inside_costs (organisation_id, month, kind, cost_centre_id, department_id, amount, currency, hours, note,
      source, file_name, created_at, set_by, set_at)
    select ${organisationId}, month, kind, cost_centre_id, department_id, amount, ${currency}, hours, note,
      ${source}, ${fileName}, ${now}, ${userId}, ${now}
    from unnest(${column('month')}::date[], ${column('kind')}::text[], ${column('costCentreId')}::bigint[],
      ${column('departmentId')}::bigint[], ${column('amount')}::numeric[], ${column('hours')}::numeric[],
      ${column('note')}::text[])
      with ordinality as sent (month, kind, cost_centre_id, department_id, amount, hours, note, place)
    order by place returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await keepVersions(writing, ids)
  return ids
}

/** A cost that there is, and what it becomes. */
export interface Correction extends InsideCostValues {
  readonly id: number
}

/** Corrects costs that are locked, in the currency of now; the versions before stay. */
export async function correctInsideCosts(
  writing: Writing,
  corrections: readonly Correction[],
): Promise<void> {
  const { tx, organisationId, userId, now, currency, source, fileName } = writing
  const column = <Name extends keyof Correction>(name: Name) => corrections.map((each) => each[name])
  const ids = column('id')
  await sql`
    update inside_costs c set amount = sent.amount, hours = sent.hours, note = sent.note, currency = ${currency},
      version = c.version + 1, source = ${source}, file_name = ${fileName}, set_by = ${userId}, set_at = ${now}
    from unnest(${ids}::bigint[], ${column('amount')}::numeric[], ${column('hours')}::numeric[],
      ${column('note')}::text[]) as sent (id, amount, hours, note)
    where c.organisation_id = ${organisationId} and c.id = sent.id`.execute(tx)
  await keepVersions(writing, ids)
}

/** Keeps what the costs are now as their latest versions. */
async function keepVersions({ tx, organisationId, reason }: Writing, ids: readonly number[]): Promise<void> {
  await sql`
    insert into inside_cost_versions
      (organisation_id, cost_id, version, amount, currency, hours, note, source, file_name, reason, set_by, set_at)
    select organisation_id, id, version, amount, currency, hours, note, source, file_name, ${reason}, set_by, set_at
    from inside_costs where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
}
