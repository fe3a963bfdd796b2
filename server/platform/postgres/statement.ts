// Statements that are compiled once. A request that builds its SQL each time spends more time on building than the
// database on answering, so a statement is written with Kysely as every other is, but built when it is first needed,
// with placeholders where values go; from then on it is run by its name, with the values only.
//
// What its text depends on, other than values, is its key: the shape of the caller (platform/caller-shape.ts), the
// columns and the filter of a list. There is one compiled text per key, in a map with a limit.
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Query } from './batch.ts'
import type { Reader, Tx } from './database.ts'
import { runQueries, runQuery, sendQuery, sessionOf } from './driver.ts'
import { dropText, keepText } from './kept-names.ts'
import { statementCache } from './statement-cache.ts'
import type { Tables } from './tables.ts'

/** Builds queries and compiles them, and has no connection. */
const builderWith = (createQueryCompiler: () => PostgresQueryCompiler) =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler,
    },
  })
const builder = builderWith(() => new PostgresQueryCompiler())

type Read = (input: never) => unknown

/** Stands for a value in a statement while it is built. */
class Placeholder {
  readonly read: Read
  constructor(read: Read) {
    this.read = read
  }
}

// arrays stay arrays, so that code that asks for their length goes on working
const listReaders = new WeakMap<object, Read>()

const readerOf = (value: unknown): Read | undefined => {
  if (value instanceof Placeholder) return value.read
  return typeof value === 'object' && value !== null ? listReaders.get(value) : undefined
}

/**
 * What stands for a value while a statement is built; `read` takes the value from the input when the statement runs.
 */
export const placeholder = <Value>(read: (input: never) => Value): Value => new Placeholder(read) as Value

/**
 * The same for an array of this length: as a whole it is one parameter, to be compared with `any`; its elements are one
 * each.
 */
export function listPlaceholder<Value>(
  read: (input: never) => readonly Value[],
  length: number,
): readonly Value[] {
  const list = Array.from({ length }, (_, index) =>
    placeholder((input: never) => read(input)[index] as Value),
  )
  listReaders.set(list, read)
  return list
}

/**
 * A value computed from another one; from a placeholder it is a placeholder again, computed when the statement runs.
 */
export function computed<From, To>(value: From, compute: (value: From) => To): To {
  const read = readerOf(value)
  return read ? placeholder((input) => compute(read(input) as From)) : compute(value)
}

/** Whether it stands for a value, which is not known while the statement is built. */
export const isPlaceholder = (value: unknown): boolean => readerOf(value) !== undefined

/** SQL: the column has one of these values. A single one is an equation, because only then an index keeps its order. */
export const isOneOf = (column: RawBuilder<unknown>, values: readonly number[]): RawBuilder<SqlBool> =>
  values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}`
    : sql<SqlBool>`${column} = any(${values}::bigint[])`

/** A query that has been built: Kysely's own, or raw SQL. */
export type Built<Row> = Compilable<Row> | RawBuilder<Row>

/** A compiled statement, to be run any number of times. */
export interface Statement<Input, Row> {
  /** Its rows; on the pool, or in a transaction. */
  run(db: Reader, input: Input): Promise<readonly Row[]>
  /** Its rows as lists of the texts that the database sends, in the order of its columns. */
  texts(db: Reader, input: Input): Promise<readonly (readonly (string | null)[])[]>
  /** The rows of each input, in one packet; for reads. If one of them fails, they all do. */
  runForEach(db: Reader, inputs: readonly Input[]): Promise<readonly (readonly Row[])[]>
  /**
   * Sends it with the statement that follows in the transaction, at the latest with the commit. Its failure, as
   * `explain` tells it, fails the transaction.
   */
  send(tx: Tx, input: Input, explain?: (error: unknown) => unknown): void
  /** It with the values of an input, to go out in one packet with others. */
  query(input: Input): Query
  /** Its text with the values of an input, for those who send it in another way. */
  compiled(input: Input): CompiledQuery<Row>
}

/**
 * A statement whose text never changes. `build` is called once, when the statement is first needed, with a placeholder
 * for every property of the input: it may use all functions that put values into SQL without looking at them. Columns
 * must be named (a `*` fails once a migration has added one).
 */
export function statement<Input extends object, Row>(
  build: (input: Input, db: Reader) => Built<Row>,
): Statement<Input, Row> {
  let known: Statement<Input, Row> | undefined
  const compiledOnce = () => (known ??= compileStatement((db) => build(placeholders as Input, db)))
  return {
    run: (db, input) => compiledOnce().run(db, input),
    texts: (db, input) => compiledOnce().texts(db, input),
    runForEach: (db, inputs) => compiledOnce().runForEach(db, inputs),
    send: (tx, input, explain) => compiledOnce().send(tx, input, explain),
    query: (input) => compiledOnce().query(input),
    compiled: (input) => compiledOnce().compiled(input),
  }
}

/** Has a placeholder for each property that is asked for. */
const placeholders: unknown = new Proxy(
  {},
  { get: (_, name) => placeholder((input: Readonly<Record<string | symbol, unknown>>) => input[name]) },
)

/** Statements of one purpose whose text depends on more than values. */
export interface StatementFamily<Input, Row> {
  /**
   * The one for this key, built now if there is none yet. The text of what `build` returns must depend on nothing but
   * the key.
   */
  get(key: string, build: (db: Reader) => Built<Row>): Statement<Input, Row>
}

/** Keeps up to `limit` statements, the ones used last. */
export function statementFamily<Input, Row>(limit: number): StatementFamily<Input, Row> {
  const known = statementCache<CompiledStatement<Input, Row>>({ most: limit })
  return {
    get(key, build) {
      const found = known.find(key)
      if (found) return found
      const compiled = compileStatement<Input, Row>(build)
      known.keep(key, compiled)
      return compiled
    },
  }
}

/** Writes values that are the same in each run into the text, where the planner sees them. */
class ConstantsCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    const text = readerOf(value) ? undefined : prepareValue(value)
    if (text === null) this.append('null')
    else if (typeof text === 'string' && !text.includes('\0')) this.append(pg.escapeLiteral(text))
    else super.appendValue(value)
  }
}
const builderWithConstants = builderWith(() => new ConstantsCompiler())

// for the statements of one packet
const planOnce: Query = {
  name: 'plan_once',
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true)`,
  values: [],
}

