// Finalising an upload: its sender reports how it ended. Failed undoes it; Succeeded keeps it, or resolves the name
// conflict in another way, as if the upload had asked for that.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import { type FileForUpdate, getFileForUpdate } from '../file-for-update.ts'
import { findFileIn, fileExists } from '../access.ts'
import { checkNotInvoiceDocument } from '../bin.ts'
import { type ConflictOutcome, resolveConflict } from '../uploads/name-conflict.ts'
import { deleteBlob } from '../contents/stored-blobs.ts'
import { fileDeleted, fileUpdated, uploadFinalised } from '../events.ts'
import { checkUnlocked, type ConflictResolution, type File } from '../file.ts'
import { nameOfNewVersion } from '../uploads/file-name.ts'
import { indexSoon } from '../texts/queue-indexing.ts'
import {
  checkComments,
  contentOfReplaced,
  getUpload,
  recordUploadEnd,
  type RecordedUpload,
  type UploadEnd,
  type UploadTarget,
} from '../uploads/recorded-upload.ts'
import { type Content, contentOf } from '../contents/file-content.ts'
import {
  addFile,
  addVersion,
  insertVersion,
  isNameTaken,
  removeVersion,
  replaceContent,
} from '../versions.ts'

interface Finalising extends FileForUpdate {
  readonly app: App
  readonly actor: Actor
  readonly upload: RecordedUpload
  readonly now: Date
}

interface Ended {
  readonly fileId: number
  readonly events: readonly DomainEvent[]
}

/**
 * Finalises the actor's last upload to the target, identified by the file's id, and returns the id of the file that now
 * has its content (or of the file that remains, if none has). Repeating the call changes nothing and returns the same;
 * a different call is a conflict, and so is undoing an upload that has been followed by another version. Throws
 * not_found if the actor has no such upload.
 */
export async function finaliseUpload(
  app: App,
  actor: Actor,
  which: { readonly target: Pick<UploadTarget, 'kind' | 'id'>; readonly fileId: number },
  end: UploadEnd,
): Promise<number> {
  checkComments(end.comments)
  const { fileId, unused } = await change(app, actor, async (tx, now) => {
    const upload = await getUpload(tx, actor, which)
    const again = repeatedResult(upload, end)
    if (again !== undefined) return { result: { fileId: again, unused: [] }, events: [] }
    // if the file is in the bin by now, there is nothing to undo or to resolve
    const held = (await fileExists(tx, upload))
      ? await getFileForUpdate(app, tx, actor, upload.fileId)
      : undefined
    const ended = held
      ? await endUpload(tx, { ...held, app, actor, upload, now }, end)
      : { fileId: upload.fileId, events: [] }
    await recordUploadEnd(tx, upload, { ...end, fileId: ended.fileId, now })
    const followed = held && isSigned(end) ? await signed(tx, { ...held, app, actor, now }, ended.fileId) : []
    if (ended.events.length > 0 && held) {
      await app.subjects[held.subject.kind].noteActivity(tx, held.subject, now)
    }
    const unused = [upload.key, ...(upload.replaced ? [upload.replaced.storageKey] : [])]
    return { result: { fileId: ended.fileId, unused }, events: [...ended.events, ...followed] }
  })
  for (const key of unused) await deleteBlob(app, key)
  return fileId
}

const isSigned = ({ outcome, signed: given }: UploadEnd) => outcome === 'Succeeded' && given === true

const signed = async (
  tx: Tx,
  { app, actor, subject, now }: Pick<Finalising, 'app' | 'actor' | 'subject' | 'now'>,
  fileId: number,
): Promise<readonly DomainEvent[]> =>
  (await app.subjects[subject.kind].signed?.(app, tx, actor, { id: subject.id, fileId, now })) ?? []

function repeatedResult(upload: RecordedUpload, { outcome, resolution }: UploadEnd): number | undefined {
  if (upload.outcome === null) return undefined
  const isSame =
    upload.outcome === outcome && (outcome === 'Failed' || (resolution ?? null) === upload.resolution)
  if (isSame) return upload.resultFileId ?? upload.fileId
  const how = upload.resolution === null ? upload.outcome : `${upload.outcome} with ${upload.resolution}`
  throw conflict(`This upload has already been finalised as ${how}.`)
}

async function endUpload(tx: Tx, finalising: Finalising, end: UploadEnd): Promise<Ended> {
  const { file, upload } = finalising
  const finalised = uploadFinalised(file, {
    outcome: end.outcome,
    ...(end.resolution ? { conflictResolution: end.resolution } : {}),
    ...(end.failureReason ? { failureReason: end.failureReason } : {}),
    ...(end.signed ? { signed: true } : {}),
  })
  if (end.outcome === 'Failed') {
    const { events } = await undoUpload(tx, finalising)
    return { fileId: file.id, events: [finalised, ...events] }
  }
  await saveComments(tx, finalising, end.comments)
  const resolved = await resolveAgain(tx, finalising, end.resolution)
  return resolved
    ? { ...resolved, events: [finalised, ...resolved.events] }
    : { fileId: upload.fileId, events: [finalised] }
}

