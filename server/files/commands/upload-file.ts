// Uploading to a matter or contract: a new file, a new version of one, or a new version of a contract's document.
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import { badInput, badInputs, notFound, sentence } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { findByName, findFileIn, getFolderIn, maySeeShielded } from '../access.ts'
import { resolveConflict } from '../uploads/name-conflict.ts'
import { checkMd5, type Content, toContent } from '../contents/file-content.ts'
import { deleteBlob, withStoredContent } from '../contents/stored-blobs.ts'
import type { ConflictResolution, File } from '../file.ts'
import { cleanName } from '../uploads/file-name.ts'
import {
  checkComments,
  type UploadResult,
  recordUpload,
  type UploadTarget,
} from '../uploads/recorded-upload.ts'
import { addFile, addVersion, type RecordedFile, replaceContent } from '../versions.ts'

/** Where an upload goes, and what happens to an existing file. */
interface Placement {
  /** A folder of the subject; absent or 0 is its root. */
  readonly folderId?: number | undefined
  /** The file to add a version to; for the document of a contract, the only property allowed. */
  readonly parentFileId?: number | undefined
  /** Default: SaveVersion. */
  readonly conflictResolution?: ConflictResolution | 'Refuse' | undefined
  readonly comments?: string | undefined
  /** Of a new file; a version keeps those of its file. */
  readonly description?: string | undefined
  readonly isPrivate?: boolean | undefined
  /** Called with the current file of `parentFileId`; throws if it is not the one that the sender has read. */
  readonly checkParent?: (file: File) => void
}

export interface Upload {
  /** The content, as it arrives. */
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The MD5 checksum that the content must have. */
  readonly md5?: Buffer | undefined
  /**
   * The placement as far as it is known before the content arrives, so that invalid requests are rejected without
   * reading the body.
   */
  readonly known?: Placement
  /** The complete placement, called once the content is stored: a form may name it after the file. */
  readonly placement: () => Promise<Placement>
  /** Takes what the content came from, in the transaction that records the file; throws if it is used. */
  readonly claim?: ((tx: Tx, fileId: number) => Promise<void>) | undefined
  /** What the event of a new version says besides. */
  readonly facts?: DomainEvent['facts'] | undefined
  /** Writes what belongs to the file, in the transaction that records it; returns the events of that. */
  readonly also?: ((tx: Tx, now: Date) => Promise<readonly DomainEvent[]>) | undefined
  /** The target that the sender named, if they may finalise the upload later. */
  readonly target?: UploadTarget
  /** The task of the matter that the file is for. */
  readonly taskId?: number
  /** The target folder, if the target is a folder; `placement` may not name a different one. */
  readonly folderId?: number
}

/**
 * Stores the upload and records it. Returns the file and its version, or undefined if a file with the name exists and
 * the request says `Skip`: then nothing is stored. Throws not_found for a folder or file that does not exist, locked if
 * somebody else has locked the file, and bad_request if anything but `parentFileId` is sent for the document of a
 * contract.
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
  return withStoredContent(app, subject.organisationId, upload.source, async (content) => {
    checkMd5(content, upload.md5)
    const placement = placedIn(upload, await upload.placement())
    const recorded = await change(app, actor, async (tx, now) => {
      const received = await toContent({ ...upload, content, now, comments: placement.comments })
      const outcome = { ...search, placement, lock: true }
      const { granted, target, fileId } = await holdTarget(tx, outcome)
      const taskId = upload.taskId ?? null
      const result = await record(
        tx,
        { ...outcome, subject: granted, fileId },
        { target, content: received, taskId, facts: upload.facts },
      )
      if (!result) return { result, events: [] }
      await upload.claim?.(tx, result.fileId)
      await app.subjects[subject.kind].noteActivity(tx, granted, now)
      if (upload.target) {
        recordUpload(tx, actor, { ...result, content: received, target: upload.target, subject })
      }
      const others = (await upload.also?.(tx, now)) ?? []
      return { result, events: [...result.events, ...others] }
    })
    if (!recorded) {
      await deleteBlob(app, content.key)
      return undefined
    }
    return { fileId: recorded.fileId, version: recorded.version }
  })
}

function placedIn({ folderId }: Upload, placement: Placement): Placement {
  if (folderId === undefined) return placement
  if (placement.folderId !== undefined && placement.folderId !== folderId) {
    throw badInput('folderId', sentence('The target is a folder; omit folderId, or send the same one.'))
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

/**
 * Holds the record, so that nobody else adds to it, and looks where the upload goes: in one round trip, carried out in
 * this order. The right is asked for again, because it may have changed during a long transfer. A new file has the id.
 */
async function holdTarget(tx: Tx, search: Search) {
  const { app, actor, subject, placement } = search
  const access = app.subjects[subject.kind]
  const holding = access.hold(tx, subject)
  const granting = access.getToContribute(tx, actor, subject.id)
  const isNew = placement.parentFileId === undefined
  const finding = Promise.all([findTarget(tx, search), isNew ? takeId(tx, 'files') : undefined])
  // somebody without the right learns no more than that
  finding.catch(() => undefined)
  const [, granted] = await Promise.all([holding, granting])
  const [target, fileId] = await finding
  return { granted, target, fileId }
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
  if (!file || file.kind === 'Folder' || !(await maySeeShielded(app, db, actor, file))) throw notFound()
  placement.checkParent?.(file)
  if (file.kind === 'ContractDocument') checkAlone(placement)
  const { folderId } = placement
  if (folderId !== undefined && (folderId || null) !== file.folderId) {
    throw badInput('folderId', sentence('The file of parentFileId is in another folder; omit folderId.'))
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
  const kind = await resolveConflict(db, { ...search, resolution }, existing)
  if (kind === 'skip') return { kind }
  return kind === 'keepBoth' ? { kind: 'new', folder, existing } : { kind, existing }
}

function checkAlone(placement: Placement): void {
  const surplus = (['folderId', 'conflictResolution'] as const).filter(
    (name) => placement[name] !== undefined,
  )
  if (surplus.length === 0) return
  const reason = 'cannot be used to update the document of a contract; send only parentFileId.'
  throw badInputs(Object.fromEntries(surplus.map((name) => [name, [reason]])))
}

interface Recorded {
  readonly target: Target
  readonly content: Content
  readonly taskId: number | null
  readonly facts: Upload['facts']
}

async function record(
  tx: Tx,
  { actor, subject, placement, fileId: id }: Search & { readonly fileId: number | undefined },
  { target, content, taskId, facts }: Recorded,
): Promise<(RecordedFile & UploadResult) | undefined> {
  switch (target.kind) {
    case 'skip':
      return undefined
    case 'new': {
      const { folder, existing } = target
      const { description = null, isPrivate = false } = placement
      const place = { subject, folder, taskId, description, isPrivate, id, isFree: existing === undefined }
      const added = await addFile(tx, actor, content, place)
      return { ...added, made: 'File', existing }
    }
    case 'version': {
      const { existing } = target
      return {
        ...(await addVersion(tx, actor, content, { file: existing, facts })),
        made: 'Version',
        existing,
      }
    }
    case 'replace': {
      const { existing } = target
      return { ...(await replaceContent(tx, actor, content, existing)), made: 'Content', existing }
    }
  }
}
