// All stored content that any row refers to, in one statement: what a backup has to copy.
import { contentColumns } from './content-columns.ts'

/** A storage key, with the expected hash and size where they are recorded. */
export interface BackedUpContents {
  readonly key: string
  /** In hexadecimal. */
  readonly sha256: string | null
  readonly size: number | null
}

const selects = contentColumns
  .filter(({ passing }) => passing !== true)
  .map(
    ({ table, key, recorded }) =>
      `select ${key} as key, ${recorded?.sha256 ?? 'null::bytea'} as sha256, ${recorded?.size ?? 'null::bigint'} as size from ${table}`,
  )

/** Selects key, sha256 and size, each key once. */
export const selectContentsToBackUp = `
  /* every organisation: a backup has the files of all of them */
  select distinct on (key) key, encode(sha256, 'hex') as sha256, size::float8 as size from (
    ${selects.join('\n    union all ')}
  ) contents where key is not null order by key, sha256 nulls last`
