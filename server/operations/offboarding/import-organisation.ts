// Taking an exported organisation into an empty installation, with its ids: contents first, then every row in one
// transaction, which is committed only if everything is here as it is in the export. Contents that are there already
// are not sent again, so that an interrupted import goes on.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { readReferences, tablesInOrder } from '../../platform/postgres/organisation-tables.ts'
import { ContentDamaged, ContentMissing } from '../../platform/storage/storage.ts'
import { compareContents } from './compare-export.ts'
import { type ExportReader, readExport } from './export-reader.ts'
import { lastMigration, type ListedContent } from './export-manifest.ts'
import { tableOfEntry } from './export-rows.ts'
import { compareEntry, stageRows } from './staged-rows.ts'
import { type VerifiedExport, verifyExport } from './verify-export.ts'

/**
 * Imports the export at this path and returns what was in it. Throws an error that says what to do for an installation
 * that is not empty, for an export of another version, and for one that is not whole; and without importing anything,
 * one that names the differences, if a row or a content is not here as it is in the export.
 */
export async function importOrganisation(app: App, path: string): Promise<VerifiedExport> {
  const verified = await verifyExport(path)
  await readExport(path, async (reader) => {
    await checkFits(app.db, reader)
    for await (const content of reader.contents()) await storeContent(app, reader, content)
    mustBeEqual((await compareContents(app, reader)).wrong)
    await internalTransaction(app, async (tx) => {
      await insertEverything(tx, reader)
      // jobs change rows as soon as they are committed
      for (const { table } of reader.manifest.tables) mustBeEqual(await compareEntry(tx, reader, table))
    })
  })
  return verified
}

function mustBeEqual(differences: readonly string[]): void {
  if (differences.length === 0) return
  throw new Error(
    ['What arrived is not what the export says, so nothing was imported.', ...differences].join('\n'),
  )
}

async function checkFits(db: Reader, { manifest }: ExportReader): Promise<void> {
  const here = await lastMigration(db)
  if (manifest.migration !== here)
    throw new Error(
      `The export was made by a server whose database is at ${manifest.migration ?? 'an older format'}, this one is at ${here}. Use the same version.`,
    )
  const { rows } = await sql`select id from organisations limit 1`.execute(db)
  if (rows.length > 0)
    throw new Error('This installation has organisations already: import into an empty one.')
}

async function storeContent(app: App, reader: ExportReader, { key, size }: ListedContent): Promise<void> {
  try {
    const there = await app.storage.open(key, undefined, size)
    there.destroy()
    return
  } catch (error) {
    if (!(error instanceof ContentMissing) && !(error instanceof ContentDamaged)) throw error
  }
  await app.storage.putAt(key, await reader.open(key), size)
}

async function insertEverything(tx: Tx, reader: ExportReader): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  const entries = reader.manifest.tables.map(({ table }) => table)
  const first = ['organisations', 'people', 'organisation_links']
  const ordered = (await tablesInOrder(tx, await readReferences(tx))).toReversed()
  const place = (entry: string) =>
    first.includes(entry) ? first.indexOf(entry) : first.length + 1 + ordered.indexOf(entry)
  for (const entry of entries.toSorted((a, b) => place(a) - place(b))) {
    await stageRows(tx, reader, entry)
    await insertStaged(tx, tableOfEntry(entry))
  }
  await moveSequences(tx, entries.map(tableOfEntry))
}

// in one statement, so that rows of a table may refer to one another
async function insertStaged(tx: Tx, table: string): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`/* every organisation: columns, no rows */ select a.attname as name from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and exists (select from staged_rows s where s.row ? a.attname) order by a.attnum`.execute(tx)
  if (rows.length === 0) return
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`/* every organisation: the rows say of which they are */ insert into ${sql.table(table)} (${columns})
    select ${columns} from staged_rows s, jsonb_populate_record(null::${sql.table(table)}, s.row)`.execute(tx)
}

/** What is made next gets an id after those that came. */
async function moveSequences(tx: Tx, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.relname as table, a.attname as column, substring(pg_get_expr(d.adbin, d.adrelid) from '''([^'']+)''') as sequence
    from pg_attrdef d join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relname = any(${[...tables]}::text[]) and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'`.execute(
    tx,
  )
  for (const { table, column, sequence } of rows) {
    await sql`/* every organisation: there is only the one that has just come */
      select setval(${sequence}::regclass, greatest((select coalesce(max(${sql.ref(column)}), 1) from ${sql.table(table)}),
        nextval(${sequence}::regclass)))`.execute(tx)
  }
}
