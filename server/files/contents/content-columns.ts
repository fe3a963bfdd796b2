// Which columns of the database hold the keys of stored content. Everything that looks for content by its rows is made
// from this one list: the sweep (what it must keep), the integrity check and the backup. content-columns.test.ts
// compares it with the schema.
import { type RawBuilder, sql } from 'kysely'

interface ContentColumns {
  readonly table: string
  readonly key: string
  /** Where the row also says what the content must be; without them, it can be kept but not checked. */
  readonly recorded?: { readonly size: string; readonly sha256: string }
  /** True for what is gone in days and can be made again: it is not backed up. */
  readonly passing?: true
}

const recorded = { size: 'size', sha256: 'sha256' }

/** Every column whose content must be kept as long as its row refers to it. */
export const contentColumns: readonly ContentColumns[] = [
  { table: 'file_versions', key: 'storage_key', recorded },
  // redlines
  { table: 'file_comparisons', key: 'storage_key', recorded },
  // staged uploads
  { table: 'waiting_files', key: 'storage_key', recorded },
  // what an upload replaced and may have to restore
  { table: 'file_uploads', key: 'replaced_storage_key' },
  { table: 'resumable_upload_pieces', key: 'storage_key', recorded },
  // files of imports, and the archives that they come from
  { table: 'import_files', key: 'storage_key', recorded },
  { table: 'import_archives', key: 'storage_key', recorded },
  { table: 'email_messages', key: 'storage_key', recorded },
  { table: 'invoice_originals', key: 'storage_key', recorded },
  { table: 'invoice_answer_files', key: 'storage_key', recorded },
  // of exports, which themselves are neither exported nor backed up; their bytes are checked when they are downloaded
  { table: 'organisation_export_pieces', key: 'storage_key', passing: true },
  // the hash is null for documents from before hashes were recorded
  {
    table: 'contract_templates',
    key: 'wizard_storage_key',
    recorded: { size: 'wizard_size', sha256: 'wizard_sha256' },
  },
  { table: 'notice_templates', key: 'storage_key', recorded },
]

/**
 * Columns that hold a storage key without keeping its content: the position of the background check and its findings,
 * which name content that other rows keep, or that is gone; and the key of the version that an upload created, which
 * the version keeps.
 */
export const otherKeyColumns: readonly string[] = [
  'content_checks.after_storage_key',
  'content_damages.storage_key',
  'file_uploads.storage_key',
]

/** Those whose rows say what the content must be. */
export const checkedColumns = contentColumns.flatMap(({ table, key, recorded: checked }) =>
  checked ? [{ table, key, ...checked }] : [],
)

/** One query for each of the columns, in one statement: each uses the index of its own table. */
export const unionOf = <Columns>(
  all: readonly Columns[],
  select: (columns: Columns) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    all.map((columns) => sql`(${select(columns)})`),
    sql` union all `,
  )
