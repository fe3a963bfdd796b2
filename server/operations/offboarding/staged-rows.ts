// The rows of an export in the database, in a temporary table, to be inserted or to be compared with what is there.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ExportReader } from './export-reader.ts'
import { rowsQuery, tableOfEntry } from './export-rows.ts'

/** Puts the rows of an entry into a temporary table `staged_rows`, one JSON object each. */
export async function stageRows(tx: Tx, reader: ExportReader, entry: string): Promise<void> {
  await sql`create temporary table if not exists staged_rows (row jsonb) on commit drop`.execute(tx)
  await sql`truncate staged_rows`.execute(tx)
  for await (const some of reader.rows(entry))
    await sql`/* every organisation: the rows say of which they are */ insert into staged_rows select * from jsonb_array_elements(${some}::jsonb)`.execute(
      tx,
    )
}

const mostNamed = 20

/** Exporting itself leaves events, which the export does not have. */
const ownEvents = sql`row->>'name' in ('organisation.exported', 'organisation.export.finished',
  'organisation.export.downloaded', 'organisation.export.deleted')`

/**
 * What differs between an entry of the export and the rows here, as a sentence each: the first twenty rows of each
 * side, then how many more there are.
 */
export async function compareEntry(tx: Tx, reader: ExportReader, entry: string): Promise<readonly string[]> {
  await stageRows(tx, reader, entry)
  const table = sql.table(tableOfEntry(entry))
  const here = rowsQuery(entry, reader.manifest.organisationId)
  // written by the database on both sides: a time has one spelling then
  const written = sql`select to_jsonb(jsonb_populate_record(null::${table}, e.row)) as row`
  const [inExport, inDatabase] = [sql`${written} from staged_rows e`, sql`${written} from (${here}) e`]
  const only = (some: typeof inExport, other: typeof inExport, where: string) =>
    sql`(select ${where}::text as where, row, count(*) over ()::int as rows from (${some} except all ${other}) d
      where ${entry === 'events' ? sql`not (${ownEvents})` : sql`true`} limit ${mostNamed})`
  const { rows } = await sql<{
    where: string
    row: { readonly id?: unknown }
    rows: number
  }>`/* every organisation: the rows of the export say of which they are */
    ${only(inExport, inDatabase, 'the export only')} union all ${only(inDatabase, inExport, 'the database only')}`.execute(
    tx,
  )
  return [...Map.groupBy(rows, ({ where }) => where)].flatMap(([where, some]) => {
    const more = (some[0]?.rows ?? 0) - some.length
    return [
      ...some.map(({ row }) => `${entry}: a row is in ${where}: ${JSON.stringify(row).slice(0, 300)}`),
      ...(more > 0 ? [`${entry}: ${more} more rows are in ${where}.`] : []),
    ]
  })
}