async function saveComments(tx: Tx, { upload }: Finalising, comments: string | undefined): Promise<void> {
  if (comments === undefined) return
  await tx
    .updateTable('file_versions')
    .set({ comments })
    .where('organisation_id', '=', upload.organisationId)
    .where('file_id', '=', upload.fileId)
    .where('storage_key', '=', upload.key)
    .execute()
}

const initialOutcome: Record<RecordedUpload['made'], ConflictOutcome> = {
  File: 'keepBoth',
  Version: 'version',
  Content: 'replace',
}

/** Undefined if the conflict was already resolved this way, or if there was none. */
async function resolveAgain(
  tx: Tx,
  finalising: Finalising,
  resolution: ConflictResolution | undefined,
): Promise<Ended | undefined> {
  const { app, actor, upload, subject } = finalising
  if (!resolution || upload.conflictFileId === null) return undefined
  const existing = await findFileIn(tx, { subject, lock: true }, upload.conflictFileId)
  // the file it conflicted with is gone
  if (!existing) return undefined
  const outcome = await resolveConflict(tx, { app, actor, subject, resolution }, existing)
  if (outcome === initialOutcome[upload.made]) return undefined
  const { content, events } = await undoUpload(tx, finalising)
  if (outcome === 'skip') return { fileId: existing.id, events }
  const before = (await findFileIn(tx, { subject, lock: true }, existing.id)) ?? existing
  const recorded = await recordAs(tx, finalising, { outcome, content, before })
  return { fileId: recorded.fileId, events: [...events, ...recorded.events] }
}

async function recordAs(
  tx: Tx,
  { actor, subject, upload }: Finalising,
  { outcome, content, before }: { outcome: Exclude<ConflictOutcome, 'skip'>; content: Content; before: File },
) {
  if (outcome === 'version') return addVersion(tx, actor, content, { file: before })
  if (outcome === 'replace') return replaceContent(tx, actor, content, before)
  const folder =
    before.folderId === null ? undefined : await findFileIn(tx, { subject, lock: false }, before.folderId)
  const name = content.name ?? before.name
  return addFile(tx, actor, { ...content, name }, { subject, folder: folder ?? null, taskId: upload.taskId })
}

/** Restores the state before the upload, and returns the content that it had added. */
async function undoUpload(
  tx: Tx,
  { app, actor, subject, upload, file, now }: Finalising,
): Promise<{ readonly content: Content; readonly events: readonly DomainEvent[] }> {
  checkUnlocked(file, actor.userId, now)
  await app.subjects[subject.kind].checkNoLegalHold(tx, subject)
  const { storage_key: key } = await tx
    .selectFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', file.version)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  if (file.version !== upload.version || key !== upload.key) {
    throw conflict(`${file.name} has a newer version; this upload can no longer be undone.`)
  }
  if (upload.made === 'File') await checkNotInvoiceDocument(tx, file.organisationId, [file])
  const removed = await removeVersion(tx, file, file.version)
  const content = { ...contentOf(removed), now }
  const facts = { name: file.name, version: upload.version, takenBack: true }
  if (upload.made === 'File') {
    await tx
      .deleteFrom('files')
      .where('organisation_id', '=', file.organisationId)
      .where('id', '=', file.id)
      .execute()
    return { content, events: [fileDeleted(file, facts)] }
  }
  await restorePrevious(tx, { file, upload, came: removed.name, now })
  return { content, events: [fileUpdated(file, facts)] }
}

interface Restoration {
  readonly file: File
  readonly upload: RecordedUpload
  /** The file name that the upload came with. */
  readonly came: string
  readonly now: Date
}

/** Restores the previous version and the previous name. */
async function restorePrevious(tx: Tx, { file, upload, came, now }: Restoration): Promise<void> {
  const { replaced, nameBefore } = upload
  // keep a name that the file was given since
  const hasNameOfUpload = nameBefore !== null && file.name === nameOfNewVersion(nameBefore, came)
  const version = replaced ? upload.version : upload.version - 1
  if (replaced) {
    insertVersion(tx, { userId: replaced.createdBy }, contentOfReplaced(replaced), { file, version })
  }
  const { size, content_type, created_by } = await tx
    .selectFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', version)
    .select(['size', 'content_type', 'created_by'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('files')
    .set({
      name: hasNameOfUpload ? nameBefore : file.name,
      version,
      size,
      content_type,
      updated_by: created_by,
      updated_at: now,
      revision: file.revision + 1,
    })
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
    .catch((error: unknown) => {
      throw isNameTaken(error)
        ? conflict(
            `The name ${nameBefore}, which the file had before, is taken; rename the other file first.`,
          )
        : error
    })
  indexSoon(tx, file)
}
