// Writing content down as a file, as the document of a contract, or as a version of either: inside the caller's transaction,
// with the events the caller returns from its change. The record is held, so that names stay as they were found.
import type { Selectable } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { DomainEvent } from '../platform/change.ts'
import { type Tx, violates } from '../platform/postgres/database.ts'
import { conflict } from '../platform/errors.ts'
import type { MayContribute, Subject } from '../platform/granted.ts'
import { prepared } from '../platform/postgres/prepared.ts'
import type { StoredContent } from '../platform/storage/storage.ts'
import type { FileVersionsTable } from '../platform/postgres/tables.ts'
import { checkRecordable } from './contents/content.ts'
import { detectContentType, extensionOf } from './contents/content-type.ts'
import { fileCreated, fileUpdated } from './events.ts'
import type { File } from './file.ts'
import { freeNameIn } from './uploads/free-name.ts'
import { cleanName, nameOfNewVersion } from './uploads/name.ts'
import { insertRow, nextFileId } from './uploads/new-row.ts'

/** Content that the storage holds, with what its sender said of it. */
export interface IncomingFile {
  readonly content: StoredContent
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  readonly comments?: string | undefined
  readonly now: Date
}

/** Content that is known for what it is, whether it has just come or is a version of another file. */
export interface Content {
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  readonly contentType: string
  /** The name it came under, cleaned; undefined when it came without. */
  readonly name: string | undefined
  readonly comments: string | null
  readonly now: Date
}

/** Where content was recorded, and what to tell of it. */
export interface RecordedFile {
  readonly fileId: number
  readonly version: number
  readonly events: readonly DomainEvent[]
}

export type VersionRow = Selectable<FileVersionsTable>
type By = Pick<Actor, 'userId'>

/** What has just been stored, as content to be recorded; refuses what was stored too long ago. */
export async function receive({ content, ...sent }: IncomingFile): Promise<Content> {
  checkRecordable(content)
  return {
    ...content,
    contentType: await detectContentType(content.head, sent.fileName, sent.contentType),
    name: cleanName(sent.fileName),
    comments: sent.comments ?? null,
    now: sent.now,
  }
}

/** The current content of a file, to be recorded once more. */
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

/** What a version contains; the name is the one it came under. */
export const contentOf = (row: VersionRow) => ({
  key: row.storage_key,
  size: row.size,
  sha256: row.sha256,
  md5: row.md5,
  contentType: row.content_type,
  name: row.name,
  comments: row.comments,
})

/**
 * Records the first document of a contract that the same transaction creates. It raises no event of its own:
 * `contract.created` tells all.
 */
export async function addContractDocument(
  tx: Tx,
  actor: By,
  incoming: IncomingFile & { readonly subject: Subject },
): Promise<RecordedFile> {
  return recordDocument(tx, actor, await receive(incoming), incoming)
}

/** Records content as the first document of a contract, under an id that it has already, if it has one. */
export async function recordDocument(
  tx: Tx,
  actor: By,
  content: Content,
  { subject, fileId }: { readonly subject: Subject; readonly fileId?: number },
): Promise<RecordedFile> {
  const place = { subject, kind: 'ContractDocument', folder: null, taskId: null, fileId } as const
  const inserted = await insertFile(tx, actor, content, place)
  if (!inserted) throw conflict('The contract has a document already; send a new version of it instead.')
  return { fileId: inserted.id, version: 1, events: [] }
}

/** Where a new file goes: a folder of its record (null: the root), and the task it came for. */
export interface NewPlace {
  readonly subject: Subject & MayContribute
  readonly folder: File | null
  readonly taskId: number | null
}

/** Records a new file under its name or, where that is taken, under the first free `name (1).ext`. */
export async function addFile(tx: Tx, actor: By, content: Content, place: NewPlace): Promise<RecordedFile> {
  const name = content.name === undefined ? undefined : await freeNameIn(tx, place, content.name)
  const file = await insertFile(tx, actor, { ...content, name }, { ...place, kind: 'File' })
  if (!file) throw conflict('Others are adding files of this name at the same time. Send the file again.')
  const facts = { name: file.name, folderId: place.folder?.id ?? null, ...factsOf(content) }
  return { fileId: file.id, version: 1, events: [fileCreated(file, facts)] }
}

