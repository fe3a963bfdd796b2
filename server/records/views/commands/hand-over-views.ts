// Giving the saved views of a person to somebody else.
import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres/database.ts'

interface Over {
  readonly organisationId: number
  readonly from: string
  readonly to: string
  readonly now: Date
}

/** Gives those of the views that the former person still owns; what they show stays as it is. */
export async function handOverViews(
  tx: Tx,
  ids: readonly number[],
  { organisationId, from, to, now }: Over,
): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ owner_id: to, version: sql<number>`version + 1`, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('owner_id', '=', from)
    .execute()
}
