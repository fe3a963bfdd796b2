// What an export of an organisation consists of, and what its manifest says. The manifest is the last entry: an archive
// without it was broken off.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import type { RecordedContent } from '../../platform/storage/storage.ts'

export interface RowsOfTable {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** A content that is listed and not in the archive. */
export interface MissingContent {
  readonly key: string
  /** Lost or damaged in the storage, or deleted for good since the export began. */
  readonly reason: 'lost' | 'damaged' | 'deleted'
}

/** What the archive consists of; raised when a reader must know it. */
export const exportFormat = 2

export interface ExportManifest {
  readonly format: number
  readonly organisationId: number
  readonly exportedAt: string
  /** The last migration of the database that it came from. */
  readonly migration: string
  readonly tables: readonly RowsOfTable[]
  /** Of the JSON Schema of the rows. */
  readonly schema: Omit<RowsOfTable, 'table'>
  /** Of the list of contents. */
  readonly contents: Omit<RowsOfTable, 'table'>
  readonly missing: readonly MissingContent[]
}

export const manifestEntry = 'manifest.json'
/** What the rows consist of, as a JSON Schema. */
export const schemaEntry = 'schema.json'
/** The list of contents: a line of JSON for each, in the order of their entries. */
export const contentsEntry = 'contents.jsonl'
/** The name of the entry with the rows of a table. */
export const rowsEntry = (table: string): string => `rows/${table}.jsonl`
/** The name of the entry with a content. */
export const contentEntry = (key: string): string => `contents/${key}`

export interface ListedContent {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

/** The line of a content in the list of contents. */
export function contentLine({ key, size, sha256 }: RecordedContent): string {
  const listed: ListedContent = { key, size, sha256: sha256.toString('hex') }
  return `${JSON.stringify(listed)}\n`
}

/** The last migration of the database. */
export async function lastMigration(db: Reader): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(db)
  return rows[0]?.name ?? ''
}
