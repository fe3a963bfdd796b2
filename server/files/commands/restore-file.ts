// Restoring a file from the bin, or a folder with everything that was deleted with it.
import { sql } from 'kysely'
import { type Actor, administers } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { findFileIn, undoMs } from '../access.ts'
import { binEntryFiles } from '../bin.ts'
import { fileCreated } from '../events.ts'
import type { File } from '../file.ts'
import { freeNameIn } from '../uploads/free-name.ts'
import { noteInBin } from '../texts/queue-indexing.ts'
import { moveWithContents } from '../tree.ts'

/**
 * Restores a bin entry and returns its name. It returns to its folder or, if that no longer exists, to the nearest one
 * above it that does; if its name has been taken, it gets the first free `name (1).ext`. Locks are not restored. For
 * administrators who may see the record, and for a day for who deleted it and may still add to the record: forbidden
 * for others, not_found if it is not an entry of the bin.
 */
export async function restoreFile(app: App, actor: Actor, id: number): Promise<{ readonly name: string }> {
  return change(app, actor, async (tx, now) => {
    if (!administers(actor)) await checkOwnDeletion(tx, actor, { id, now })
    const [file] = await binEntryFiles(tx, actor.organisationIds, id)
    if (!file) throw notFound()
    const { kind } = file.subject
    const subject = await app.subjects[kind].getToContribute(tx, actor, file.subject.id)
    await app.subjects[kind].hold(tx, subject)
    // somebody else may have restored or purged it while this waited for the lock on the record
    const entry = await binEntryFiles(tx, actor.organisationIds, id)
    if (entry.length === 0) throw notFound()
    const folder = await nearestFolder(tx, subject, file)
    const name = await freeNameIn(tx, { subject, folder }, file.name)
    await tx
      .updateTable('files')
      .set({
        deleted_at: null,
        deleted_by: null,
        deleted_with: null,
        locked_by: null,
        locked_at: null,
        lock_expires_at: null,
        locked_for: null,
        name: sql<string>`case when id = ${id}::bigint then ${name}::text else name end`,
      })
      .where('organisation_id', '=', file.organisationId)
      .where('deleted_with', '=', id)
      .execute()
    await moveWithContents(tx, file, { subject, folder, name })
    await noteInBin(tx, file.organisationId, { ids: entry.map((each) => each.id), inBin: false })
    await app.subjects[kind].noteActivity(tx, subject, now)
    const events = entry.map((each) =>
      fileCreated(each, { name: each.id === id ? name : each.name, restored: true }),
    )
    return { result: { name }, events }
  })
}

/** Others may undo what they have deleted themselves, for a day. */
async function checkOwnDeletion(
  tx: Tx,
  { organisationIds, userId }: Actor,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<void> {
  // not through access.ts: what somebody has deleted themselves they have seen
  const own = await tx
    .selectFrom('files')
    .where('organisation_id', 'in', [...organisationIds])
    .where('id', '=', id)
    .where('deleted_with', '=', id)
    .where('deleted_by', '=', userId)
    .where('deleted_at', '>', new Date(now.getTime() - undoMs))
    .select('id')
    .executeTakeFirst()
  if (own) return
  throw forbidden(
    'Only an administrator of your organisation may restore this. What you have deleted yourself you may restore for a day.',
  )
}

/** The innermost of its former folders that still exists; null for the root. */
async function nearestFolder(
  tx: Tx,
  subject: Subject & MayContribute,
  { folderIds }: File,
): Promise<File | null> {
  for (const id of folderIds.toReversed()) {
    const folder = await findFileIn(tx, { subject, lock: false }, id)
    if (folder) return folder
  }
  return null
}
