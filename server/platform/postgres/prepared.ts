// Prepared statements, parsed and planned once per connection: for frequent queries that find rows by key, so that the
// plan never depends on the values. Planning such a statement takes longer than executing it. Lists, whose best plan
// differs per caller and filter, are not prepared. Reasons and measurements:
// docs/decisions/0025-prepared-statements.md.
import {
  type CompiledQuery,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type QueryId,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely'
import type pg from 'pg'
import { connectFailure, DatabaseUnavailable, statementFailure } from './database-failures.ts'

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

// statements that were compiled for many shapes of requests: more than these are sent as text each time
const mostTexts = 1_000

/** Gives the text a name, by which every connection prepares it when it first meets it. */
export function nameText(text: string): void {
  if (names.size < mostTexts && !names.has(text)) names.set(text, `prepared_${names.size + 1}`)
}

class Compiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const compiled = super.compileQuery(node, queryId)
    const share = marked.get(node)
    if (share && share.taken < share.most && !names.has(compiled.sql)) {
      share.taken++
      names.set(compiled.sql, `prepared_${names.size + 1}`)
    }
    return compiled
  }
}

/** The PostgreSQL dialect with prepared statements on the pool and inside transactions. */
export class PreparingDialect extends PostgresDialect {
  constructor(pool: pg.Pool) {
    const { options } = pool
    const connect = async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw connectFailure(error)
      })
      return faceOf(client)
    }
    super({ pool: { options, connect, end: () => pool.end() } })
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler()
  }
}

const faces = new WeakMap<pg.PoolClient, PostgresPoolClient>()

/** A connection as Kysely expects it, which sends prepared statements by name and detects when it is gone. */
function faceOf(client: pg.PoolClient): PostgresPoolClient {
  const known = faces.get(client)
  if (known) return known
  let gone: DatabaseUnavailable | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    const name = names.get(text)
    try {
      return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    } catch (error) {
      const failure = statementFailure(error, text)
      if (!(failure instanceof DatabaseUnavailable)) throw failure
      // what follows, such as the rollback, fails for the same reason: the first failure is the most informative
      gone ??= failure
      throw gone
    }
  }
  const face = {
    query: query as unknown as PostgresPoolClient['query'],
    // the driver notices only when the socket closes, and would lend a dying connection to the next request
    release: (destroy?: boolean) => client.release(destroy === true || gone !== undefined),
  }
  faces.set(client, face)
  return face
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