interface Planning {
  /**
   * Planned once on each connection, for any caller, with the values that are the same in each run. Otherwise
   * PostgreSQL plans a statement each time for which it expects more of a plan for the values: for one that has several
   * ways, and decides which to go when it runs, that is always so, and planning takes longer than running it.
   */
  readonly once: boolean
}

// the texts have no use for one
const noQueryId = { queryId: '' }

/** A statement that can be dropped. */
export interface CompiledStatement<Input, Row> extends Statement<Input, Row> {
  /** The length of its text. */
  readonly length: number
  /** Lets the connections forget it. */
  drop(): void
}

/** Compiles what `build` returns; the placeholders in it read from the input of each run. */
export function compileStatement<Input, Row>(
  build: (db: Reader) => Built<Row>,
  { once }: Planning = { once: false },
): CompiledStatement<Input, Row> {
  const { sql: text, parameters, query } = compile(build, once ? builderWithConstants : builder)
  const name = keepText(text)
  const readers = parameters.map((value) => readerOf(value) ?? (() => value))
  const valuesOf = (input: Input) => readers.map((read) => read(input as never))
  const queryFor = (input: Input, asTexts = false) => ({ text, name, values: valuesOf(input), asTexts })
  const rowsOf = async <Answered>(db: Reader, query: Query): Promise<readonly Answered[]> => {
    // in a transaction, all its statements would be planned so
    if (!once || sessionOf(db)) return (await runQuery<Answered>(db, query)).rows
    const answers = await runQueries<Answered>(db, [planOnce, query])
    return answers[1]?.rows ?? []
  }
  return {
    compiled: (input) => ({ sql: text, query, queryId: noQueryId, parameters: valuesOf(input) }),
    run: (db, input) => rowsOf<Row>(db, queryFor(input)),
    texts: (db, input) => rowsOf(db, queryFor(input, true)),
    runForEach: async (db, inputs) =>
      (
        await runQueries<Row>(
          db,
          inputs.map((input) => queryFor(input)),
        )
      ).map(({ rows }) => rows),
    send: (tx, input, explain) => sendQuery(tx, queryFor(input), explain),
    query: (input) => queryFor(input),
    length: text.length,
    drop: () => dropText(text),
  }
}

/** The same for expressions that are the same; undefined where a value in it is known only when it runs. */
export function identityOf(expression: RawBuilder<unknown>): string | undefined {
  let isKnown = true
  const identity = JSON.stringify(expression.toOperationNode(), (_, value: unknown) => {
    if (readerOf(value)) isKnown = false
    return value
  })
  return isKnown ? identity : undefined
}

function compile<Row>(build: (db: Reader) => Built<Row>, db: Kysely<Tables>): CompiledQuery<Row> {
  const built = build(db)
  return 'isRawBuilder' in built ? built.compile(db) : built.compile()
}
