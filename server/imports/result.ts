// What has become of each row, as a table to keep: with the ids of what was made.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Cell, Table } from '../platform/spreadsheets/table.ts'
import { getImport, type Import, type ImportKey } from './import.ts'

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

export const outcomes = ['Made', 'Skipped', 'Undone', 'Kept'] as const
export type Outcome = (typeof outcomes)[number]

/** What has become of one row. */
export interface RowOutcome {
  readonly row: number
  readonly outcome: Outcome
  /** Of what was made. */
  readonly made: string | null
  /** Why it was not made, or is kept. */
  readonly reason: string | null
  /** What the row is called, or the first of its texts. */
  readonly title: string
}

interface Asked {
  readonly outcome: Outcome
  readonly limit: number
  readonly offset: number
}

const longestTitle = 200

/** The rows of an import that have this outcome, in the order of the table. */
export async function listOutcomes(
  db: Reader,
  { organisationId, id, mapping }: Pick<Import, keyof ImportKey | 'mapping'>,
  { outcome, limit, offset }: Asked,
): Promise<readonly RowOutcome[]> {
  const columnOf = (name: string) => mapping.columns.find(({ property }) => property === name)?.column
  const column = columnOf('name') ?? columnOf('number') ?? columnOf('label') ?? columnOf('email') ?? 1
  const rows = await db
    .selectFrom('import_rows')
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', id)
    .where('outcome', '=', outcome)
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .select(['number', 'made_id', 'because', 'cells'])
    .execute()
  return rows.map(({ number, made_id: made, because: reason, cells }) => ({
    row: number,
    outcome,
    made,
    reason,
    title: ((cells as string[])[column - 1] ?? '').slice(0, longestTitle).toWellFormed(),
  }))
}
