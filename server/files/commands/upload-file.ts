// Uploading to a matter or contract: a new file, a new version of one, or a new version of a contract's document.
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import type { Reader, Tx } from '../../platform/database.ts'
import { badInput, badInputs, conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { MayContribute, Subject } from '../../platform/granted.ts'
import { findByName, findFileIn, getFolderIn, mayChangeSubject, seesShielded } from '../access.ts'
import { forgetContent, withContent } from '../content.ts'
import { checkUnlocked, type ConflictResolution, type File } from '../file.ts'
import { cleanName } from '../name.ts'
import { addFile, addFileBeside, addVersion, type RecordedFile, replaceContent } from './add-file.ts'

/** Where an upload goes, and what becomes of what is there. */
export interface Placement {
  /** A folder of the subject; absent or 0 is its root. */
  readonly folderId?: number | undefined
  /** The file that the upload is a new version of; for a contract's document nothing else may be given. */
  readonly parentFileId?: number | undefined
  /** SaveVersion unless given. */
  readonly conflictResolution?: ConflictResolution | undefined
  readonly comments?: string | undefined
}

export interface Upload {
  /** The bytes, as they arrive. */
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The placement as far as it is settled before the bytes: what it forbids is refused before they are read. */
  readonly known?: Placement
  /** The whole placement, asked for once the bytes are stored: a request may say more after them. */
  readonly placement: () => Promise<Placement>
}

/**
 * Stores the upload and records it. Answers the file and its version, or undefined when a file of the name is there and
 * `Skip` was asked for: then nothing is kept. Throws not_found for a folder or file that is not there, locked when somebody
 * else has taken the file out, and bad_request for a contract's document with more than `parentFileId`.
 */
export async function uploadToSubject(
  app: App,
  actor: Actor,
  subject: Subject & MayContribute,
  upload: Upload,
): Promise<Omit<RecordedFile, 'events'> | undefined> {
  const search = { app, actor, subject, fileName: cleanName(upload.fileName) }
  if (upload.known) {
    const target = await findTarget(app.db, { ...search, placement: upload.known, lock: false })
    if (target.kind === 'skip') return undefined
  }
  return withContent(app, subject.organisationId, upload.source, async (content) => {
    const placement = await upload.placement()
    const recorded = await change(app, actor, async (tx, now) => {
      // the transfer may have taken long enough for rights to change
      const granted = await app.subjects[subject.kind].getToContribute(tx, actor, subject.id)
      await app.subjects[subject.kind].hold(tx, granted)
      const settled = { ...search, subject: granted, placement, lock: true }
      const incoming = { ...upload, subject: granted, content, now, comments: placement.comments }
      const result = await record(tx, settled, incoming)
      if (result) await app.subjects[subject.kind].noteActivity(tx, granted, now)
      return { result, events: result?.events ?? [] }
    })
    if (!recorded) {
      await forgetContent(app, content.key)
      return undefined
    }
    return { fileId: recorded.fileId, version: recorded.version }
  })
}

type Target =
  | { readonly kind: 'new'; readonly folder: File | null; readonly beside: boolean }
  | { readonly kind: 'version' | 'replace'; readonly file: File }
  | { readonly kind: 'skip' }

interface Search {
  readonly app: App
  readonly actor: Actor
  readonly subject: Subject & MayContribute
  readonly fileName: string | undefined
  readonly placement: Placement
  readonly lock: boolean
}

async function findTarget(db: Reader, search: Search): Promise<Target> {
  const { placement, fileName } = search
  checkComments(placement)
  if (placement.parentFileId !== undefined) return targetOfParent(db, search, placement.parentFileId)
  const { app, actor } = search
  const folder = await getFolderIn(app, db, actor, { ...search, folderId: placement.folderId })
  const named = { folderId: folder?.id ?? null, name: fileName ?? '' }
  const existing = fileName === undefined ? undefined : await findByName(db, search, named)
  return existing ? targetOfConflict(db, search, existing) : { kind: 'new', folder, beside: false }
}

async function targetOfParent(db: Reader, search: Search, parentFileId: number): Promise<Target> {
  const { app, actor, placement } = search
  const file = await findFileIn(db, search, parentFileId)
  if (!file || file.kind === 'Folder' || !(await seesShielded(app, db, actor, file))) throw notFound()
  if (file.kind === 'ContractDocument') checkAlone(placement)
  const { folderId } = placement
  if (folderId !== undefined && (folderId || null) !== file.folderId) {
    throw badInput('folderId', 'The file of parentFileId is in another folder; leave folderId out.')
  }
  return targetOfConflict(db, search, file)
}

async function targetOfConflict(db: Reader, search: Search, existing: File): Promise<Target> {
  const { app, actor, placement } = search
  const resolution = placement.conflictResolution ?? 'SaveVersion'
  if (resolution === 'Skip') return { kind: 'skip' }
  const folder = existing.folderId === null ? undefined : await findFileIn(db, search, existing.folderId)
  const beside: Target = { kind: 'new', folder: folder ?? null, beside: true }
  if (resolution === 'KeepBoth') return beside
  // a file that the person cannot see is not theirs to change; its name is taken all the same
  if (!(await seesShielded(app, db, actor, existing))) return beside
  if (existing.kind === 'Folder') {
    throw conflict(
      `A folder named ${existing.name} is there; choose another name, or conflictResolution KeepBoth.`,
    )
  }
  checkUnlocked(existing, actor.userId, app.clock.now())
  if (resolution === 'SaveVersion') return { kind: 'version', file: existing }
  await checkMayReplace(db, search, existing)
  return { kind: 'replace', file: existing }
}

/** Replacing destroys what was there: a guest on the record does that to their own files only. */
async function checkMayReplace(db: Reader, { app, actor, subject }: Search, file: File): Promise<void> {
  if (file.createdBy === actor.userId) return
  if (await mayChangeSubject(app, db, { actor, subject })) return
  throw forbidden(
    `Only whoever added ${file.name} and those who may change this ${subject.kind} may replace it; use conflictResolution SaveVersion.`,
  )
}

function checkAlone(placement: Placement): void {
  const surplus = (['folderId', 'conflictResolution'] as const).filter(
    (name) => placement[name] !== undefined,
  )
  if (surplus.length === 0) return
  throw badInputs(
    Object.fromEntries(
      surplus.map((name) => [
        name,
        [`${name} must not be used when the contract document is updated; send only parentFileId.`],
      ]),
    ),
  )
}

const longestComments = 4_000

function checkComments({ comments }: Placement): void {
  if (comments === undefined) return
  if (comments.length > longestComments || comments.includes('\0')) {
    throw badInput('comments', `comments must be text of at most ${longestComments} characters.`)
  }
}

type Incoming = Omit<Parameters<typeof addFile>[2], 'folder'>

/** Undefined when there is nothing to record. */
async function record(tx: Tx, search: Search, incoming: Incoming): Promise<RecordedFile | undefined> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const target = await findTarget(tx, search)
    if (target.kind === 'skip') return undefined
    const recorded = await recordAt(tx, search.actor, target, incoming)
    if (recorded) return recorded
    // somebody took the name between the look and the insert: look again
  }
  throw conflict('Others are adding files of this name at the same time. Send the file again.')
}

function recordAt(
  tx: Tx,
  actor: Actor,
  target: Exclude<Target, { kind: 'skip' }>,
  incoming: Incoming,
): Promise<RecordedFile | undefined> {
  if (target.kind === 'new') {
    const file = { ...incoming, folder: target.folder }
    return target.beside ? addFileBeside(tx, actor, file) : addFile(tx, actor, file)
  }
  const version = { ...incoming, file: target.file }
  return target.kind === 'version' ? addVersion(tx, actor, version) : replaceContent(tx, actor, version)
}
