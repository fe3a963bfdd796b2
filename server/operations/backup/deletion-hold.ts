// While contents are being copied, no server may delete any (server/files/contents/stored-blobs.ts checks this). A
// killed backup blocks deletion for only a few minutes.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const renewMs = 60_000
const lasts = sql<Date>`clock_timestamp() + interval '5 minutes'`
const lastsMs = 5 * 60_000

export interface Hold {
  /** Throws if the hold may have expired: contents that are needed may have been deleted. */
  check(): void
  end(): Promise<void>
}

/** Starts the hold: contents referenced by the database from now on stay in the storage. */
export async function holdContents(app: App): Promise<Hold> {
  const id = randomUUID()
  // real time: the database measures the hold in real time as well
  let renewed = Date.now()
  await internalTransaction(app, async (tx) => {
    await tx.deleteFrom('storage_holds').where('held_until', '<', sql<Date>`clock_timestamp()`).execute()
    await tx.insertInto('storage_holds').values({ id, held_until: lasts }).execute()
  })
  const timer = setInterval(() => {
    const asked = Date.now()
    internalTransaction(app, (tx) =>
      tx.updateTable('storage_holds').set({ held_until: lasts }).where('id', '=', id).execute(),
    ).then(
      () => {
        renewed = asked
      },
      (error: unknown) => app.log.warn({ err: error }, 'a backup could not renew its hold on file contents'),
    )
  }, renewMs)
  return {
    check() {
      if (Date.now() - renewed < lastsMs - 2 * renewMs) return
      throw new Error(
        'The database could not be reached for minutes, so the backup was aborted. Start it again.',
      )
    },
    async end() {
      clearInterval(timer)
      await internalTransaction(app, (tx) => tx.deleteFrom('storage_holds').where('id', '=', id).execute())
    },
  }
}
