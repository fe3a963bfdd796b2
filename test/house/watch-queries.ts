// Listens to the statements that the product sends while a test file runs, and reports which of them break the rules.
import type pg from 'pg'
import { Batch } from '../../server/platform/postgres/batch.ts'
import type { Database } from '../../server/platform/postgres/database.ts'
import { wrongInQuery } from './query-rules.ts'

// Of the test process, because files that share one also share the query builder: a statement is judged once.
/** What is wrong with each statement so far; nothing with most. */
const verdicts = new Map<string, readonly string[]>()
const ofTests = new Set<string>()
const complaints = new Map<string, string>()
let compilerWatched = false

/**
 * From now on, every statement of the product is checked; the returned function reports what was wrong since the last
 * report. A test may query rows as it likes: the stack at the moment when a statement is compiled shows who built it.
 */
export function watchQueries({ kysely, pool }: Database): () => readonly string[] {
  watchCompiler(kysely)
  watchDriver(pool)
  pool.on('acquire', (client) => watchDriver(client))
  return () => {
    const found = [...complaints.values()]
    complaints.clear()
    return found
  }
}

function watchCompiler(kysely: Database['kysely']): void {
  if (compilerWatched) return
  compilerWatched = true
  const executor = Object.getPrototypeOf(kysely.getExecutor()) as Compiler
  const { compileQuery } = executor
  executor.compileQuery = function compileAndJudge(...args) {
    const compiled = compileQuery.apply(this, args)
    judge(compiled.sql)
    return compiled
  }
}

function judge(text: string): void {
  // the job runner's own statements, in its own schema
  if (complaints.has(text) || /\bgraphile_worker\b/.test(text)) return
  const wrong = verdicts.get(text) ?? wrongInQuery(text)
  verdicts.set(text, wrong)
  if (wrong.length === 0) return
  const sender = senderOf()
  if (sender && /\.test\.ts|\/test\//.test(sender)) {
    ofTests.add(text)
    return
  }
  // what was compiled for a test arrives here again when it is sent, without a trace of the test
  if (ofTests.has(text) && !sender) return
  complaints.set(text, `${wrong.join('; ')}\n  in ${text}\n  sent by ${sender ?? 'somebody unknown'}`)
}

interface Compiler {
  compileQuery: (this: unknown, ...args: unknown[]) => { readonly sql: string }
}

const watched = new WeakSet<object>()

// For statements that go to the driver without the query builder; the pool hands on to a client, where the stack is
// lost.
function watchDriver(target: pg.Pool | pg.PoolClient): void {
  if (watched.has(target)) return
  watched.add(target)
  const query = target.query.bind(target) as (...args: unknown[]) => unknown
  Object.assign(target, {
    query: (...args: unknown[]) => {
      for (const text of textsOf(args[0])) judge(text)
      return query(...args)
    },
  })
}

function textsOf(query: unknown): readonly string[] {
  if (typeof query === 'string') return [query]
  if (query instanceof Batch) return query.statements.map((statement) => statement.query.text)
  const { text } = (query ?? {}) as { readonly text?: string }
  return text === undefined ? [] : [text]
}

/** The first place of ours in the stack that is no part of the database layer. */
function senderOf(): string | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  Error.stackTraceLimit = limit
  return frames
    .filter(
      (frame) =>
        !/node_modules|node:|watch-queries\.ts|platform\/postgres\/(database|prepared|driver|session|batch)\.ts/.test(
          frame,
        ),
    )
    .map((frame) => /(?:\(|at (?:async )?)(?:file:\/\/)?(\/[^)]+?:\d+)(?::\d+)?\)?$/.exec(frame)?.[1])
    .find((place) => place !== undefined)
}
