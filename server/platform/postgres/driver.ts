// How the query builder and compiled statements reach PostgreSQL: sessions on connections of the pool, one per query or
// transaction. What a session does is in session.ts.
import { type Driver, Kysely, type QueryExecutor, Transaction, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import type { Answer, Query } from './batch.ts'
import { connectFailure } from './database-failures.ts'
import { Session, type SessionHome } from './session.ts'

/** Kysely's face of the pool. */
export class PipeliningDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #home: SessionHome

  constructor(pool: pg.Pool, home: Omit<SessionHome, 'driver'>) {
    this.#pool = pool
    this.#home = { ...home, driver: this }
  }

  async init(): Promise<void> {
    // the pool connects when it is asked
  }

  async acquireConnection(): Promise<Session> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw connectFailure(error)
    })
    return new Session(client, this.#home)
  }

  async beginTransaction(
    session: Session,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const modes = [isolationLevel === undefined ? [] : ['isolation level', isolationLevel], accessMode ?? []]
    session.begin(['begin', ...modes.flat()].join(' '))
  }

  async commitTransaction(session: Session): Promise<void> {
    await session.commit()
    await session.announce()
  }

  rollbackTransaction(session: Session): Promise<void> {
    return session.rollback()
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

type Executing = Pick<Kysely<unknown>, 'getExecutor'>

// of transactions that are under way, by what their queries are executed with
const sessions = new WeakMap<QueryExecutor, Session>()

/** The connection of a transaction, or undefined for the pool. */
export const sessionOf = (db: Executing): Session | undefined => sessions.get(db.getExecutor())

/**
 * Runs a query that needs no building, on the pool or in a transaction, where it shares a packet with its neighbours.
 */
export function runQuery<Row = Readonly<Record<string, unknown>>>(
  db: Executing,
  query: Query,
): Promise<Answer<Row>> {
  const session = sessionOf(db)
  const answer = session
    ? session.run(query)
    : db.getExecutor().provideConnection((connection) => (connection as Session).run(query))
  return answer as Promise<Answer<Row>>
}

/** Runs reads that do not depend on one another in one packet; if one of them fails, they all do. */
export function runQueries<Row>(db: Executing, queries: readonly Query[]): Promise<readonly Answer<Row>[]> {
  const session = sessionOf(db)
  const answers = session
    ? session.runAll(queries)
    : db.getExecutor().provideConnection((connection) => (connection as Session).runAll(queries))
  return answers as Promise<readonly Answer<Row>[]>
}

/**
 * Does the same for every item: in a transaction all at once, so that their statements are one round trip; on the pool
 * one after the other, because each would take a connection.
 */
export async function together<Item, Result>(
  db: Executing,
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  if (sessionOf(db)) return Promise.all(items.map(read))
  const results: Result[] = []
  for (const item of items) results.push(await read(item))
  return results
}

/**
 * Sends a write of a transaction whose answer nobody needs: it goes out with the statement that follows, at the latest
 * with the commit, and its failure, as `explain` describes it, fails the transaction.
 */
export function sendQuery(tx: Executing, query: Query, explain?: (error: unknown) => unknown): void {
  const session = sessionOf(tx)
  if (!session) throw new Error('Only a transaction can send what it does not wait for')
  session.send(query, explain)
}

const beginningWith = new WeakMap<QueryExecutor, Map<string, Promise<Executing>>>()
const beginningOf = new WeakMap<QueryExecutor, QueryExecutor>()

/** Whether it is this pool, with or without a statement at the beginning of each packet. */
export function isPool(db: Executing, pool: Executing): boolean {
  const executor = db.getExecutor()
  return (beginningOf.get(executor) ?? executor) === pool.getExecutor()
}

/**
 * The pool of `db`, with this statement at the beginning of each packet: what it sets for its transaction holds for the
 * packet, without the round trip of a commit. A transaction cannot be given.
 */
export async function packetsBeginningWith<DB>(
  db: Pick<Kysely<DB>, 'getExecutor'>,
  query: Query,
): Promise<Kysely<DB>> {
  const executor = db.getExecutor()
  const known = beginningWith.get(executor) ?? new Map<string, Promise<Executing>>()
  beginningWith.set(executor, known)
  const made = known.get(query.text) ?? makeBeginning<DB>(executor, query)
  known.set(query.text, made)
  // a connection that could not be had is asked for again
  made.catch(() => known.delete(query.text))
  return made as Promise<Kysely<DB>>
}

async function makeBeginning<DB>(executor: QueryExecutor, query: Query): Promise<Kysely<DB>> {
  const { dialect, driver } = await executor.provideConnection(
    async (connection) => (connection as Session).home,
  )
  const limited = executor.withConnectionProvider({
    provideConnection: (consumer) =>
      executor.provideConnection((connection) => consumer((connection as Session).beginningWith(query))),
  })
  beginningOf.set(limited, executor)
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor: limited })
}

/**
 * Runs `work` in one transaction. Its statements may be issued together (`Promise.all`): then they are one round trip,
 * carried out in the order in which they were issued. What processes keep copies of is known to all of them when it
 * returns.
 */
export async function transact<DB, Result>(
  kysely: Pick<Kysely<DB>, 'getExecutor'>,
  work: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const { result, session } = await kysely.getExecutor().provideConnection(async (connection) => {
    const session = connection as Session
    session.begin()
    try {
      const result = await work(transactionOn(kysely, session))
      await session.commit()
      return { result, session }
    } catch (error) {
      // if the rollback fails too, the original error is more informative
      await session.rollback().catch(() => undefined)
      throw error
    }
  })
  await session.announce()
  return result
}

function transactionOn<DB>(kysely: Pick<Kysely<DB>, 'getExecutor'>, session: Session): Transaction<DB> {
  // unlike Kysely's own, which lets a statement wait for the answer of the one before
  const executor = kysely
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(session) })
  sessions.set(executor, session)
  const { dialect, driver } = session.home
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor })
}
