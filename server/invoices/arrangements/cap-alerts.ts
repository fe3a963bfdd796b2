// Telling those responsible for a matter that most of a cap on hourly fees is used.
import { sql } from 'kysely'
import { compareDecimals, productOf, quotientOf } from '../../platform/decimal.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { OfMatter } from '../budgets/figures.ts'
import { figuresOf } from './arrangement.ts'
import { capReached } from './events.ts'
import { listShares } from './fee-shares.ts'

/** Percent of a cap. */
const alertAt = 90

interface Cap {
  readonly id: number
  readonly version: number
  readonly title: string
  readonly amount: string
}

/** What happened to the caps of a matter since they were looked at; of each version it is told once. */
export async function tellCaps(tx: Tx, matter: OfMatter): Promise<readonly DomainEvent[]> {
  const { organisationId, id: matterId } = matter
  // of two jobs at once, the second sees what the first has told
  await sql`select 1 from fee_arrangements where organisation_id = ${organisationId} and matter_id = ${matterId}
    and kind = 'Capped' order by id for update`.execute(tx)
  const { rows } = await sql<Cap>`
    select a.id, a.version, v.title, v.amount::text as amount from fee_arrangements a
    join fee_arrangement_versions v on v.organisation_id = a.organisation_id and v.arrangement_id = a.id
      and v.version = a.version and v.amount is not null
    where a.organisation_id = ${organisationId} and a.matter_id = ${matterId} and a.kind = 'Capped'
      and a.told_version is distinct from a.version order by a.id`.execute(tx)
  if (rows.length === 0) return []
  const shares = await listShares(tx, matter)
  const events: DomainEvent[] = []
  for (const { id, version, title, amount } of rows) {
    const { billed } = figuresOf(shares.filter((share) => share.id === id))
    const used = quotientOf(productOf(billed, '100'), amount, 1)
    if (compareDecimals(used, String(alertAt)) < 0) continue
    await tx
      .updateTable('fee_arrangements')
      .set({ told_version: version })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    events.push(capReached({ organisationId, matterId, id }, { title, used, percent: String(alertAt) }))
  }
  return events
}
