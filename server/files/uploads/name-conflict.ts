// What happens when an uploaded or moved file has a name that is taken.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { maySeeShielded } from '../access.ts'
import { checkNotLink, checkUnlocked, type ConflictResolution, type File } from '../file.ts'

/**
 * Nothing happens; it is stored under a free name; it becomes a version of the existing file; or it replaces that
 * file's content.
 */
export type ConflictOutcome = 'skip' | 'keepBoth' | 'version' | 'replace'

interface ConflictContext {
  readonly app: App
  readonly actor: Actor
  readonly subject: Subject & MayContribute
  /** `Refuse`: the sender must choose another name. `Ask`: or send a conflictResolution. */
  readonly resolution: ConflictResolution | 'Refuse' | 'Ask'
  /** What the caller knows the resolution by. */
  readonly choiceName?: string
}

/**
 * Resolves a name conflict with `existing`. Throws conflict if a folder or a link has the name, locked if somebody else
 * has locked the file, and forbidden if the actor may not replace it.
 */
export async function resolveConflict(
  db: Reader,
  { app, actor, subject, resolution, choiceName = 'conflictResolution' }: ConflictContext,
  existing: File,
): Promise<ConflictOutcome> {
  if (resolution === 'Skip') return 'skip'
  if (resolution === 'KeepBoth') return 'keepBoth'
  // a file that the person may not see is not theirs to change, but its name is taken all the same
  if (!(await maySeeShielded(app, db, actor, existing))) return 'keepBoth'
  if (resolution === 'Refuse' || resolution === 'Ask') {
    const way = resolution === 'Ask' ? `choose with ${choiceName} what to do` : 'choose another name'
    const what = existing.kind === 'Folder' ? 'folder' : 'file'
    throw conflict(`Something named ${existing.name} already exists here (${what} ${existing.id}); ${way}.`)
  }
  if (existing.kind === 'Folder') {
    throw conflict(
      `A folder named ${existing.name} already exists; choose another name, or ${choiceName} KeepBoth.`,
    )
  }
  checkNotLink(existing, 'Store the new content there, or use another name.')
  checkUnlocked(existing, actor.userId, app.clock.now())
  if (resolution === 'SaveVersion') return 'version'
  // replacing destroys the previous content: guests on the record may only do that to their own files
  const isOwn = existing.createdBy === actor.userId
  if (isOwn || (await app.subjects[subject.kind].fileRights(db, actor, subject.id)).change) {
    await app.subjects[subject.kind].checkNoLegalHold(db, subject)
    return 'replace'
  }
  throw forbidden(
    `Only the person who added ${existing.name} and those who may change this ${subject.kind} may replace it; use ${choiceName} SaveVersion.`,
  )
}
