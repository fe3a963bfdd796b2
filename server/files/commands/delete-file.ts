// Deleting a file, or a folder with everything in it: it moves to the bin, where its content is kept until it is
// purged.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { type FileForUpdate, getFileForUpdate } from '../file-for-update.ts'
import { filesInFolder } from '../access.ts'
import { moveToBin } from '../bin.ts'
import { fileDeleted } from '../events.ts'
import { checkUnlocked, type File } from '../file.ts'

/**
 * Deletes the file. Deleting what you added yourself requires the permission to delete your own files; anything else
 * requires the permission to delete all files and the right to change the record. A folder requires what each file in
 * it requires. Throws locked if somebody else has locked any of it, and conflict for the document of a contract.
 */
export function deleteFile(
  app: App,
  actor: Actor,
  id: number,
  check: (file: File) => void = () => undefined,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const held = await getFileForUpdate(app, tx, actor, id)
    const { file, subject } = held
    check(file)
    if (file.kind === 'ContractDocument') {
      throw conflict('The document of a contract cannot be deleted; upload a new version of it instead.')
    }
    const within = await filesInFolder(tx, file)
    checkMayDelete(actor, held, within)
    await app.subjects[subject.kind].checkNoLegalHold(tx, subject)
    for (const each of [file, ...within]) checkUnlocked(each, actor.userId, now)
    await moveToBin(tx, actor, { file, within, now })
    await app.subjects[subject.kind].noteActivity(tx, subject, now)
    const facts = {
      name: file.name,
      ...(file.kind === 'Folder' ? { withIn: within.map((each) => each.id) } : {}),
    }
    return { result: undefined, events: [fileDeleted(file, facts)] }
  })
}

function checkMayDelete(actor: Actor, { file, rights }: FileForUpdate, within: readonly File[]): void {
  const isAllOwn = [file, ...within].every(({ createdBy }) => createdBy === actor.userId)
  const { permissions } = actor
  if (isAllOwn && (permissions.has('DeleteOwn') || permissions.has('DeleteAll'))) return
  if (permissions.has('DeleteAll') && rights.remove) return
  throw forbidden(
    isAllOwn
      ? 'You need the permission to delete files you added; an administrator can grant it.'
      : 'You need the permission to delete files that others added, and the right to change the record.',
  )
}
