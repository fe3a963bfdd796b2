// Prepared statements, parsed and planned once per connection: planning a query that finds rows by key takes longer
// than executing it. Frequent ones are prepared at once (`prepared`), all others when they are sent again. Not prepared
// are those whose best plan depends on the values: pages, whose limit is one of them, and totals. Reasons and
// measurements: docs/decisions/0025-prepared-statements.md and 0038.
import {
  type CompiledQuery,
  type Driver,
  type KyselyPlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryId,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely'
import type pg from 'pg'
import type { Announcements } from './announcements.ts'
import { PipeliningDriver } from './driver.ts'

/** How many plans each connection keeps; later texts are not prepared. */
interface Share {
  readonly most: number
  taken: number
}

const marked = new WeakMap<RootOperationNode, Share>()

const preparing = (most: number): KyselyPlugin => {
  const share: Share = { most, taken: 0 }
  return {
    transformQuery({ node }) {
      marked.set(node, share)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/**
 * Makes a query a prepared one: `.withPlugin(prepared)`. Its columns must be named (a `*` fails once a migration has
 * added one), and its text must not depend on values (except for the number of a user's organisations and teams): many
 * keys are passed as one array, compared with `any`.
 */
export const prepared = preparing(400)

/**
 * The same for queries whose text depends on the request: limited, so that callers cannot fill the memory of the
 * database.
 */
export const preparedChoice = preparing(60)

// by text; every connection prepares the text when it first sees the name
const names = new Map<string, string>()

/** Gives the text a name, by which every connection prepares it when it first meets it. */
const nameText = (text: string) => void names.set(text, `prepared_${names.size + 1}`)

/** The texts that were compiled lately, each once so far. */
const seen = new Set<string>()
const mostSeen = 2_000
const mostRepeated = 1_500
let repeated = 0

/** Prepares a text that was sent before, if its plan is likely to suit all values. */
function noteText(text: string): void {
  if (repeated >= mostRepeated || names.has(text)) return
  if (seen.delete(text)) {
    repeated++
    nameText(text)
    return
  }
  if (!isForAnyValues(text)) return
  seen.add(text)
  if (seen.size > mostSeen) seen.delete(seen.keys().next().value as string)
}

// a `*` fails once a migration has added a column
const isForAnyValues = (text: string) =>
  text.length < 20_000 && !/\b(?:limit|offset) \$|\b(?:count|sum)\(|\*(?!\))|\bset_config\(/.test(text)

class Compiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const compiled = super.compileQuery(node, queryId)
    const share = marked.get(node)
    if (share && share.taken < share.most && !names.has(compiled.sql)) {
      share.taken++
      nameText(compiled.sql)
    } else if (!share) noteText(compiled.sql)
    return compiled
  }
}

/** The PostgreSQL dialect with our own driver, on the pool and inside transactions. */
export class PreparingDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #announcements: Announcements

  constructor(pool: pg.Pool, announcements: Announcements) {
    super({ pool })
    this.#pool = pool
    this.#announcements = announcements
  }

  override createDriver(): Driver {
    return new PipeliningDriver(this.#pool, {
      dialect: this,
      nameOf: (text) => names.get(text),
      announcements: this.#announcements,
    })
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler()
  }
}

/** Expressions to be selected, by result name. */
export type Selected = Readonly<Record<string, RawBuilder<unknown>>>

/** The resulting values in a row. */
export type ValuesOf<Columns extends Selected> = {
  readonly [Name in keyof Columns]: Columns[Name] extends RawBuilder<infer Value> ? Value : never
}

/** The expressions in the form a query selects them. */
export const selectedAs = (columns: Selected) =>
  Object.entries(columns).map(([name, expression]) => expression.as(name))

/** The values of these expressions in a row that has others, too. */
export const valuesIn = <Columns extends Selected>(row: object, columns: Columns): ValuesOf<Columns> =>
  Object.fromEntries(
    Object.keys(columns).map((name) => [name, (row as Record<string, unknown>)[name]]),
  ) as ValuesOf<Columns>
