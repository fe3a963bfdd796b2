// What an export of an organisation consists of, and what its manifest says. The manifest is the last entry: an archive
// without it was broken off.
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

export interface ExportManifest {
  readonly organisationId: number
  readonly exportedAt: string
  readonly tables: readonly RowsOfTable[]
  /** Of the list of contents. */
  readonly contents: Omit<RowsOfTable, 'table'>
  readonly missing: readonly MissingContent[]
}

export const manifestEntry = 'manifest.json'
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
