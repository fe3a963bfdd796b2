// Every stored contents that some row names, in one statement: what a backup has to bring along.

/** A key, and what its contents have to be where that is written down. */
export interface RecordedContents {
  readonly key: string
  /** In hex. */
  readonly sha256: string | null
  readonly size: number | null
}

/** Selects key, sha256 and size, each key once. Every column that names contents is in it: stored-contents.test.ts. */
export const selectRecordedContents = `
  /* every organisation: a backup has the files of all of them */
  select distinct on (key) key, encode(sha256, 'hex') as sha256, size::float8 as size from (
    select storage_key as key, sha256, size from file_versions
    union all select storage_key, sha256, size from waiting_files
    union all select storage_key, sha256, size from email_messages
    union all select storage_key, sha256, size from invoice_originals
    union all select wizard_storage_key, wizard_sha256, wizard_size from contract_templates
    union all select replaced_storage_key, null, null from file_uploads
  ) contents where key is not null order by key, sha256 nulls last`
