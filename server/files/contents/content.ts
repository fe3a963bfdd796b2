// Contents and the rows that name them: bytes are stored before their row is written, and never removed while it is there.
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { databaseErrorCode, type Reader } from '../../platform/postgres/database.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { keysToGiveBack } from '../uploads/upload.ts'
import { keysThatWait } from '../uploads/staged-uploads.ts'

/**
 * Stores what `source` brings, then runs `work`, which records it in a change. When `work` fails the bytes go again, unless
 * it cannot be known whether its change was committed: then they are left to the sweep, which looks for their row.
 */
export async function withContent<Result>(
  app: App,
  organisationId: number,
  source: Readable,
  work: (content: StoredContent) => Promise<Result>,
): Promise<Result> {
  const content = await app.storage.put(organisationId, source, app.config.maxUploadBytes)
  try {
    return await work(content)
  } catch (error) {
    if (isFinal(error)) await forgetContent(app, content.key)
    throw error
  }
}

// A connection that breaks during COMMIT (classes 08, 57, XX, or no answer of the database at all) leaves it open.
function isFinal(error: unknown): boolean {
  if (error instanceof AppError) return true
  const code = databaseErrorCode(error)
  return code !== undefined && !/^(?:08|57|XX)/.test(code)
}

/** Removes content that no version names (any more); what cannot be removed now is left to the sweep. */
export async function forgetContent(app: App, key: string): Promise<void> {
  try {
    // what failed may have been something after the change
    if (await mayRemove(app, key)) await app.storage.remove(key)
  } catch (error) {
    app.log.warn({ err: error, key }, 'contents that nobody needs are left to the sweep')
  }
}

/**
 * Whether the contents under a key may go: nothing names them, the storage belongs to this database, and no backup is under
 * way. The order matters: contents that a backup needs were recorded when it began, and its hold came before that.
 */
export async function mayRemove(app: Pick<App, 'db' | 'storageClaim'>, key: string): Promise<boolean> {
  const { held } = await app.storageClaim.recent()
  return held && !(await isRecorded(app.db, key)) && !(await isHeldForBackup(app.db))
}

/** Whether a backup is copying contents now, so that none may be removed. */
export async function isHeldForBackup(db: Reader): Promise<boolean> {
  const hold = await db
    .selectFrom('storage_holds')
    // real time: the sandbox's clock may be moved while a backup runs
    .where('held_until', '>', sql<Date>`clock_timestamp()`)
    .select('id')
    .executeTakeFirst()
  return hold !== undefined
}

/** Whether a version of a file, a template, a mail or a batch of invoices names the key. */
export async function isRecorded(db: Reader, key: string): Promise<boolean> {
  return (await recordedKeys(db, organisationOfKey(key), [key])).size > 0
}

/**
 * Those of an organisation's keys that a version of a file names, a contract template whose document a wizard fills, an
 * upload that may have to give back what it replaced, a file that waits for its contract, a mail, or a batch of invoices that
 * came as a file.
 */
export async function recordedKeys(
  db: Reader,
  organisationId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationId)
    .where('storage_key', 'in', [...keys])
    .select('storage_key as key')
    .unionAll((eb) =>
      eb
        .selectFrom('contract_templates')
        .where('organisation_id', '=', organisationId)
        .where('wizard_storage_key', 'in', [...keys])
        .select((template) => template.ref('wizard_storage_key').$notNull().as('key')),
    )
    .unionAll(keysToGiveBack(db, organisationId, keys))
    .unionAll(keysThatWait(db, organisationId, keys))
    .unionAll((eb) =>
      eb
        .selectFrom('email_messages')
        .where('organisation_id', '=', organisationId)
        .where('storage_key', 'in', [...keys])
        .select((message) => message.ref('storage_key').$notNull().as('key')),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('invoice_originals')
        .where('organisation_id', '=', organisationId)
        .where('storage_key', 'in', [...keys])
        .select('storage_key as key'),
    )
    .execute()
  return new Set(rows.map((row) => row.key))
}

/** How long after it was stored content may still be recorded; the sweep's grace is longer by far. */
export const recordWithinMinutes = 15

/**
 * Refuses to record content that was stored too long ago: the rest of its request was slow to come. It is what makes the
 * sweep safe: a transaction that passes here ends (statements 30 s, pauses between them 60 s) long before the grace does.
 */
export function checkRecordable(content: StoredContent): void {
  // real time: it is compared with the storage's own
  if (Date.now() - content.storedAt.getTime() <= recordWithinMinutes * 60_000) return
  throw new AppError('bad_request', 'The rest of the request came too long after the file. Send it again.')
}

/** Refuses content that is not what its sender says they sent: something was lost or changed on the way. */
export function checkMd5(content: StoredContent, md5: Buffer | undefined): void {
  if (md5 === undefined || content.md5.equals(md5)) return
  throw badInput(
    'Content-MD5',
    `is not the checksum of the file that arrived, which is ${content.md5.toString('base64')}. Send it again.`,
  )
}
