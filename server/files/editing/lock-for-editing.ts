// The lock of a file while somebody edits it: short, renewed as long as they do, and released when they have saved. One
// who may unlock the files of others may take it over; who had it is notified.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { fileLocked, fileUnlocked } from '../events.ts'
import { activeLock, checkUnlocked, type File } from '../file.ts'
import { getFileForUpdate } from '../file-for-update.ts'

/** How long it lasts without being renewed. */
const minutes = 15

/**
 * Locks the file for the actor to edit it, or renews that. A lock that they have for longer stays as it is. Throws
 * locked if somebody else has locked it, unless it is taken over by one who may; conflict while it is out for signature
 * and after that.
 */
export function lockForEditing(
  app: App,
  actor: Actor,
  { fileId, takeOver }: { readonly fileId: number; readonly takeOver: boolean },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { file, subject, rights } = await getFileForUpdate(app, tx, actor, fileId)
    if (file.kind === 'Folder')
      throw badInput('fileId', sentence('A folder cannot be locked; lock the files in it.'))
    const lock = activeLock(file, now)
    const isOwn = lock?.by === actor.userId
    const isTaken = lock !== null && !isOwn && takeOver && rights.breakLocks
    checkUnlocked(isTaken ? { ...file, lock: null } : file, actor.userId, now)
    if (isOwn && lock.for === null) return { result: undefined, events: [] }
    await tx
      .updateTable('files')
      .set((eb) => ({
        locked_by: actor.userId,
        locked_for: 'Editing',
        lock_expires_at: new Date(now.getTime() + minutes * 60_000),
        // renewing it changes nothing that anybody has read
        ...(isOwn ? {} : { locked_at: now, revision: eb('revision', '+', 1) }),
      }))
      .where('organisation_id', '=', file.organisationId)
      .where('id', '=', file.id)
      .execute()
    if (isOwn) return { result: undefined, events: [] }
    await app.subjects[subject.kind].noteActivity(tx, subject, now)
    const taken = isTaken ? { name: file.name, takenOverFrom: lock.by } : {}
    return { result: undefined, events: [fileLocked(file, { for: 'Editing', ...taken })] }
  })
}

/** Ends the lock that the actor has for editing, in the transaction that records what was edited. */
export async function unlockAfterEditing(tx: Tx, actor: Actor, file: File): Promise<readonly DomainEvent[]> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ locked_by: null, locked_at: null, lock_expires_at: null, locked_for: null })
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .where('locked_by', '=', actor.userId)
    .where('locked_for', '=', 'Editing')
    .executeTakeFirst()
  return numUpdatedRows > 0n ? [fileUnlocked(file, { lockedBy: actor.userId })] : []
}
