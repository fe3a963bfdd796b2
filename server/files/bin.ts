// The bin: deleted files stay in it until they are purged. Each entry is one item that was deleted, identified by its
// id: a file, or a folder with everything in it.
import { sql } from 'kysely'
import { personColumns } from '../identity/users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { conflict } from '../platform/errors.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { binVisibleTo } from './access.ts'
import { fileOrFolder, ownColumn, recordId, recordKind } from './lists/shared-columns.ts'
import { type File, fileColumns, fileOf } from './file.ts'
import { noteInBin } from './texts/queue-indexing.ts'

/** Refuses to remove the document of an invoice: it is part of the accounts. */
export async function checkNotInvoiceDocument(
  tx: Tx,
  organisationId: number,
  files: readonly Pick<File, 'id' | 'name'>[],
): Promise<void> {
  // not through access.ts: the invoice blocks this regardless of who may see it
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
  throw conflict(`${name} is the document of an invoice and cannot be moved or deleted.`)
}

/**
 * Moves a file, or a folder with its contents, into the bin as one entry. Throws conflict for the document of an
 * invoice.
 */
export async function moveToBin(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  { file, within, now }: { readonly file: File; readonly within: readonly File[]; readonly now: Date },
): Promise<void> {
  await checkNotInvoiceDocument(tx, file.organisationId, [file, ...within])
  const ids = [file, ...within].map(({ id }) => id)
  await tx
    .updateTable('files')
    .set({ deleted_at: now, deleted_by: actor.userId, deleted_with: file.id })
    .where('organisation_id', '=', file.organisationId)
    .where('id', 'in', ids)
    .execute()
  await noteInBin(tx, file.organisationId, { ids, inBin: true })
}

/**
 * The files of a bin entry, the entry itself first, locked until the transaction ends; empty if there is no such entry.
 */
export async function binEntryFiles(
  tx: Tx,
  organisationIds: readonly number[],
  id: number,
): Promise<readonly File[]> {
  // not through access.ts: nobody sees what is in the bin; restoring and purging have their own rules
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

/**
 * The entries of an organisation's bin, most recently deleted first. For its administrators; restoring an entry
 * requires more.
 */
export async function listBin(db: Reader, organisationId: number): Promise<readonly BinEntry[]> {
  // not through access.ts: nobody sees what is in the bin
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
      id: ownColumn('integer', 'id'),
      name: ownColumn('text', 'name'),
      type: fileOrFolder,
      size: ownColumn('integer', 'size'),
      resourceType: recordKind,
      resourceId: recordId,
      deletedAt: ownColumn('moment', 'deleted_at'),
      deletedById: ownColumn('uuid', 'deleted_by', true),
      ...personColumns('deletedBy', 'files.deleted_by', true),
      purgedAt: {
        kind: 'moment',
        nullable: false,
        sql: sql`(files.deleted_at + make_interval(days => ${binDays}::int))`,
      },
    },
    id: { kind: 'integer', sql: sql.ref('files.id') },
  }) as const satisfies Listing

/** The bin entries that the actor may see, as a list. */
export const binRows = (app: App, actor: Actor): RowSource =>
  rowSource(binVisibleTo(app, app.db, actor, app.clock.now()), binListing(app.config.binDays))
