// Giving the clauses of a person to somebody else.
import { sql } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { clauseEvent } from './events.ts'

interface Over {
  readonly organisationId: number
  readonly from: string
  readonly to: string
  readonly now: Date
}

/** Gives those of the clauses that the former person still owns, retired ones as well. The caller has the right to. */
export async function handOverClauses(
  tx: Tx,
  ids: readonly number[],
  { organisationId, from, to, now }: Over,
): Promise<readonly DomainEvent[]> {
  const given = await tx
    .updateTable('clauses')
    .set({ owner_id: to, version: sql<number>`version + 1`, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('owner_id', '=', from)
    .returning('id')
    .execute()
  return given.map(({ id }) =>
    clauseEvent('clause.updated', { organisationId, id }, { changed: { ownerId: { from, to } } }),
  )
}
