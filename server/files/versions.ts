// Recording content as a file, as the document of a contract, or as a version of either: inside the caller's
// transaction, with events that the caller returns from its change. The record is locked, so that names do not change
// in between.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import { type Tx, violates } from '../platform/postgres/database.ts'
import { conflict } from '../platform/errors.ts'
import type { MayContribute } from '../platform/granted.ts'
import type { Subject } from '../platform/subject.ts'
import { statement } from '../platform/postgres/statement.ts'
import { takeId } from '../platform/postgres/take-id.ts'
import type { Content, VersionRow } from './contents/file-content.ts'
import { extensionOf } from './contents/content-type.ts'
import { fileCreated, fileUpdated } from './events.ts'
import type { File } from './file.ts'
import { freeNameIn } from './uploads/free-name.ts'
import { nameOfNewVersion } from './uploads/file-name.ts'
import { sendFileRow } from './insert-file-row.ts'
import { indexSoon } from './texts/queue-indexing.ts'
import { updateShielding } from './tree.ts'

/** Where content was recorded, and the events to publish. */
export interface RecordedFile {
  readonly fileId: number
  readonly version: number
  readonly events: readonly DomainEvent[]
}

type Author = Pick<Actor, 'userId'>

/**
 * Records content as the first document of a contract that is created in the same transaction, under an id taken for
 * it. It raises no event of its own: `contract.created` covers it.
 */
export function recordDocument(
  tx: Tx,
  actor: Author,
  content: Content,
  { subject, fileId }: { readonly subject: Subject; readonly fileId: number },
): void {
  // a file without a name is named after its id
  const name = content.name ?? `upload-${fileId}.${extensionOf(content.contentType)}`
  const document = { organisationId: subject.organisationId, contractId: subject.id, fileId, name }
  const { size, contentType, now } = content
  insertDocument.send(tx, { ...document, size, contentType, now, userId: actor.userId })
  insertVersion(tx, actor, content, { file: { ...document, id: fileId }, version: 1 })
  indexSoon(tx, { organisationId: document.organisationId, id: fileId })
}

interface NewDocument extends Pick<Content, 'size' | 'contentType' | 'now'> {
  readonly organisationId: number
  readonly contractId: number
  readonly fileId: number
  readonly name: string
  readonly userId: string
}

const insertDocument = statement<NewDocument, never>(
  (file) => sql`insert into files (organisation_id, id, kind, contract_id, name, version, size, content_type,
      created_by, created_at, updated_by, updated_at)
    values (${file.organisationId}, ${file.fileId}, 'ContractDocument', ${file.contractId}, ${file.name}, 1, ${file.size},
      ${file.contentType}, ${file.userId}, ${file.now}, ${file.userId}, ${file.now})`,
)

/** Where a new file goes: a folder of its record (null: the root), and the task it is for. */
export interface NewFileLocation {
  readonly subject: Subject & MayContribute
  readonly folder: File | null
  readonly taskId: number | null
  readonly description?: string | null
  readonly isPrivate?: boolean
  /** Taken for it before. */
  readonly id?: number | undefined
  /** Nothing has its name: it was looked up while the record was held. */
  readonly isFree?: boolean
}

/** Records a new file under its name or, if that is taken, under the first free `name (1).ext`. */
export async function addFile(
  tx: Tx,
  actor: Author,
  content: Content,
  place: NewFileLocation,
): Promise<RecordedFile> {
  const { name: wanted } = content
  const name = wanted === undefined || place.isFree ? wanted : await freeNameIn(tx, place, wanted)
  const file = await insertFile(tx, actor, { ...content, name }, place)
  if (place.isPrivate) await updateShielding(tx, file)
  const facts = {
    name: file.name,
    folderId: place.folder?.id ?? null,
    ...factsOf(content),
    ...(place.isPrivate ? { private: true } : {}),
    ...(place.description ? { description: place.description } : {}),
  }
  return { fileId: file.id, version: 1, events: [fileCreated(file, facts)] }
}

/**
 * Records the content as the next version of a file whose row is locked. The file keeps its name, but not its
 * extension. `facts` are what the event says besides.
 */
