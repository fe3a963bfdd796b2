// Columns shared by the lists of files of v1 and v2 and the bin.
import { kindNames, kinds, recordIdColumns, sortedRecordTypes } from '../../records/kinds.ts'
import { sql } from 'kysely'
import type { Column } from '../../platform/lists/list-query.ts'

/** A column of the row itself. */
export const ownColumn = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`files.${column}`),
})

/** The type for callers that recognise contract documents by their location rather than by type. */
export const fileOrFolder: Column = {
  kind: 'choice',
  nullable: false,
  choices: ['File', 'Folder'],
  sql: sql`(case when files.kind = 'Folder' then 'Folder' else 'File' end)`,
}

/** The kind of the record that the file is attached to. */
export const recordKind: Column = {
  kind: 'choice',
  nullable: false,
  choices: sortedRecordTypes,
  sql: sql`(case ${sql.join(
    kindNames.map(
      (kind) =>
        sql`when ${sql.ref(`files.${kinds[kind].recordId}`)} is not null then ${sql.lit(kinds[kind].type)}`,
    ),
    sql` `,
  )} end)`,
}

/** The id of that record. */
export const recordId: Column = {
  kind: 'integer',
  nullable: false,
  sql: sql`coalesce(${sql.join(recordIdColumns('files').map((column) => sql.ref(column)))})`,
}
