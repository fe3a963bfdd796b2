// The bin: where deleted files are until they are purged. What was deleted as one thing is one entry, known by its id: a file,
// or a folder with all that was in it.
import { sql } from 'kysely'
import { personColumns } from '../users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { conflict } from '../platform/errors.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { binVisibleTo } from './access.ts'
import { fileOrFolder, own, recordId, recordKind } from './columns.ts'
import { type File, fileColumns, fileOf } from './file.ts'

/** Refuses to take away what an invoice was sent as: it belongs to the books. */
export async function checkNoInvoice(
  tx: Tx,
  organisationId: number,
  files: readonly Pick<File, 'id' | 'name'>[],
): Promise<void> {
  // not through access.ts: the invoice stands in the way whoever sees it
  const row = await tx
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where(
      'file_id',
      'in',
      files.map(({ id }) => id),
    )
    .select('file_id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const name = files.find(({ id }) => id === row.file_id)?.name ?? 'A file'
  throw conflict(`${name} is the document of an invoice and stays where it is.`)
}

/** Puts a file, or a folder with what is in it, into the bin as one entry. Throws conflict for the document of an invoice. */
export async function putIntoBin(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  { file, within, now }: { readonly file: File; readonly within: readonly File[]; readonly now: Date },
): Promise<void> {
  await checkNoInvoice(tx, file.organisationId, [file, ...within])
  await tx
    .updateTable('files')
    .set({ deleted_at: now, deleted_by: actor.userId, deleted_with: file.id })
    .where('organisation_id', '=', file.organisationId)
    .where(
      'id',
      'in',
      [file, ...within].map(({ id }) => id),
    )
    .execute()
}

/** The files of an entry of the bin, the entry itself first, kept from being changed; nothing when there is no such entry. */
export async function filesOfEntry(
  tx: Tx,
  organisationIds: readonly number[],
  id: number,
): Promise<readonly File[]> {
  // not through access.ts: what is in the bin nobody sees; restoring and purging have rules of their own
  const rows = await tx
    .selectFrom('files')
    .where('organisation_id', 'in', [...organisationIds])
    .where('deleted_with', '=', id)
    .where('deleted_at', 'is not', null)
    .orderBy(sql`cardinality(folder_ids)`)
    .orderBy('id')
    .select([...fileColumns])
    .forUpdate()
    .execute()
  return rows.map(fileOf)
}

/** What the bin shows of an entry. */
export interface BinEntry {
  readonly id: number
  readonly name: string
  readonly isFolder: boolean
  readonly deletedAt: Date
  readonly deletedBy: string
}

/** The entries of an organisation's bin, what was deleted last first. For its administrators, whose restoring asks for more. */
export async function listBin(db: Reader, organisationId: number): Promise<readonly BinEntry[]> {
  // not through access.ts: what is in the bin nobody sees
  const rows = await db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.deleted_by')
    .where('files.organisation_id', '=', organisationId)
    .where('files.deleted_at', 'is not', null)
    .whereRef('files.deleted_with', '=', 'files.id')
    .orderBy('files.deleted_at', 'desc')
    .orderBy('files.id', 'desc')
    .select(['files.id', 'files.name', 'files.kind', 'files.deleted_at', 'users.email'])
    .execute()
  return rows.flatMap(({ id, name, kind, deleted_at, email }) =>
    deleted_at === null
      ? []
      : [{ id, name, isFolder: kind === 'Folder', deletedAt: deleted_at, deletedBy: email }],
  )
}

const binListing = (binDays: number) =>
  ({
    catalogue: {
      id: own('integer', 'id'),
      name: own('text', 'name'),
      type: fileOrFolder,
      size: own('integer', 'size'),
      resourceType: recordKind,
      resourceId: recordId,
      deletedAt: own('moment', 'deleted_at'),
      deletedById: own('uuid', 'deleted_by', true),
      ...personColumns('deletedBy', 'files.deleted_by', true),
      purgedAt: {
        kind: 'moment',
        nullable: false,
        sql: sql`(files.deleted_at + make_interval(days => ${binDays}::int))`,
      },
    },
    id: { kind: 'integer', sql: sql.ref('files.id') },
  }) as const satisfies Listing

/** The entries of the bin as a list: those of records that the administrator sees. */
export const binRows = (app: App, actor: Actor): RowSource =>
  rowSource(binVisibleTo(app, app.db, actor), binListing(app.config.binDays))
