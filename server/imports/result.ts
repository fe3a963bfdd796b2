// What has become of each row, as a table to keep: with the ids of what was made.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Cell, Table } from '../platform/spreadsheets/table.ts'
import { getImport, type Import } from './import.ts'

const batch = 1_000

/** The table of the result, row by row as they are read. Throws not_found for imports of others. */
export async function resultOf(
  app: App,
  actor: Actor,
  id: number,
): Promise<{ readonly name: string; readonly table: Table }> {
  const one = await getImport(app.db, actor, id)
  const titles = ['Row', 'Outcome', 'Id', 'Reason', ...one.columns.map(({ heading }) => heading)]
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  const name = `${one.name.replace(/\.(?:csv|xlsx|txt)$/i, '')} - result`
  return { name, table: { columns, rows: rowsOf(app, one) } }
}

async function* rowsOf(
  app: App,
  { organisationId, id }: Import,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (let after = 0; ; ) {
    const rows = await app.db
      .selectFrom('import_rows')
      .where('organisation_id', '=', organisationId)
      .where('import_id', '=', id)
      .where('number', '>', after)
      .orderBy('number')
      .limit(batch)
      .select(['number', 'outcome', 'made_id', 'because', 'cells'])
      .execute()
    yield rows.map(({ number, outcome, made_id: madeId, because, cells }) => [
      String(number),
      outcome,
      madeId,
      because,
      ...(cells as string[]),
    ])
    const last = rows.at(-1)
    if (!last) return
    after = last.number
  }
}
