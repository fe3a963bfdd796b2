// The handovers of a person that go back after a day and have not yet, and those for good that can be taken back.
import { isHolding } from './memberships.ts'
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { dayBefore, takenBackForMs } from './commands/hand-over.ts'
import { getColleague } from './holdings.ts'

export interface OpenHandover {
  readonly id: number
  readonly to: string
  /** Null for good. */
  readonly lastDay: string | null
  /** Until when one for good can be taken back; null for those with a last day. */
  readonly takenBackUntil: Date | null
  readonly count: number
}

/** Those of a colleague, for administrators; the one that ends first comes first. */
export async function listHandovers(
  app: App,
  actor: Actor,
  userId: string,
): Promise<readonly OpenHandover[]> {
  const { organisationId } = await getColleague(app.db, actor, userId)
  const rows = await app.db
    .selectFrom('handovers as h')
    .where('h.organisation_id', '=', organisationId)
    .where('h.user_id', '=', userId)
    .where('h.ended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('h.last_day', 'is not', null), eb('h.created_at', '>', dayBefore(app.clock.now()))]),
    )
    .select(['h.id', 'h.stand_in_id as to', 'h.last_day as lastDay', 'h.created_at as at'])
    .select(
      sql<number>`(select count(*) from handover_items i
        where i.organisation_id = h.organisation_id and i.handover_id = h.id and ${isHolding})`.as('count'),
    )
    .orderBy('h.last_day')
    .orderBy('h.id')
    .limit(200)
    .execute()
  return rows.map(({ at, ...row }) => ({
    ...row,
    takenBackUntil: row.lastDay === null ? new Date(at.getTime() + takenBackForMs) : null,
  }))
}
