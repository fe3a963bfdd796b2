// Uploads that their senders may finalise: what each did, and what is needed to undo it.
//
// upload     one raw transfer of a file; identified by the file that it created or added a version to
// target     what the sender named: a matter, a contract, a folder or a task
// set        uploads that belong together for their sender, who counts them
// finalise   report how it ended: Failed undoes it, Succeeded keeps it, optionally with another conflict resolution
// final      finalised, or a day old: the content it replaced is deleted
import { recordTypes } from '../../records/kinds.ts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { Subject } from '../../platform/subject.ts'
import type { Content, VersionRow } from '../contents/file-content.ts'
import type { ConflictResolution, File } from '../file.ts'

export const targetKinds = [...recordTypes, 'Folder', 'Task'] as const

export interface UploadTarget {
  readonly kind: (typeof targetKinds)[number]
  readonly id: number
  readonly set?: { readonly id: string; readonly size: number | null }
}

/** What an upload did with its content, and the existing file with the same name. */
export type UploadResult =
  | { readonly made: 'File'; readonly existing: File | undefined }
  | { readonly made: 'Version'; readonly existing: File }
  | { readonly made: 'Content'; readonly existing: File; readonly replaced: VersionRow }

type NewUpload = UploadResult & {
  readonly fileId: number
  readonly version: number
  readonly content: Content
  readonly target: UploadTarget
  readonly subject: Subject
}

/** Records what an upload did, in the transaction that did it. */
export function recordUpload(tx: Tx, actor: Pick<Actor, 'userId'>, upload: NewUpload): void {
  const { target, content } = upload
  insertUpload.send(tx, {
    organisationId: upload.subject.organisationId,
    fileId: upload.fileId,
    targetKind: target.kind,
    targetId: target.id,
    setId: target.set?.id ?? null,
    setSize: target.set?.size ?? null,
    made: upload.made,
    version: upload.version,
    key: content.key,
    conflictFileId: upload.existing?.id ?? null,
    nameBefore: upload.existing?.name ?? null,
    replacedKey: upload.made === 'Content' ? upload.replaced.storage_key : null,
    replaced: upload.made === 'Content' ? JSON.stringify(replacedOf(upload.replaced)) : null,
    userId: actor.userId,
    now: content.now,
  })
}

interface UploadRow {
  readonly organisationId: number
  readonly fileId: number
  readonly targetKind: string
  readonly targetId: number
  readonly setId: string | null
  readonly setSize: number | null
  readonly made: UploadResult['made']
  readonly version: number
  readonly key: string
  readonly conflictFileId: number | null
  readonly nameBefore: string | null
  readonly replacedKey: string | null
  readonly replaced: string | null
  readonly userId: string
  readonly now: Date
}

const insertUpload = statement<UploadRow, never>(
  (
    row,
  ) => sql`insert into file_uploads (organisation_id, file_id, target_kind, target_id, set_id, set_size, made, version,
      storage_key, conflict_file_id, name_before, replaced_storage_key, replaced, created_by, created_at)
    values (${row.organisationId}, ${row.fileId}, ${row.targetKind}, ${row.targetId}, ${row.setId}, ${row.setSize},
      ${row.made}, ${row.version}, ${row.key}, ${row.conflictFileId}, ${row.nameBefore}, ${row.replacedKey},
      ${row.replaced}, ${row.userId}, ${row.now})`,
)

/** An upload as it was recorded. */
export interface RecordedUpload {
  readonly organisationId: number
  readonly id: number
  readonly fileId: number
  /** The task it was for. */
  readonly taskId: number | null
  readonly made: UploadResult['made']
  readonly version: number
  readonly key: string
  readonly conflictFileId: number | null
  readonly nameBefore: string | null
  readonly replaced: Replaced | null
  readonly outcome: 'Succeeded' | 'Failed' | null
  readonly resolution: ConflictResolution | null
  readonly resultFileId: number | null
}

/**
 * The actor's last upload to the target, by file id, locked so that nobody else finalises it in the meantime. Uploads
 * belong to their senders: for everybody else there is none (not_found).
 */
export async function getUpload(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'organisationIds'>,
  { target, fileId }: { readonly target: Pick<UploadTarget, 'kind' | 'id'>; readonly fileId: number },
): Promise<RecordedUpload> {
  const row = await tx
    .selectFrom('file_uploads')
    .where('organisation_id', 'in', [...actor.organisationIds])
    .where('file_id', '=', fileId)
    .where('created_by', '=', actor.userId)
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    organisationId: row.organisation_id,
    id: row.id,
    fileId: row.file_id,
    taskId: row.target_kind === 'Task' ? row.target_id : null,
    made: row.made as UploadResult['made'],
    version: row.version,
    key: row.storage_key,
    conflictFileId: row.conflict_file_id,
    nameBefore: row.name_before,
    replaced: row.replaced === null ? null : (row.replaced as unknown as Replaced),
    outcome: row.outcome as RecordedUpload['outcome'],
    resolution: row.conflict_resolution as ConflictResolution | null,
    resultFileId: row.result_file_id,
  }
}

/** Records how an upload ended; the content it replaced no longer needs to be restorable. */
export async function recordUploadEnd(
  tx: Tx,
  { organisationId, id }: Pick<RecordedUpload, 'organisationId' | 'id'>,
  end: UploadEnd & { readonly fileId: number; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('file_uploads')
    .set({
      outcome: end.outcome,
      conflict_resolution: end.resolution ?? null,
      failure_reason: end.failureReason ?? null,
      signed: end.signed ?? false,
      result_file_id: end.fileId,
      finalised_at: end.now,
      replaced: null,
      replaced_storage_key: null,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** How an upload ended, as reported by its sender. */
export interface UploadEnd {
  readonly outcome: 'Succeeded' | 'Failed'
  /** Applied to the file that existed before the upload; absent: keep what was done. */
  readonly resolution?: ConflictResolution | undefined
  readonly failureReason?: string | undefined
  readonly comments?: string | undefined
  readonly signed?: boolean | undefined
}

/** A replaced version, as JSON. */
export interface Replaced {
  readonly storageKey: string
  readonly size: number
  readonly sha256: string
  readonly md5: string
  readonly contentType: string
  readonly name: string
  readonly comments: string | null
  readonly createdBy: string
  readonly createdAt: string
}

const replacedOf = (row: VersionRow): Replaced => ({
  storageKey: row.storage_key,
  size: row.size,
  sha256: row.sha256.toString('hex'),
  md5: row.md5.toString('hex'),
  contentType: row.content_type,
  name: row.name,
  comments: row.comments,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
})

/** A replaced version, as content to be recorded again with its original time. */
export const contentOfReplaced = (replaced: Replaced): Content => ({
  key: replaced.storageKey,
  size: replaced.size,
  sha256: Buffer.from(replaced.sha256, 'hex'),
  md5: Buffer.from(replaced.md5, 'hex'),
  contentType: replaced.contentType,
  name: replaced.name,
  comments: replaced.comments,
  now: new Date(replaced.createdAt),
})

const longestComments = 4_000

/** Rejects comments on a version that are too long to store. */
export function checkComments(comments: string | null | undefined): void {
  if (!comments) return
  if (comments.length > longestComments || comments.includes('\0')) {
    throw badInput('comments', `must be text of at most ${longestComments} characters.`)
  }
}
