// Uploading to a matter or contract: a new file, a new version of one, or a new version of a contract's document.
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { badInput, badInputs, notFound, sentence } from '../../platform/errors.ts'
import type { MayContribute, Subject } from '../../platform/granted.ts'
import { findByName, findFileIn, getFolderIn, seesShielded } from '../access.ts'
import { settleConflict } from '../uploads/conflicts.ts'
import { checkMd5, forgetContent, withContent } from '../contents/content.ts'
import type { ConflictResolution, File } from '../file.ts'
import { cleanName } from '../uploads/name.ts'
import { checkComments, type Made, noteUpload, type UploadTarget } from '../uploads/upload.ts'
import { addFile, addVersion, type Content, type RecordedFile, receive, replaceContent } from '../versions.ts'

/** Where an upload goes, and what becomes of what is there. */
export interface Placement {
  /** A folder of the subject; absent or 0 is its root. */
  readonly folderId?: number | undefined
  /** The file that the upload is a new version of; for a contract's document nothing else may be given. */
  readonly parentFileId?: number | undefined
  /** SaveVersion unless given. */
  readonly conflictResolution?: ConflictResolution | 'Refuse' | undefined
  readonly comments?: string | undefined
  /** Asked about the file of `parentFileId` as it stands: throws when it is not the one that its sender has seen. */
  readonly checkParent?: (file: File) => void
}

export interface Upload {
  /** The bytes, as they arrive. */
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The checksum that the bytes must have. */
  readonly md5?: Buffer | undefined
  /** The placement as far as it is settled before the bytes: what it forbids is refused before they are read. */
  readonly known?: Placement
  /** The whole placement, asked for once the bytes are stored: a request may say more after them. */
  readonly placement: () => Promise<Placement>
  /** What its sender named as its target, when they may finalise it later. */
  readonly target?: UploadTarget
  /** The task of the matter that it comes for. */
  readonly taskId?: number
  /** The folder it goes to, when that is the target; the placement may name no other one. */
  readonly folderId?: number
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
    const placement = placedIn(upload, upload.known)
    const target = await findTarget(app.db, { ...search, placement, lock: false })
    if (target.kind === 'skip') return undefined
  }
  return withContent(app, subject.organisationId, upload.source, async (content) => {
    checkMd5(content, upload.md5)
    const placement = placedIn(upload, await upload.placement())
    const recorded = await change(app, actor, async (tx, now) => {
      // the transfer may have taken long enough for rights to change
      const granted = await app.subjects[subject.kind].getToContribute(tx, actor, subject.id)
      await app.subjects[subject.kind].hold(tx, granted)
      const settled = { ...search, subject: granted, placement, lock: true }
      const received = await receive({ ...upload, content, now, comments: placement.comments })
      const taskId = upload.taskId ?? null
      const target = await findTarget(tx, settled)
      const result = await record(tx, settled, { target, content: received, taskId })
      if (!result) return { result, events: [] }
      await app.subjects[subject.kind].noteActivity(tx, granted, now)
      if (upload.target) {
        await noteUpload(tx, actor, { ...result, content: received, target: upload.target, subject })
      }
      return { result, events: result.events }
    })
    if (!recorded) {
      await forgetContent(app, content.key)
      return undefined
    }
    return { fileId: recorded.fileId, version: recorded.version }
  })
}

function placedIn({ folderId }: Upload, placement: Placement): Placement {
  if (folderId === undefined) return placement
  if (placement.folderId !== undefined && placement.folderId !== folderId) {
    throw badInput('folderId', sentence('The target is a folder; leave folderId out, or give the same one.'))
  }
  return { ...placement, folderId }
}

type Target =
  | { readonly kind: 'new'; readonly folder: File | null; readonly existing: File | undefined }
  | { readonly kind: 'version' | 'replace'; readonly existing: File }
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
  const { app, actor, placement, fileName } = search
  checkComments(placement.comments)
  if (placement.parentFileId !== undefined) return targetOfParent(db, search, placement.parentFileId)
  const folder = await getFolderIn(app, db, actor, { ...search, folderId: placement.folderId })
  const named = { folderId: folder?.id ?? null, name: fileName ?? '' }
  const existing = fileName === undefined ? undefined : await findByName(db, search, named)
  return existing ? targetOfConflict(db, search, existing, folder) : { kind: 'new', folder, existing }
}

async function targetOfParent(db: Reader, search: Search, parentFileId: number): Promise<Target> {
  const { app, actor, placement } = search
  const file = await findFileIn(db, search, parentFileId)
  if (!file || file.kind === 'Folder' || !(await seesShielded(app, db, actor, file))) throw notFound()
  placement.checkParent?.(file)
  if (file.kind === 'ContractDocument') checkAlone(placement)
  const { folderId } = placement
  if (folderId !== undefined && (folderId || null) !== file.folderId) {
    throw badInput('folderId', sentence('The file of parentFileId is in another folder; leave folderId out.'))
  }
  const folder = file.folderId === null ? undefined : await findFileIn(db, search, file.folderId)
  return targetOfConflict(db, search, file, folder ?? null)
}

async function targetOfConflict(
  db: Reader,
  search: Search,
  existing: File,
  folder: File | null,
): Promise<Target> {
  const resolution = search.placement.conflictResolution ?? 'SaveVersion'
  const kind = await settleConflict(db, { ...search, resolution }, existing)
  if (kind === 'skip') return { kind }
  return kind === 'beside' ? { kind: 'new', folder, existing } : { kind, existing }
}

function checkAlone(placement: Placement): void {
  const surplus = (['folderId', 'conflictResolution'] as const).filter(
    (name) => placement[name] !== undefined,
  )
  if (surplus.length === 0) return
  const reason = 'must not be used when the contract document is updated; send only parentFileId.'
  throw badInputs(Object.fromEntries(surplus.map((name) => [name, [reason]])))
}

async function record(
  tx: Tx,
  { actor, subject }: Search,
  { target, content, taskId }: { target: Target; content: Content; taskId: number | null },
): Promise<(RecordedFile & Made) | undefined> {
  switch (target.kind) {
    case 'skip':
      return undefined
    case 'new': {
      const { folder, existing } = target
      const added = await addFile(tx, actor, content, { subject, folder, taskId })
      return { ...added, made: 'File', existing }
    }
    case 'version': {
      const { existing } = target
      return { ...(await addVersion(tx, actor, content, existing)), made: 'Version', existing }
    }
    case 'replace': {
      const { existing } = target
      return { ...(await replaceContent(tx, actor, content, existing)), made: 'Content', existing }
    }
  }
}
