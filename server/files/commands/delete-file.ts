// Deleting a file, or a folder with all that is in it: into the bin, where its bytes are kept until it is purged.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { filesWithin, type HeldFile, holdFile } from '../access.ts'
import { putIntoBin } from '../bin.ts'
import { fileDeleted } from '../events.ts'
import { checkUnlocked, type File } from '../file.ts'

/**
 * Deletes the file. What one has added oneself asks for the permission to delete one's own, everything else for the one to
 * delete all and for the right to change the record; a folder asks what everything in it asks. Throws locked when somebody
 * else has taken out any of it, and conflict for the document of a contract.
 */
export function deleteFile(
  app: App,
  actor: Actor,
  id: number,
  check: (file: File) => void = () => undefined,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const held = await holdFile(app, tx, actor, id)
    const { file, subject } = held
    check(file)
    if (file.kind === 'ContractDocument') {
      throw conflict('A contract keeps its document; upload a new version of it instead.')
    }
    const within = await filesWithin(tx, file)
    checkMayDelete(actor, held, within)
    for (const each of [file, ...within]) checkUnlocked(each, actor.userId, now)
    await putIntoBin(tx, actor, { file, within, now })
    await app.subjects[subject.kind].noteActivity(tx, subject, now)
    const facts = {
      name: file.name,
      ...(file.kind === 'Folder' ? { withIn: within.map((each) => each.id) } : {}),
    }
    return { result: undefined, events: [fileDeleted(file, facts)] }
  })
}

function checkMayDelete(actor: Actor, { file, mayChangeSubject }: HeldFile, within: readonly File[]): void {
  const isAllOwn = [file, ...within].every(({ createdBy }) => createdBy === actor.userId)
  const { permissions, organisationId } = actor
  if (isAllOwn && (permissions.has('DeleteOwn') || permissions.has('DeleteAll'))) return
  // a permission is given by one's own organisation, for what is its
  const all = permissions.has('DeleteAll') && organisationId === file.organisationId && mayChangeSubject
  if (all) return
  throw forbidden(
    isAllOwn
      ? 'You need the permission to delete what you have added; an administrator can give it to you.'
      : 'You need the permission to delete what others have added, and the right to change the record.',
  )
}
