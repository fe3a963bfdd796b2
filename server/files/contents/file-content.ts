// The content of a file version: as it arrives, and as it is recorded.
import type { Selectable } from 'kysely'
import { AppError, badInput } from '../../platform/errors.ts'
import type { FoundTrait } from '../../platform/documents/pdf/changeable/traits.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { FileVersionsTable } from '../../platform/postgres/tables.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import type { File } from '../file.ts'
import { cleanName } from '../uploads/file-name.ts'
import { detectContentType } from './content-type.ts'

/** Content that is in the storage, with what its sender said about it. */
export interface IncomingFile {
  readonly content: StoredContent
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  readonly comments?: string | undefined
  readonly guest?: string | undefined
  readonly untracked?: number | undefined
  readonly madeFixed?: readonly FoundTrait[] | undefined
  readonly now: Date
}

/** Content whose type and checksums are known, whether just uploaded or taken from a version of another file. */
export interface Content {
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  readonly contentType: string
  /** The name it came with, cleaned; undefined if it came without one. */
  readonly name: string | undefined
  readonly comments: string | null
  /** Who sent it, where that is somebody without an account: `Nils Lindqvist <nils@…>`. */
  readonly guest?: string | undefined
  /** Of what came back from somebody without an account: how many changes of the text were not tracked. */
  readonly untracked?: number | undefined
  /** Of what was made fixed: what was removed from it. */
  readonly madeFixed?: readonly FoundTrait[] | undefined
  readonly now: Date
}

/** Content that a row keeps already, so that it may be recorded however long ago it was stored. */
export type KeptContent = Omit<Content, 'comments' | 'guest' | 'untracked' | 'now'>

export type VersionRow = Selectable<FileVersionsTable>

/** Turns an upload that has just been stored into content to record. Rejects content that was stored too long ago. */
export async function toContent({ content, ...sent }: IncomingFile): Promise<Content> {
  checkRecordable(content)
  return {
    ...content,
    contentType: await detectContentType(content.head, sent.fileName, sent.contentType),
    name: cleanName(sent.fileName),
    comments: sent.comments ?? null,
    guest: sent.guest,
    untracked: sent.untracked,
    madeFixed: sent.madeFixed,
    now: sent.now,
  }
}

/** The current content of a file, to be recorded again. */
export async function contentOfVersion(tx: Tx, file: File, now: Date): Promise<Content> {
  const row = await tx
    .selectFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', file.version)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { ...contentOf(row), name: file.name, now }
}

/** What a version contains; the name is the one it came with. */
export const contentOf = (row: VersionRow) => ({
  key: row.storage_key,
  size: row.size,
  sha256: row.sha256,
  md5: row.md5,
  contentType: row.content_type,
  name: row.name,
  comments: row.comments,
  madeFixed: (row.made_fixed as readonly FoundTrait[] | null) ?? undefined,
})

/** How long after it was stored content may still be recorded. The sweep's grace period is far longer. */
export const recordWithinMinutes = 15

/**
 * Rejects content that was stored too long ago because the rest of its request arrived slowly. This makes the sweep
 * safe: a transaction that passes this check ends (30 s per statement, 60 s idle) long before the grace period does.
 */
export function checkRecordable(content: StoredContent): void {
  // real time: compared with the storage's clock
  if (Date.now() - content.storedAt.getTime() <= recordWithinMinutes * 60_000) return
  throw new AppError('bad_request', 'The rest of the request arrived too long after the file. Send it again.')
}

/** Rejects content that does not have the checksum its sender gave: it was damaged or truncated in transit. */
export function checkMd5(content: StoredContent, md5: Buffer | undefined): void {
  if (md5 === undefined || content.md5.equals(md5)) return
  throw badInput(
    'Content-MD5',
    `is not the checksum of the file that arrived, which is ${content.md5.toString('base64')}. Send it again.`,
  )
}
