// A connection lent by the pool, for one transaction or one query. Statements of a transaction that are issued together
// go out together; `begin` goes out with the first of them, and writes nobody waits for go out with the commit.
import { setImmediate } from 'node:timers'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import pg from 'pg'
import { type Answer, Batch, type Query, sendable, type Statement } from './batch.ts'
import type { Announcements } from './announcements.ts'
import { type CacheTopic, staleAfter } from './cached-rows.ts'
import { DatabaseUnavailable, statementFailure } from './database-failures.ts'

const begin: Query = { name: 'begin', text: 'begin', values: [] }
const commit: Query = { name: 'commit', text: 'commit', values: [] }
const rollback: Query = { name: 'rollback', text: 'rollback', values: [] }

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** What sessions of one pool share. */
export interface SessionHome {
  readonly dialect: Dialect
  readonly driver: Driver
  /** The name of a statement that is to be prepared. */
  readonly nameOf: (text: string) => string | undefined
  readonly announcements: Pick<Announcements, 'announce'>
}

export class Session implements DatabaseConnection {
  readonly home: SessionHome
  readonly #client: pg.PoolClient
  #waiting: Statement[] = []
  #underway = false
  #committing = false
  #scheduled = false
  #sent = false
  #inTransaction = false
  #over = false
  #failure: { readonly why: unknown } | undefined
  #afterBatch: (() => void) | undefined
  #first: Query | undefined
  #stale: Set<CacheTopic> | undefined

  constructor(client: pg.PoolClient, home: SessionHome) {
    this.#client = client
    this.home = home
  }

  /** The same session: packets outside of a transaction begin with this, in their implicit transaction. */
  beginningWith(query: Query): this {
    this.#first = query
    return this
  }

