// Statements that are parsed and planned once for each connection: for reads by key that come often, where the plan never depends
// on the values. Planning such a statement anew takes longer than carrying it out.
import type { Compilable, RawBuilder } from 'kysely'
import type { Database } from './database.ts'

const names = new Map<string, string>()
// a text for each number of organisations and teams that people have; beyond these it goes unprepared
const mostTexts = 500

/** The rows of a query, on a connection of the pool: never inside a transaction. */
export async function readPrepared<Row>(
  { pool }: Pick<Database, 'pool'>,
  query: Compilable<Row>,
): Promise<readonly Row[]> {
  const { sql: text, parameters } = query.compile()
  const name = nameOf(text)
  const { rows } = await pool.query({ text, values: [...parameters], ...(name ? { name } : {}) })
  return rows as readonly Row[]
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostTexts) return known
  const name = `read_${names.size + 1}`
  names.set(text, name)
  return name
}

/** Expressions to be selected, by the names they are to have. */
export type Selected = Readonly<Record<string, RawBuilder<unknown>>>

/** What a row then has. */
export type ValuesOf<Columns extends Selected> = {
  readonly [Name in keyof Columns]: Columns[Name] extends RawBuilder<infer Value> ? Value : never
}

/** The expressions as a query selects them. */
export const selectedAs = (columns: Selected) =>
  Object.entries(columns).map(([name, expression]) => expression.as(name))

/** The values of these expressions in a row that has others, too. */
export const valuesIn = <Columns extends Selected>(row: object, columns: Columns): ValuesOf<Columns> =>
  Object.fromEntries(
    Object.keys(columns).map((name) => [name, (row as Record<string, unknown>)[name]]),
  ) as ValuesOf<Columns>
