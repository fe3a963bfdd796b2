// Whether an organisation is what an export of it says, row by row and byte by byte: after an import, or later.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { type ExportReader, readExport } from './export-reader.ts'
import type { ListedContent } from './export-manifest.ts'
import { rowsQuery, tableOfEntry } from './export-rows.ts'
import { stageRows } from './import-organisation.ts'
import { verifyExport } from './verify-export.ts'

/** What differs, as a sentence each. */
export interface ComparedExport {
  readonly rows: number
  readonly contents: number
  readonly differences: readonly string[]
}

const mostNamed = 20

/** Compares every row and every content of the export at this path with those of this installation. */
export async function compareExport(app: App, path: string): Promise<ComparedExport> {
  await verifyExport(path)
  return readExport(path, async (reader) => {
    const differences: string[] = []
    let rows = 0
    for (const { table, rows: count } of reader.manifest.tables) {
      differences.push(...(await internalTransaction(app, (tx) => compareTable(tx, reader, table))))
      rows += count
    }
    let contents = 0
    for await (const content of reader.contents()) {
      contents++
      const wrong = await wrongContent(app, content)
      if (wrong !== undefined) differences.push(wrong)
    }
    return { rows, contents, differences }
  })
}

/** Reading and writing the export itself leaves events, which it does not have. */
const ownEvents = sql`row->>'name' = 'organisation.exported'`

async function compareTable(tx: Tx, reader: ExportReader, entry: string): Promise<readonly string[]> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await stageRows(tx, reader, entry)
  const table = sql.table(tableOfEntry(entry))
  const here = rowsQuery(entry, reader.manifest.organisationId)
  // written by the database on both sides: a time has one spelling then
  const written = sql`select to_jsonb(jsonb_populate_record(null::${table}, e.row)) as row`
  const [inExport, inDatabase] = [sql`${written} from staged_rows e`, sql`${written} from (${here}) e`]
  const only = (some: typeof inExport, other: typeof inExport, where: string) =>
    sql`(select ${where}::text as where, row from (${some} except all ${other}) d
      where ${entry === 'events' ? sql`not (${ownEvents})` : sql`true`} limit ${mostNamed})`
  const { rows } = await sql<{
    where: string
    row: { readonly id?: unknown }
  }>`/* every organisation: the rows of the export say of which they are */
    ${only(inExport, inDatabase, 'the export only')} union all ${only(inDatabase, inExport, 'the database only')}`.execute(
    tx,
  )
  return rows.map(({ where, row }) => `${entry}: a row is in ${where}: ${JSON.stringify(row).slice(0, 300)}`)
}

async function wrongContent(app: App, { key, size, sha256 }: ListedContent): Promise<string | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of await app.storage.open(key)) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
  } catch (error) {
    return `The content ${key} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  if (bytes !== size || hash.digest('hex') !== sha256)
    return `The content ${key} has other bytes than the export.`
  return undefined
}
