// Locking a file and its record for an update.
import type { Actor } from '../platform/actor.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayContribute, MaySee } from '../platform/granted.ts'
import type { FileRights, Subject } from '../platform/subject.ts'
import { type Access, findFileIn, getFileToSee, maySeeShielded } from './access.ts'
import type { File } from './file.ts'

/** A file that is about to be changed, with its record. Nobody else can change either until the transaction ends. */
export interface FileForUpdate {
  readonly file: File & MaySee
  readonly subject: Subject & MayContribute
  /** Whether the actor may do what not every member may: they added the file, or may change those of others. */
  readonly mayManage: boolean
  /** What they may do with the files of others. */
  readonly rights: FileRights
}

/**
 * Locks the file for an update. Throws not_found if the actor may not see it, and forbidden if they may only read it.
 */
export async function getFileForUpdate(
  app: Access,
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<FileForUpdate> {
  const seen = await getFileToSee(app, tx, actor, id)
  const { kind, id: subjectId } = seen.subject
  const subject = await app.subjects[kind].getToContribute(tx, actor, subjectId)
  await app.subjects[kind].hold(tx, subject)
  // it may have been deleted or made private while this waited for the lock on its record
  const file = await findFileIn(tx, { subject, lock: true }, id)
  if (!file || !(await maySeeShielded(app, tx, actor, file))) throw notFound()
  const rights = await app.subjects[kind].fileRights(tx, actor, subjectId)
  return {
    file: { ...seen, ...file },
    subject,
    mayManage: rights.change || file.createdBy === actor.userId,
    rights,
  }
}

/** Refuses an action that is reserved for the person who added the file and for those who may change its record. */
export function checkMayManage({ file, subject, mayManage: isTheirs }: FileForUpdate): void {
  if (isTheirs) return
  throw forbidden(
    `Only the person who added ${file.name} and those who may change this ${subject.kind} may do this.`,
  )
}
