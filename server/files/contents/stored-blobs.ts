// Stored content and the rows that refer to it: content is stored before its row is written, and never deleted while
// the row exists.
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { databaseErrorCode, type Reader } from '../../platform/postgres/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { contentColumns, unionOf } from './content-columns.ts'

/**
 * Stores `source`, then runs `work`, which records the content in a change. If `work` fails, the content is deleted,
 * unless the change may have been committed: then the sweep, which looks for the row, decides.
 */
export async function withStoredContent<Result>(
  app: App,
  organisationId: number,
  source: Readable,
  work: (content: StoredContent) => Promise<Result>,
): Promise<Result> {
  const content = await app.storage.put(organisationId, source, app.config.maxUploadBytes)
  try {
    return await work(content)
  } catch (error) {
    if (isFinal(error)) await deleteBlob(app, content.key)
    throw error
  }
}

// A connection that breaks during COMMIT (classes 08, 57, XX, or no answer from the database at all) leaves the outcome
// unknown.
function isFinal(error: unknown): boolean {
  if (error instanceof AppError) return true
  const code = databaseErrorCode(error)
  return code !== undefined && !/^(?:08|57|XX)/.test(code)
}

/** Deletes content that no row refers to any more. If it cannot be deleted now, the sweep does it later. */
export async function deleteBlob(app: App, key: string): Promise<void> {
  try {
    // the failure may have come after the change was committed
    if (await canDeleteBlob(app, key)) await app.storage.remove(key)
  } catch (error) {
    app.log.warn({ err: error, key }, 'unused content is left to the sweep')
  }
}

/**
 * Whether the content of a key may be deleted: no row refers to it, the storage belongs to this database, and no backup
 * is running. The order matters: content that a backup needs was recorded when it began, and its hold was set before
 * that.
 */
export async function canDeleteBlob(app: Pick<App, 'db' | 'storageClaim'>, key: string): Promise<boolean> {
  const { held } = await app.storageClaim.recent()
  return held && !(await isRecorded(app.db, key)) && !(await isBackupRunning(app.db))
}

/** Whether a backup is copying content, so that nothing may be deleted. */
export async function isBackupRunning(db: Reader): Promise<boolean> {
  const hold = await db
    .selectFrom('storage_holds')
    // real time: the sandbox's clock may be moved during a backup
    .where('held_until', '>', sql<Date>`clock_timestamp()`)
    .select('id')
    .executeTakeFirst()
  return hold !== undefined
}

/** Whether any row refers to the key. */
export async function isRecorded(db: Reader, key: string): Promise<boolean> {
  return (await recordedKeys(db, organisationOfKey(key), [key])).size > 0
}

/** Which of an organisation's keys a row refers to. */
export async function recordedKeys(
  db: Reader,
  organisationId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`${unionOf(
    contentColumns,
    ({ table, key }) => sql`select ${sql.ref(key)} as key from ${sql.table(table)}
      where organisation_id = ${organisationId} and ${sql.ref(key)} = any(${[...keys]}::text[])`,
  )}`.execute(db)
  return new Set(rows.map((row) => row.key))
}
