// Removes old recents.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const days = 90

/** Removes recents older than ninety days, and returns how many there were. */
export async function pruneRecents(app: App): Promise<number> {
  const oldest = new Date(app.clock.now().getTime() - days * 86_400_000)
  const organisations = await app.db.selectFrom('organisations').select('id').execute()
  let pruned = 0
  for (const { id } of organisations) {
    pruned += await internalTransaction(app, async (tx) => {
      await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)
      const { numDeletedRows } = await tx
        .deleteFrom('recents')
        .where('organisation_id', '=', id)
        .where('seen_at', '<', oldest)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    })
  }
  return pruned
}
