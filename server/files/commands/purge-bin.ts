// Purging the bin: entries that have been in it for long enough are deleted permanently, with their rows, versions and
// content.
import { sql } from 'kysely'
import { type Actor, checkAdministers } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import { AppError, forbidden, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { binVisibleTo } from '../access.ts'
import { binEntryFiles } from '../bin.ts'
import { deleteBlob } from '../contents/stored-blobs.ts'
import { filePurged } from '../events.ts'
import { type File, fileColumns, fileOf } from '../file.ts'

const batchSize = 100

/** Purges every bin entry that is older than the configured number of days, and returns how many there were. */
export async function purgeBin(app: App): Promise<{ readonly purged: number }> {
  const before = new Date(app.clock.now().getTime() - app.config.binDays * 86_400_000)
  let purged = 0
  let after: Entry | undefined
  while (!app.stopping()) {
    const entries = await entriesBefore(app, before, after)
    for (const entry of entries) if (!app.stopping() && (await purgeUnlessHeld(app, entry))) purged++
    if (entries.length < batchSize) break
    after = entries.at(-1)
  }
  return { purged }
}

interface Entry {
  readonly organisation_id: number
  readonly id: number
  readonly deleted_at?: Date | null
}

/** What is under a legal hold stays in the bin for as long as that lasts. */
async function purgeUnlessHeld(app: App, entry: Entry): Promise<boolean> {
  try {
    return await purgeEntry(app, entry)
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

const entriesBefore = (app: App, before: Date, after: Entry | undefined): Promise<readonly Entry[]> =>
  // not through access.ts: the bin is purged regardless of who could see its entries
  app.db
    .selectFrom('files')
    .modifyFront(sql`/* every organisation: work is found here and done within one */`)
    .where('deleted_at', '<=', before)
    .whereRef('deleted_with', '=', 'id')
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(deleted_at, id) > (${after?.deleted_at}::timestamptz, ${after?.id}::bigint)`),
    )
    // a nested entry was deleted before the entry that contains it
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(batchSize)
    .select(['organisation_id', 'id', 'deleted_at'])
    .execute()

/**
 * Purges one entry of the bin of the actor's organisation immediately. For administrators who may change the record it
 * was on: forbidden for others, not_found if it is not an entry of the bin or is on a record that they may not see. The
 * reason is in the history.
 */
export async function purgeFile(
  app: App,
  actor: Actor,
  { id, reason }: { readonly id: number; readonly reason?: string },
): Promise<void> {
  checkAdministers(actor, 'Only an administrator of your organisation may empty the bin.')
  const row = await binVisibleTo(app, app.db, actor, app.clock.now())
    .where('files.id', '=', id)
    .select([...fileColumns])
    .executeTakeFirst()
  if (!row) throw notFound()
  const { subject } = fileOf(row)
  const purged = await purgeEntry(
    app,
    { organisation_id: actor.organisationId, id },
    { actor, subject, reason },
  )
  if (!purged) throw notFound()
}

interface By {
  readonly actor: Actor
  readonly subject: File['subject']
  readonly reason?: string | undefined
}

async function checkMayPurge(app: App, tx: Tx, { actor, subject: { kind, id } }: By): Promise<void> {
  if ((await app.subjects[kind].fileRights(tx, actor, id)).remove) return
  throw forbidden(`You can see this ${kind}, but not remove what others have added to it.`)
}

async function purgeEntry(
  app: App,
  { organisation_id: organisationId, id }: Entry,
  by?: By,
): Promise<boolean> {
  const keys = await change(app, by?.actor ?? systemActor('purge-bin'), async (tx) => {
    if (by) await checkMayPurge(app, tx, by)
    const files = await binEntryFiles(tx, [organisationId], id)
    // somebody restored or purged it in the meantime
    const [first] = files
    if (!first) return { result: undefined, events: [] }
    const { kind, id: recordId } = first.subject
    await app.subjects[kind].checkNoLegalHold(tx, { organisationId, id: recordId })
    const ids = files.map((file) => file.id)
    const uploads = await tx
      .deleteFrom('file_uploads')
      .where('organisation_id', '=', organisationId)
      .where('file_id', 'in', ids)
      .returning('replaced_storage_key')
      .execute()
    const versions = await tx
      .deleteFrom('file_versions')
      .where('organisation_id', '=', organisationId)
      .where('file_id', 'in', ids)
      .returning('storage_key')
      .execute()
    // entries that were deleted before this folder, and not yet purged because the clock was moved, are now in the root
    await tx
      .updateTable('files')
      .set({ folder_id: null, folder_ids: [] })
      .where('organisation_id', '=', organisationId)
      .where('folder_id', 'in', ids)
      .where('id', 'not in', ids)
      .execute()
    await tx
      .deleteFrom('files')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .execute()
    const replaced = uploads.flatMap(({ replaced_storage_key: key }) => (key === null ? [] : [key]))
    return {
      result: [...versions.map((version) => version.storage_key), ...replaced],
      events: files.map((file) =>
        filePurged(file, {
          name: file.name,
          ...(by?.reason === undefined ? {} : { reason: by.reason }),
        }),
      ),
    }
  })
  for (const key of keys ?? []) await deleteBlob(app, key)
  return keys !== undefined
}