  /** Opens a transaction; the statement goes out with the next one. */
  begin(text = begin.text): void {
    if (this.#inTransaction || this.#failure) throw new Error('The connection is in use')
    this.#inTransaction = true
    this.#sent = false
    this.#waiting.push(this.#deferred(text === begin.text ? begin : { text, values: [] }))
  }

  /**
   * Sends the query and returns the answer. In a transaction, everything issued before the event loop turns is one
   * packet and one round trip. After a failure in a transaction nothing more is sent, and everything fails with the
   * first error.
   */
  async run(query: Query): Promise<Answer> {
    try {
      return await this.#issue(query)
    } catch (error) {
      // its own stack leads to the socket only
      if (error instanceof pg.DatabaseError) Error.captureStackTrace(error)
      throw error
    }
  }

  /**
   * Sends reads that do not depend on one another in one packet and returns their answers. If one of them fails, they
   * all do, with its error.
   */
  runAll(queries: readonly Query[]): Promise<readonly Answer[]> {
    if (this.#inTransaction) return Promise.all(queries.map((query) => this.run(query)))
    if (this.#underway || this.#over) throw new Error('The connection is in use')
    const answers = queries.map((query) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const failed = (error: unknown) => reject(this.#failureOf(error))
      return { promise, statement: { query: sendable(query), succeeded: resolve, failed } }
    })
    if (answers.length > 0) this.#dispatch(answers.map(({ statement }) => statement))
    return Promise.all(answers.map(({ promise }) => promise))
  }

  /**
   * Sends the query with whatever goes out next, at the latest with the commit. Its failure, as `explain` describes it,
   * fails the transaction.
   */
  send(query: Query, explain?: (error: unknown) => unknown): void {
    if (this.#over) throw new Error('A statement was issued after the end of its transaction')
    if (!this.#inTransaction) throw new Error('A statement can be deferred only in a transaction')
    if (this.#failure) throw this.#failure.why
    this.#waiting.push(this.#deferred(sendable(query), explain))
  }

  /** Commits. Throws the first failure of the transaction, which must then be rolled back. */
  async commit(): Promise<void> {
    if (this.#failure) throw this.#failure.why
    if (this.#isUnused) return this.#end()
    const { command } = await this.run(commit)
    // PostgreSQL answers ROLLBACK if an earlier statement had failed
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`)
    this.#end()
  }

  /** After the commit and without this connection: resolves when no process has copies of what was written any more. */
  async announce(): Promise<void> {
    if (this.#stale) await this.home.announcements.announce(this.#stale)
  }

  /** Takes everything back. Statements issued by now are not sent, and none is accepted any more. */
  async rollback(): Promise<void> {
    this.#over = true
    const why = this.#failure?.why ?? new Error('The transaction was rolled back')
    for (const statement of this.#waiting.splice(0)) statement.failed(why, true)
    if (!this.#sent || this.#failure?.why instanceof DatabaseUnavailable) return this.#end()
    if (this.#underway) {
      await new Promise<void>((resolve) => {
        this.#afterBatch = resolve
      })
    }
    await new Promise<Answer>((succeeded, reject) => {
      const failed = (error: unknown) => reject(this.#failureOf(error))
      this.#dispatch([{ query: rollback, succeeded, failed }])
    })
    this.#end()
  }

  /** Gives the connection back to the pool; one that may be broken or within a transaction is closed instead. */
  release(): void {
    this.#over = true
    const clean = !this.#underway && !this.#inTransaction && this.#client.getTransactionStatus() === 'I'
    this.#client.release(!clean || this.#failure?.why instanceof DatabaseUnavailable)
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, count, rows } = await this.run({
      text: sql,
      values: parameters,
      name: this.home.nameOf(sql),
    })
    return {
      rows: rows as unknown as Row[],
      ...(counted.has(command) ? { numAffectedRows: BigInt(count) } : {}),
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed')
  }

  #issue(query: Query): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.#over) throw new Error('A statement was issued after the end of its transaction')
      if (this.#failure) throw this.#failure.why
      this.#waiting.push({
        query: sendable(query),
        succeeded: (answer) => {
          this.#noteStale(query, answer)
          resolve(answer)
        },
        failed: (error, skipped) => {
          const why = this.#failureOf(error)
          // the one that failed speaks first, because its caller may know what the failure means
          if (skipped) setImmediate(reject, why)
          else reject(why)
        },
      })
      this.#schedule()
    })
  }

  #noteStale({ text }: Query, { count }: Answer): void {
    if (count === 0 || !this.#inTransaction) return
    for (const topic of staleAfter(text)) {
      this.#stale ??= new Set()
      this.#stale.add(topic)
    }
  }

  #deferred(query: Query, explain: (error: unknown) => unknown = (error) => error): Statement {
    return {
      query,
      succeeded: (answer) => this.#noteStale(query, answer),
      failed: (error, skipped) => {
        if (skipped || this.#failure) return
        const why = this.#failureOf(error)
        if (!(why instanceof DatabaseUnavailable)) this.#failure = { why: explain(why) }
      },
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#underway) return
    this.#scheduled = true
    // after all promises that can go on now
    process.nextTick(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#underway || this.#waiting.length === 0) return
    // outside a transaction, no statement may depend on the success of another
    this.#dispatch(this.#inTransaction ? this.#waiting.splice(0) : this.#waiting.splice(0, 1))
  }

  #dispatch(issued: readonly Statement[]): void {
    const first = this.#inTransaction ? undefined : this.#first
    const statements = first ? [this.#deferred(first), ...issued] : issued
    this.#underway = true
    this.#sent = true
    this.#committing = statements.some(({ query }) => query.text === commit.text)
    const client = this.#client
    client.query(new Batch(statements, client, () => this.#batchEnded()))
  }

  #batchEnded(): void {
    this.#underway = false
    const resume = this.#afterBatch
    if (resume) return resume()
    if (this.#failure) {
      for (const statement of this.#waiting.splice(0)) statement.failed(this.#failure.why, true)
    } else this.#flush()
  }

  /** The error to report for a failure, which also is the transaction's if it is its first. */
  #failureOf(error: unknown): unknown {
    if (this.#failure) return this.#failure.why
    const why = statementFailure(error, { whileCommitting: this.#committing })
    if (this.#inTransaction || why instanceof DatabaseUnavailable) this.#failure = { why }
    return why
  }

  /** Whether the transaction consists of nothing but its beginning. */
  get #isUnused(): boolean {
    return !this.#sent && this.#waiting.length === 1
  }

  #end(): void {
    this.#over = true
    this.#inTransaction = false
    this.#waiting = []
  }
}