export async function addVersion(
  tx: Tx,
  actor: Author,
  content: Content,
  { file, facts: others }: { readonly file: File; readonly facts?: DomainEvent['facts'] },
): Promise<RecordedFile> {
  const version = file.version + 1
  const { name } = await updateFile(tx, actor, content, { file, version })
  insertVersion(tx, actor, content, { file, version })
  const facts = { name, version, ...factsOf(content), ...others }
  return { fileId: file.id, version, events: [fileUpdated(file, facts)] }
}

/** Replaces the content of the current version and returns the previous one. The row must be locked. */
export async function replaceContent(
  tx: Tx,
  actor: Author,
  content: Content,
  file: File,
): Promise<RecordedFile & { readonly replaced: VersionRow }> {
  const { version } = file
  const { name } = await updateFile(tx, actor, content, { file, version })
  const replaced = await removeVersion(tx, file, version)
  insertVersion(tx, actor, content, { file, version })
  const facts = { name, version, replaced: true, ...factsOf(content) }
  return { fileId: file.id, version, replaced, events: [fileUpdated(file, facts)] }
}

/** Removes a version and returns it. */
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

const factsOf = ({ size, sha256, guest }: Content) => ({
  size,
  sha256: sha256.toString('hex'),
  ...(guest === undefined ? {} : { guest }),
})

async function insertFile(
  tx: Tx,
  actor: Author,
  content: Content,
  { subject, folder, taskId, description = null, isPrivate = false, ...place }: NewFileLocation,
) {
  const { now, size, contentType } = content
  const id = place.id ?? (await takeId(tx, 'files'))
  // a file without a name is named after its id
  const name = content.name ?? `upload-${id}.${extensionOf(contentType)}`
  const about = { description, isPrivate, taskId, version: 1, size, contentType, now }
  const file = { organisationId: subject.organisationId, id, kind: 'File', subject, name } as const
  sendFileRow(tx, actor, { ...file, ...about, folder }, (error) =>
    isNameTaken(error)
      ? conflict('Somebody else is adding files with this name at the same time. Send the file again.')
      : error,
  )
  insertVersion(tx, actor, content, { file, version: 1 })
  return file
}

interface Version<Of> {
  readonly file: Of
  readonly version: number
}

/**
 * Inserts content as a version of a file, in the name of its sender. Updating the row of the file is up to the caller.
 */
export function insertVersion(
  tx: Tx,
  actor: Author,
  content: Content,
  { file: { organisationId, id, name }, version }: Version<Pick<File, 'organisationId' | 'id' | 'name'>>,
): void {
  const { contentType, now, ...stored } = content
  const madeFixed = content.madeFixed === undefined ? null : JSON.stringify(content.madeFixed)
  const row = {
    ...stored,
    madeFixed,
    organisationId,
    fileId: id,
    version,
    contentType,
    userId: actor.userId,
    now,
  }
  insertVersionRow.send(tx, { ...row, name: content.name ?? name })
}

interface NewVersion extends Omit<Content, 'name' | 'madeFixed'> {
  /** As JSON. */
  readonly madeFixed: string | null
  readonly organisationId: number
  readonly fileId: number
  readonly version: number
  readonly name: string
  readonly userId: string
}

const insertVersionRow = statement<NewVersion, never>(
  (
    version,
  ) => sql`insert into file_versions (organisation_id, file_id, version, storage_key, size, sha256, md5, content_type,
      name, comments, guest, untracked, made_fixed, created_by, created_at)
    values (${version.organisationId}, ${version.fileId}, ${version.version}, ${version.key}, ${version.size},
      ${version.sha256}, ${version.md5}, ${version.contentType}, ${version.name}, ${version.comments},
      ${version.guest ?? null}, ${version.untracked ?? null}, ${version.madeFixed}, ${version.userId}, ${version.now})`,
)

async function updateFile(
  tx: Tx,
  actor: Author,
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
        ? conflict(`A file named ${name} already exists in the folder; rename it first.`)
        : error
    })
  indexSoon(tx, file)
  return { name }
}

/** Whether a write failed because the name is taken in the folder. */
export const isNameTaken = (error: unknown): boolean =>
  violates(error, 'files_contract_name_unique') || violates(error, 'files_matter_name_unique')
