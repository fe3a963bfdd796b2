// All stored content that any row refers to, in one statement: what a backup has to copy.

/** A storage key, with the expected hash and size where they are recorded. */
export interface BackedUpContents {
  readonly key: string
  /** In hexadecimal. */
  readonly sha256: string | null
  readonly size: number | null
}

/**
 * Selects key, sha256 and size, each key once. contents-to-back-up.test.ts checks that every column that holds a
 * storage key is included.
 */
export const selectContentsToBackUp = `
  /* every organisation: a backup has the files of all of them */
  select distinct on (key) key, encode(sha256, 'hex') as sha256, size::float8 as size from (
    select storage_key as key, sha256, size from file_versions
    union all select storage_key, sha256, size from waiting_files
    union all select storage_key, sha256, size from email_messages
    union all select storage_key, sha256, size from invoice_originals
    union all select wizard_storage_key, wizard_sha256, wizard_size from contract_templates
    union all select replaced_storage_key, null, null from file_uploads
  ) contents where key is not null order by key, sha256 nulls last`
