// Finalising an upload: its sender says how it ended. Failed takes away what it made; Succeeded lets it stand, or settles the
// conflict it met in another way, as if it had come so.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import { findFileIn, type HeldFile, holdFile, isThere } from '../access.ts'
import { checkNoInvoice } from '../bin.ts'
import { type Settlement, settleConflict } from '../uploads/conflicts.ts'
import { forgetContent } from '../contents/content.ts'
import { fileDeleted, fileUpdated, uploadFinalised } from '../events.ts'
import { checkUnlocked, type ConflictResolution, type File } from '../file.ts'
import { nameOfNewVersion } from '../uploads/name.ts'
import {
  checkComments,
  contentOfReplaced,
  getUpload,
  noteEnd,
  type NotedUpload,
  type UploadEnd,
  type UploadTarget,
} from '../uploads/upload.ts'
import {
  addFile,
  addVersion,
  type Content,
  contentOf,
  insertVersion,
  isNameTaken,
  removeVersion,
  replaceContent,
} from '../versions.ts'

interface Finalising extends HeldFile {
  readonly app: App
  readonly actor: Actor
  readonly upload: NotedUpload
  readonly now: Date
}

interface Ended {
  readonly fileId: number
  readonly events: readonly DomainEvent[]
}

/**
 * Finalises the actor's last upload to the target that is known by the id, and answers the id of the file that has its content
 * now (of the one that stays, when it has none). The same call again changes nothing and answers the same; another one is a
 * conflict, and so is one that would have to take away what another version came on top of. Throws not_found where the actor
 * has no such upload.
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
    const again = answerAgain(upload, end)
    if (again !== undefined) return { result: { fileId: again, unused: [] }, events: [] }
    // what went to the bin since needs neither to be taken away nor to be settled
    const held = (await isThere(tx, upload)) ? await holdFile(app, tx, actor, upload.fileId) : undefined
    const ended = held
      ? await endUpload(tx, { ...held, app, actor, upload, now }, end)
      : { fileId: upload.fileId, events: [] }
    await noteEnd(tx, upload, { ...end, fileId: ended.fileId, now })
    if (ended.events.length > 0 && held) {
      await app.subjects[held.subject.kind].noteActivity(tx, held.subject, now)
    }
    const unused = [upload.key, ...(upload.replaced ? [upload.replaced.storageKey] : [])]
    return { result: { fileId: ended.fileId, unused }, events: ended.events }
  })
  for (const key of unused) await forgetContent(app, key)
  return fileId
}

function answerAgain(upload: NotedUpload, { outcome, resolution }: UploadEnd): number | undefined {
  if (upload.outcome === null) return undefined
  const isSame =
    upload.outcome === outcome && (outcome === 'Failed' || (resolution ?? null) === upload.resolution)
  if (isSame) return upload.resultFileId ?? upload.fileId
  const how = upload.resolution === null ? upload.outcome : `${upload.outcome} with ${upload.resolution}`
  throw conflict(`This upload has been finalised already, as ${how}.`)
}

async function endUpload(tx: Tx, finalising: Finalising, end: UploadEnd): Promise<Ended> {
  const { file, upload } = finalising
  const told = uploadFinalised(file, {
    outcome: end.outcome,
    ...(end.resolution ? { conflictResolution: end.resolution } : {}),
    ...(end.failureReason ? { failureReason: end.failureReason } : {}),
    ...(end.signed ? { signed: true } : {}),
  })
  if (end.outcome === 'Failed') {
    const { events } = await takeBack(tx, finalising)
    return { fileId: file.id, events: [told, ...events] }
  }
  await comment(tx, finalising, end.comments)
  const settled = await settleAnew(tx, finalising, end.resolution)
  return settled
    ? { ...settled, events: [told, ...settled.events] }
    : { fileId: upload.fileId, events: [told] }
}

async function comment(tx: Tx, { upload }: Finalising, comments: string | undefined): Promise<void> {
  if (comments === undefined) return
  await tx
    .updateTable('file_versions')
    .set({ comments })
    .where('organisation_id', '=', upload.organisationId)
    .where('file_id', '=', upload.fileId)
    .where('storage_key', '=', upload.key)
    .execute()
}

const settled: Record<NotedUpload['made'], Settlement> = {
  File: 'beside',
  Version: 'version',
  Content: 'replace',
}

/** Undefined when the conflict was settled as is wanted now, or when there was none. */
async function settleAnew(
  tx: Tx,
  finalising: Finalising,
  resolution: ConflictResolution | undefined,
): Promise<Ended | undefined> {
  const { app, actor, upload, subject } = finalising
  if (!resolution || upload.conflictFileId === null) return undefined
  const existing = await findFileIn(tx, { subject, lock: true }, upload.conflictFileId)
  // what it conflicted with has gone since
  if (!existing) return undefined
  const settlement = await settleConflict(tx, { app, actor, subject, resolution }, existing)
  if (settlement === settled[upload.made]) return undefined
  const { content, events } = await takeBack(tx, finalising)
  if (settlement === 'skip') return { fileId: existing.id, events }
  const before = (await findFileIn(tx, { subject, lock: true }, existing.id)) ?? existing
  const recorded = await recordAs(tx, finalising, { settlement, content, before })
  return { fileId: recorded.fileId, events: [...events, ...recorded.events] }
}

async function recordAs(
  tx: Tx,
  { actor, subject, upload }: Finalising,
  {
    settlement,
    content,
    before,
  }: { settlement: Exclude<Settlement, 'skip'>; content: Content; before: File },
) {
  if (settlement === 'version') return addVersion(tx, actor, content, before)
  if (settlement === 'replace') return replaceContent(tx, actor, content, before)
  const folder =
    before.folderId === null ? undefined : await findFileIn(tx, { subject, lock: false }, before.folderId)
  const name = content.name ?? before.name
  return addFile(tx, actor, { ...content, name }, { subject, folder: folder ?? null, taskId: upload.taskId })
}

/** Makes everything as it was before the upload, and answers the content that it had brought. */
async function takeBack(
  tx: Tx,
  { actor, upload, file, now }: Finalising,
): Promise<{ readonly content: Content; readonly events: readonly DomainEvent[] }> {
  checkUnlocked(file, actor.userId, now)
  const { storage_key: key } = await tx
    .selectFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', file.version)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  if (file.version !== upload.version || key !== upload.key) {
    throw conflict(`${file.name} has got another version since; it cannot be taken back any more.`)
  }
  if (upload.made === 'File') await checkNoInvoice(tx, file.organisationId, [file])
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
  await giveBack(tx, { file, upload, came: removed.name, now })
  return { content, events: [fileUpdated(file, facts)] }
}

interface GivenBack {
  readonly file: File
  readonly upload: NotedUpload
  /** The name that the upload came under. */
  readonly came: string
  readonly now: Date
}

/** The file has the version that it had before, under the name of before. */
async function giveBack(tx: Tx, { file, upload, came, now }: GivenBack): Promise<void> {
  const { replaced, nameBefore } = upload
  // a name that it was given since stays
  const hasNameOfUpload = nameBefore !== null && file.name === nameOfNewVersion(nameBefore, came)
  const version = replaced ? upload.version : upload.version - 1
  if (replaced) {
    await insertVersion(tx, { userId: replaced.createdBy }, contentOfReplaced(replaced), { file, version })
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
        ? conflict(`The file was named ${nameBefore}, as something else is by now; rename that first.`)
        : error
    })
}
