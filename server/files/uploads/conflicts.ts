// What becomes of content that comes under a name that is taken, by upload or by move.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { MayContribute, Subject } from '../../platform/granted.ts'
import { mayChangeSubject, seesShielded } from '../access.ts'
import { checkKeptHere, checkUnlocked, type ConflictResolution, type File } from '../file.ts'

/** Nothing happens; it is kept under a free name; it becomes a version of the file that is there, or its content. */
export type Settlement = 'skip' | 'beside' | 'version' | 'replace'

interface Arrival {
  readonly app: App
  readonly actor: Actor
  readonly subject: Subject & MayContribute
  /** `Refuse`: the sender chooses another name. `Ask`: or says what is to become of it. */
  readonly resolution: ConflictResolution | 'Refuse' | 'Ask'
}

/**
 * Settles a conflict with `existing`. Throws conflict where a folder or a link has the name, locked when somebody else has taken the
 * file out, and forbidden when it is not the actor's to replace.
 */
export async function settleConflict(
  db: Reader,
  { app, actor, subject, resolution }: Arrival,
  existing: File,
): Promise<Settlement> {
  if (resolution === 'Skip') return 'skip'
  if (resolution === 'KeepBoth') return 'beside'
  // a file that the person cannot see is not theirs to change; its name is taken all the same
  if (!(await seesShielded(app, db, actor, existing))) return 'beside'
  if (resolution === 'Refuse' || resolution === 'Ask') {
    const way =
      resolution === 'Ask' ? 'say what is to become of it with conflictResolution' : 'choose another name'
    throw conflict(`Something named ${existing.name} is there already; ${way}.`)
  }
  if (existing.kind === 'Folder') {
    throw conflict(
      `A folder named ${existing.name} is there; choose another name, or conflictResolution KeepBoth.`,
    )
  }
  checkKeptHere(existing, 'Store the new content there, or use another name.')
  checkUnlocked(existing, actor.userId, app.clock.now())
  if (resolution === 'SaveVersion') return 'version'
  // replacing destroys what was there: a guest on the record does that to their own files only
  if (existing.createdBy === actor.userId || (await mayChangeSubject(app, db, { actor, subject }))) {
    return 'replace'
  }
  throw forbidden(
    `Only whoever added ${existing.name} and those who may change this ${subject.kind} may replace it; use conflictResolution SaveVersion.`,
  )
}
