// Copies of small rows that many answers show: people, the names of teams and types, the definitions of fields. A list
// then reads their ids only, and this process looks up the rest. Copies end like all that processes keep
// (announcements.ts): whatever writes such a row announces it (cached-rows.ts), and the change is answered when every
// process has forgotten its copies. A process that does not hear announcements reads the rows each time.
import { type Announcements, copiesLiveMs } from './announcements.ts'
import type { Query } from './batch.ts'
import type { Reader } from './database.ts'
import { isPool, runQueries, sessionOf } from './driver.ts'

/** Rows that are copied, each by a key in text. Who may see them follows from the rows that refer to them. */
export interface CopiedRows<Row extends object> {
  /** What answers the rows of these keys as `key` and `row`; those that do not exist are left out. */
  query(keys: readonly string[]): Query
  /** Never there: only carries the type of the rows. */
  readonly row?: Row
}

type AnyRows = CopiedRows<object>

/** The keys of the rows that an answer shows. */
export type NeededRows = ReadonlyMap<AnyRows, ReadonlySet<string>>

/** The rows, once they are there. */
export interface FoundRows {
  of<Row extends object>(rows: CopiedRows<Row>, key: string): Row | undefined
}

export interface RowCopies {
  /** Finds copies of these rows and reads those that are missing, in one packet; in the transaction of `db`, if any. */
  find(db: Reader, needed: NeededRows): Promise<FoundRows>
}

type Rows = Map<AnyRows, Map<string, object>>

interface Parts {
  /** The database itself: a replica may be older than the last announcement. */
  readonly db: Reader
  readonly announcements: Announcements
  readonly monotonic?: () => number
}

const mostCopies = 50_000

/** The copies of this process. */
export function createRowCopies({ db: own, announcements, monotonic }: Parts): RowCopies {
  const kept = keptRows(monotonic)
  announcements.on('shown', kept.forget)
  let loading: Promise<unknown> | undefined

  async function load(db: Reader, missing: NeededRows): Promise<Rows> {
    const session = sessionOf(db)
    const isOwn = session ? session.home.announcements === announcements : isPool(db, own)
    const before = kept.now()
    // a transaction must not wait for a second connection
    const found = await read(session || isOwn ? db : own, missing)
    // what was announced meanwhile may not be in it
    if (announcements.listening && (isOwn || !session) && kept.now() === before) kept.add(found)
    return found
  }

  /** The others wait for those that are read already: many requests find the same copies gone. */
  async function loadFirst(db: Reader, missing: NeededRows): Promise<Rows> {
    const reading = load(db, missing)
    const ended = reading.then(
      () => undefined,
      () => undefined,
    )
    loading = ended
    const found = await reading
    if (loading === ended) loading = undefined
    return found
  }

  return {
    async find(db, needed) {
      if (!announcements.listening) return foundIn(await load(db, needed))
      kept.forgetOld()
      let missing = missingIn(kept.now(), needed)
      // a transaction must not wait for others: they may need its connection
      if (missing.size > 0 && loading && !sessionOf(db)) {
        await loading
        missing = missingIn(kept.now(), needed)
      }
      const there = kept.now()
      return missing.size === 0 ? foundIn(there) : foundIn(await loadFirst(db, missing), there)
    },
  }
}

/** The copies, all of which are forgotten at once. */
function keptRows(monotonic = () => performance.now()) {
  // replaced as a whole, never emptied: who reads goes on with what they found
  let rows: Rows = new Map()
  let since = monotonic()
  let size = 0
  const forget = () => {
    rows = new Map()
    since = monotonic()
    size = 0
  }
  return {
    forget,
    forgetOld() {
      if (monotonic() - since >= copiesLiveMs || size > mostCopies) forget()
    },
    now: () => rows,
    add(found: Rows) {
      for (const [copied, each] of found) {
        const known = rows.get(copied) ?? new Map<string, object>()
        rows.set(copied, known)
        for (const [key, row] of each) known.set(key, row)
        size += each.size
      }
    },
  }
}

function missingIn(rows: Rows, needed: NeededRows): NeededRows {
  const missing = new Map<AnyRows, ReadonlySet<string>>()
  for (const [copied, keys] of needed) {
    const known = rows.get(copied)
    const absent = [...keys].filter((key) => !known?.has(key))
    if (absent.length > 0) missing.set(copied, new Set(absent))
  }
  return missing
}

interface Loaded {
  readonly key: string
  readonly row: object
}

async function read(db: Reader, missing: NeededRows): Promise<Rows> {
  if (missing.size === 0) return new Map()
  const asked = [...missing]
  const answers = await runQueries<Loaded>(
    db,
    asked.map(([copied, keys]) => copied.query([...keys])),
  )
  const rowsAt = (place: number) => new Map(answers[place]?.rows.map(({ key, row }) => [key, row]))
  return new Map(asked.map(([copied], place) => [copied, rowsAt(place)]))
}

const foundIn = (...found: readonly Rows[]): FoundRows => ({
  of<Row extends object>(copied: CopiedRows<Row>, key: string) {
    for (const rows of found) {
      const row = rows.get(copied)?.get(key)
      // of these rows
      if (row) return row as Row
    }
    return undefined
  },
})
