// Emptying the bin of what has been in it for long enough: rows, versions and contents go for good.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/change.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { binVisibleTo } from '../access.ts'
import { filesOfEntry } from '../bin.ts'
import { forgetContent } from '../contents/content.ts'
import { filePurged } from '../events.ts'
import { type File, fileColumns, fileOf } from '../file.ts'

const batchSize = 100

/** Purges every entry of the bin that is older than the setting's days, and answers how many that were. */
export async function purgeBin(app: App): Promise<{ readonly purged: number }> {
  const before = new Date(app.clock.now().getTime() - app.config.binDays * 86_400_000)
  let purged = 0
  while (!app.stopping()) {
    const entries = await entriesBefore(app, before)
    for (const entry of entries) if (!app.stopping() && (await purgeEntry(app, entry))) purged++
    if (entries.length < batchSize) break
  }
  return { purged }
}

interface Entry {
  readonly organisation_id: number
  readonly id: number
}

const entriesBefore = (app: App, before: Date): Promise<readonly Entry[]> =>
  // not through access.ts: the bin is emptied whoever could see what is in it
  app.db
    .selectFrom('files')
    .modifyFront(sql`/* every organisation: work is found here and done within one */`)
    .where('deleted_at', '<=', before)
    .whereRef('deleted_with', '=', 'id')
    // what was deleted first lay in what was deleted later, if in anything
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(batchSize)
    .select(['organisation_id', 'id'])
    .execute()

/**
 * Purges one entry of the bin of the actor's organisation at once. For administrators who may change the record it was on: forbidden for
 * others, not_found for what is no entry of the bin, or of a record that they do not see.
 */
export async function purgeFile(app: App, actor: Actor, id: number): Promise<void> {
  if (actor.role !== 'Administrator') {
    throw forbidden('Only an administrator of your organisation may empty the bin.')
  }
  const row = await binVisibleTo(app, app.db, actor)
    .where('files.id', '=', id)
    .select([...fileColumns])
    .executeTakeFirst()
  if (!row) throw notFound()
  const { subject } = fileOf(row)
  const purged = await purgeEntry(app, { organisation_id: actor.organisationId, id }, { actor, subject })
  if (!purged) throw notFound()
}

interface By {
  readonly actor: Actor
  readonly subject: File['subject']
}

async function purgeEntry(
  app: App,
  { organisation_id: organisationId, id }: Entry,
  by?: By,
): Promise<boolean> {
  const keys = await change(app, by?.actor ?? systemActor('purge-bin'), async (tx) => {
    if (by) await app.subjects[by.subject.kind].getToChange(tx, by.actor, by.subject.id)
    const files = await filesOfEntry(tx, [organisationId], id)
    // somebody restored or purged it meanwhile
    if (files.length === 0) return { result: undefined, events: [] }
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
    // what was deleted before its folder, and has not been purged because the clock was moved, lies in the root from now on
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
      events: files.map((file) => filePurged(file, { name: file.name })),
    }
  })
  for (const key of keys ?? []) await forgetContent(app, key)
  return keys !== undefined
}
