// Writing stored content down as a file, as the document of a contract, or as a version of either: inside the caller's
// transaction, with the events the caller returns from its change.
import { type Insertable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/change.ts'
import { type Tx, violates } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayContribute, Subject } from '../../platform/granted.ts'
import type { StoredContent } from '../../platform/storage.ts'
import type { FilesTable } from '../../platform/tables.ts'
import { namesBeginning } from '../access.ts'
import { checkRecordable } from '../content.ts'
import { detectContentType, extensionOf } from '../content-type.ts'
import { fileCreated, fileUpdated } from '../events.ts'
import { type File, subjectColumn } from '../file.ts'
import { inFolder } from '../tree.ts'
import { cleanName, freeNumber, nameOfNewVersion, numberedName, splitName } from '../name.ts'

/** Content that the storage holds, with what its sender said of it. */
export interface IncomingFile {
  readonly content: StoredContent
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  readonly comments?: string | undefined
  readonly now: Date
}

/** Where content was recorded, and what to tell of it. */
export interface RecordedFile {
  readonly fileId: number
  readonly version: number
  readonly events: readonly DomainEvent[]
}

type By = Pick<Actor, 'userId'>

/**
 * Records the first document of a contract that the same transaction creates. It raises no event of its own:
 * `contract.created` tells all.
 */
export async function addContractDocument(
  tx: Tx,
  actor: By,
  incoming: IncomingFile & { readonly subject: Subject },
): Promise<RecordedFile> {
  const inserted = await insertFile(tx, actor, { ...incoming, kind: 'ContractDocument', folder: null })
  if (!inserted) throw conflict('The contract has a document already; send a new version of it instead.')
  return { fileId: inserted.id, version: 1, events: [] }
}

/**
 * Records a new file in a folder of its subject (null: its root); undefined when the name is taken there, even by somebody
 * who took it this very moment.
 */
export async function addFile(
  tx: Tx,
  actor: By,
  incoming: IncomingFile & { readonly subject: Subject & MayContribute; readonly folder: File | null },
): Promise<RecordedFile | undefined> {
  const file = await insertFile(tx, actor, { ...incoming, kind: 'File' })
  if (!file) return undefined
  const facts = { name: file.name, folderId: incoming.folder?.id ?? null, ...factsOf(incoming.content) }
  return {
    fileId: file.id,
    version: 1,
    events: [fileCreated(file, facts)],
  }
}

/** Records a new file under the name or, where that is taken, under the first free `name (1).ext`. */
export async function addFileBeside(
  tx: Tx,
  actor: By,
  incoming: Parameters<typeof addFile>[2],
): Promise<RecordedFile> {
  const { subject, folder, fileName } = incoming
  const first = await addFile(tx, actor, incoming)
  const name = cleanName(fileName)
  if (first || name === undefined) return first ?? nameLost()
  const beginning = `${splitName(name).stem} (`
  let number = freeNumber(
    name,
    await namesBeginning(tx, subject, { folderId: folder?.id ?? null, beginning }),
  )
  // others may be numbering the same name at the same time
  for (const last = number + 100; number < last; number++) {
    const added = await addFile(tx, actor, { ...incoming, fileName: numberedName(name, number) })
    if (added) return added
  }
  return nameLost()
}

const nameLost = (): never => {
  throw conflict('Others are adding files of this name at the same time. Send the file again.')
}

/** Records the content as the next version of a file whose row is locked. The file keeps its name, but not its extension. */
export async function addVersion(
  tx: Tx,
  actor: By,
  { file, ...incoming }: IncomingFile & { readonly file: File },
): Promise<RecordedFile> {
  const version = file.version + 1
  const { name } = await updateFile(tx, actor, { file, version, incoming })
  await insertVersion(tx, actor, { file, version, incoming })
  const facts = { name, version, ...factsOf(incoming.content) }
  return { fileId: file.id, version, events: [fileUpdated(file, facts)] }
}

/** Puts the content in the place of the current version's; the bytes that were there are forgotten. The row must be locked. */
export async function replaceContent(
  tx: Tx,
  actor: By,
  { file, ...incoming }: IncomingFile & { readonly file: File },
): Promise<RecordedFile> {
  const { version } = file
  const { name } = await updateFile(tx, actor, { file, version, incoming })
  await tx
    .deleteFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', version)
    .execute()
  await insertVersion(tx, actor, { file, version, incoming })
  const facts = { name, version, replaced: true, ...factsOf(incoming.content) }
  return { fileId: file.id, version, events: [fileUpdated(file, facts)] }
}

const factsOf = ({ size, sha256 }: StoredContent) => ({ size, sha256: sha256.toString('hex') })

type NewFile = IncomingFile &
  Pick<File, 'kind'> & {
    readonly subject: Subject
    /** Null for the root of the subject. */
    readonly folder: File | null
  }

async function insertFile(tx: Tx, actor: By, incoming: NewFile) {
  const { subject, content, now, kind, folder } = incoming
  checkRecordable(content)
  const contentType = await contentTypeOf(incoming)
  const id = await nextId(tx)
  const name = cleanName(incoming.fileName) ?? `upload-${id}.${extensionOf(contentType)}`
  const values: Insertable<FilesTable> = {
    organisation_id: subject.organisationId,
    id,
    kind,
    [subjectColumn(subject)]: subject.id,
    ...inFolder(folder),
    name,
    version: 1,
    size: content.size,
    content_type: contentType,
    created_by: actor.userId,
    created_at: now,
    updated_by: actor.userId,
    updated_at: now,
  }
  const inserted = await tx
    .insertInto('files')
    .values(values)
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  const file = { organisationId: subject.organisationId, id, kind, subject, name }
  await insertVersion(tx, actor, { file: { ...file, name }, version: 1, incoming })
  return file
}

async function nextId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('files_id') as id`.execute(tx)
  if (!rows[0]) throw new Error('The sequence files_id gives no numbers')
  return rows[0].id
}

interface Version {
  readonly file: Pick<File, 'organisationId' | 'id' | 'name'>
  readonly version: number
  readonly incoming: IncomingFile
}

async function insertVersion(tx: Tx, actor: By, { file, version, incoming }: Version): Promise<void> {
  const { content, comments, now } = incoming
  checkRecordable(content)
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
      content_type: await contentTypeOf(incoming),
      name: cleanName(incoming.fileName) ?? file.name,
      comments: comments ?? null,
      created_by: actor.userId,
      created_at: now,
    })
    .execute()
}

async function updateFile(
  tx: Tx,
  actor: By,
  { file, version, incoming }: Version & { readonly file: File },
): Promise<{ name: string }> {
  const name = nameOfNewVersion(file.name, cleanName(incoming.fileName))
  await tx
    .updateTable('files')
    .set({
      name,
      version,
      size: incoming.content.size,
      content_type: await contentTypeOf(incoming),
      updated_by: actor.userId,
      updated_at: incoming.now,
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

const contentTypeOf = ({ content, fileName, contentType }: IncomingFile) =>
  detectContentType(content.head, fileName, contentType)

const isNameTaken = (error: unknown) =>
  violates(error, 'files_contract_name_unique') || violates(error, 'files_matter_name_unique')
