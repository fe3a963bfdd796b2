// What becomes of a file that is to get a name, or a place, where the name is taken.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import { conflict } from '../platform/errors.ts'
import type { MayContribute } from '../platform/granted.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Subject } from '../platform/subject.ts'
import { findByName } from './access.ts'
import { moveToBin } from './bin.ts'
import { contentOfVersion } from './contents/file-content.ts'
import { fileDeleted } from './events.ts'
import { checkNotLink, type ConflictResolution, type File } from './file.ts'
import { freeNameIn } from './uploads/free-name.ts'
import { resolveConflict } from './uploads/name-conflict.ts'
import { addVersion, replaceContent } from './versions.ts'

interface Arriving {
  readonly app: App
  readonly actor: Actor
  readonly file: File
  readonly now: Date
}

interface Place {
  readonly subject: Subject & MayContribute
  readonly folder: File | null
  readonly name: string
}

interface Choice {
  /** Absent: a name that is taken is a conflict. */
  readonly resolution: ConflictResolution | undefined
  /** What the caller knows this choice by. */
  readonly choiceName?: string | undefined
  /** Of the version that the file becomes; absent: those it has. */
  readonly comments?: string | null | undefined
}

/** A name that is free; nothing; or the file that has taken over the content, the other one being in the bin. */
export type Placing =
  | { readonly name: string }
  | { readonly skipped: true }
  | { readonly into: number; readonly events: readonly DomainEvent[] }

/**
 * Decides under which name a file comes to a place of a record that is locked, and merges it into the file that has its
 * name where that was chosen. Throws conflict where nothing was chosen, or where what was chosen cannot be done.
 */
export async function placeUnderName(
  tx: Tx,
  arriving: Arriving,
  { subject, folder, name }: Place,
  choice: Choice,
): Promise<Placing> {
  const { app, actor, file } = arriving
  const existing = await findByName(tx, { subject, lock: true }, { folderId: folder?.id ?? null, name })
  if (!existing || existing.id === file.id) return { name }
  const { resolution = 'Ask', choiceName = 'conflictResolution' } = choice
  const outcome = await resolveConflict(tx, { app, actor, subject, resolution, choiceName }, existing)
  if (outcome === 'skip') return { skipped: true }
  if (outcome === 'keepBoth') return { name: await freeNameIn(tx, { subject, folder }, name) }
  if (file.kind === 'Folder') {
    throw conflict(
      `A folder cannot replace a file or become a version of it; use ${choiceName} KeepBoth or Skip.`,
    )
  }
  checkNotLink(
    file,
    `It has no content that another file could take over; use ${choiceName} KeepBoth or Skip.`,
  )
  const events = await mergeInto(tx, arriving, existing, { outcome, comments: choice.comments })
  return { into: existing.id, events }
}

/**
 * Records the content of the file on the existing one, and moves the file itself to the bin, where its versions are
 * kept.
 */
async function mergeInto(
  tx: Tx,
  { file, actor, now }: Arriving,
  existing: File,
  { outcome, comments }: { readonly outcome: 'version' | 'replace'; readonly comments: Choice['comments'] },
): Promise<readonly DomainEvent[]> {
  const stored = await contentOfVersion(tx, file, now)
  const content = comments === undefined ? stored : { ...stored, comments }
  const { events } =
    outcome === 'version'
      ? await addVersion(tx, actor, content, { file: existing })
      : await replaceContent(tx, actor, content, existing)
  await moveToBin(tx, actor, { file, within: [], now })
  return [...events, fileDeleted(file, { name: file.name, into: existing.id })]
}
