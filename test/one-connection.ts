// Refuses a second connection to code inside a transaction: under load each caller would hold one connection and wait
// for another, until none is left and all of them fail.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../server/platform/postgres/database.ts'
import { Session } from '../server/platform/postgres/session.ts'

interface Holder {
  /** Whether the connection that the code runs with is in a transaction. */
  open: boolean
}

type Consumer = (connection: unknown) => Promise<unknown>
interface Provider {
  provideConnection: (consumer: Consumer) => Promise<unknown>
}

const holders = new AsyncLocalStorage<Holder>()
let watched = false

/** From now on, asking the pool of the database for a connection inside a transaction fails. */
export function refuseSecondConnections({ kysely, pool }: Database): void {
  watchTransactions(Object.getPrototypeOf(kysely.getExecutor()) as Provider)
  const connect = pool.connect.bind(pool) as (...args: readonly unknown[]) => unknown
  Object.assign(pool, {
    connect(...args: readonly unknown[]) {
      if (holders.getStore()?.open)
        throw new Error('A transaction must not ask for a second connection: read through its own, tx')
      return connect(...args)
    },
  })
}

// the classes are shared by the files of a process
function watchTransactions(executor: Provider): void {
  if (watched) return
  watched = true
  const { provideConnection } = executor
  executor.provideConnection = function provideWatched(consumer) {
    return provideConnection.call(this, (connection) =>
      holders.run({ open: false }, () => consumer(connection)),
    )
  }
  const { begin, commit, rollback } = Session.prototype
  const set = (open: boolean) => {
    const holder = holders.getStore()
    if (holder) holder.open = open
  }
  Object.assign(Session.prototype, {
    begin(this: Session, ...args: Parameters<typeof begin>) {
      set(true)
      begin.apply(this, args)
    },
    commit(this: Session) {
      return commit.apply(this).finally(() => set(false))
    },
    rollback(this: Session) {
      return rollback.apply(this).finally(() => set(false))
    },
  } satisfies Partial<Session>)
}
