// Columns that several lists of files show: those of v1 and v2, and the bin.
import { sql } from 'kysely'
import type { Column } from '../platform/lists/list-query.ts'

/** A column of the row itself. */
export const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`files.${column}`),
})

/** What it is to somebody who tells documents of contracts from files by where they are. */
export const fileOrFolder: Column = {
  kind: 'choice',
  nullable: false,
  choices: ['File', 'Folder'],
  sql: sql`(case when files.kind = 'Folder' then 'Folder' else 'File' end)`,
}

/** The kind of the record it hangs on. */
export const recordKind: Column = {
  kind: 'choice',
  nullable: false,
  choices: ['Contract', 'Matter'],
  sql: sql`(case when files.contract_id is null then 'Matter' else 'Contract' end)`,
}

/** The id of that record. */
export const recordId: Column = {
  kind: 'integer',
  nullable: false,
  sql: sql`coalesce(files.contract_id, files.matter_id)`,
}