/** Records the content as the next version of a file whose row is locked. The file keeps its name, but not its extension. */
export async function addVersion(tx: Tx, actor: By, content: Content, file: File): Promise<RecordedFile> {
  const version = file.version + 1
  const { name } = await updateFile(tx, actor, content, { file, version })
  await insertVersion(tx, actor, content, { file, version })
  const facts = { name, version, ...factsOf(content) }
  return { fileId: file.id, version, events: [fileUpdated(file, facts)] }
}

/** Puts the content in the place of the current version's, which is answered. The row must be locked. */
export async function replaceContent(
  tx: Tx,
  actor: By,
  content: Content,
  file: File,
): Promise<RecordedFile & { readonly replaced: VersionRow }> {
  const { version } = file
  const { name } = await updateFile(tx, actor, content, { file, version })
  const replaced = await removeVersion(tx, file, version)
  await insertVersion(tx, actor, content, { file, version })
  const facts = { name, version, replaced: true, ...factsOf(content) }
  return { fileId: file.id, version, replaced, events: [fileUpdated(file, facts)] }
}

/** Takes a version away and answers what it was. */
export function removeVersion(
  tx: Tx,
  file: Pick<File, 'organisationId' | 'id'>,
  version: number,
): Promise<VersionRow> {
  return tx
    .deleteFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const factsOf = ({ size, sha256 }: Content) => ({ size, sha256: sha256.toString('hex') })

interface InsertPlace extends Pick<NewPlace, 'folder' | 'taskId'> {
  readonly subject: Subject
  readonly kind: 'File' | 'ContractDocument'
  /** When it is known already. */
  readonly fileId?: number | undefined
}

async function insertFile(
  tx: Tx,
  actor: By,
  content: Content,
  { subject, kind, folder, taskId, fileId }: InsertPlace,
) {
  const { now } = content
  // a file without a name is called by its id
  const id = fileId ?? (content.name === undefined ? await nextFileId(tx) : undefined)
  const name = content.name ?? `upload-${id}.${extensionOf(content.contentType)}`
  const place = { ...(id === undefined ? {} : { id }), kind, subject, folder, task_id: taskId, now }
  const { size, contentType } = content
  const file = await insertRow(tx, actor, { ...place, name, version: 1, size, content_type: contentType })
  if (file) await insertVersion(tx, actor, content, { file, version: 1 })
  return file
}

interface Version<Of> {
  readonly file: Of
  readonly version: number
}

/** Writes down content as a version of a file, in the name of whoever sent it; the row of the file is the caller's to change. */
export async function insertVersion(
  tx: Tx,
  actor: By,
  content: Content,
  { file, version }: Version<Pick<File, 'organisationId' | 'id' | 'name'>>,
): Promise<void> {
  await tx
    .insertInto('file_versions')
    .values({
      organisation_id: file.organisationId,
      file_id: file.id,
      version,
      storage_key: content.key,
      size: content.size,
      sha256: content.sha256,
      md5: content.md5,
      content_type: content.contentType,
      name: content.name ?? file.name,
      comments: content.comments,
      created_by: actor.userId,
      created_at: content.now,
    })
    .withPlugin(prepared)
    .execute()
}

async function updateFile(
  tx: Tx,
  actor: By,
  content: Content,
  { file, version }: Version<File>,
): Promise<{ name: string }> {
  const name = nameOfNewVersion(file.name, content.name)
  await tx
    .updateTable('files')
    .set({
      name,
      version,
      size: content.size,
      content_type: content.contentType,
      updated_by: actor.userId,
      updated_at: content.now,
      revision: file.revision + 1,
    })
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
    .catch((error: unknown) => {
      throw isNameTaken(error)
        ? conflict(`A file named ${name} is in the folder already; rename it first.`)
        : error
    })
  return { name }
}

/** Whether a write failed because the name is taken in the folder. */
export const isNameTaken = (error: unknown): boolean =>
  violates(error, 'files_contract_name_unique') || violates(error, 'files_matter_name_unique')
