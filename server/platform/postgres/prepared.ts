// Statements that are parsed and planned once for each connection: what comes often and finds its rows by key, so that the plan
// never depends on the values. Planning such a statement anew takes longer than carrying it out. Lists, whose best plan is
// another one for each caller and filter, are no such statements. Reasons and measurements: docs/decisions/0025-prepared-statements.md.
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
import { connectFailure, DatabaseAway, statementFailure } from './database-failures.ts'

/** Of how many texts each connection keeps a plan; those that come later go unprepared. */
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
 * Makes a query a prepared one: `.withPlugin(prepared)`. Its columns must be named (a `*` fails once a migration has added one),
 * and its text must be the same for any values (but for the number of organisations and teams that people have): many keys come
 * as one array, and are compared with `any`.
 */
export const prepared = preparing(400)

/** The same for queries whose text depends on what callers ask: nobody can fill the memory of the database with these. */
export const preparedChoice = preparing(60)

// by the text; every connection that meets a name first prepares the text under it
const names = new Map<string, string>()

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

/** PostgreSQL by a pool, with prepared statements on the pool and inside transactions alike. */
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

/** A connection as Kysely knows it, which sends a prepared statement by its name and tells when it is gone. */
function faceOf(client: pg.PoolClient): PostgresPoolClient {
  const known = faces.get(client)
  if (known) return known
  let gone: DatabaseAway | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    const name = names.get(text)
    try {
      return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    } catch (error) {
      const failure = statementFailure(error, text)
      if (!(failure instanceof DatabaseAway)) throw failure
      // what follows, such as the rollback, fails for the same reason: the first failure says the most
      gone ??= failure
      throw gone
    }
  }
  const face = {
    query: query as unknown as PostgresPoolClient['query'],
    // the driver itself notices only when the socket closes, and would lend a dying connection to the next request
    release: (destroy?: boolean) => client.release(destroy === true || gone !== undefined),
  }
  faces.set(client, face)
  return face
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
