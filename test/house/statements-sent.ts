// Counts what a request sends to the database: statements, those of them without a name, and round trips.
import type pg from 'pg'
import { Batch } from '../../server/platform/postgres/batch.ts'
import type { Database } from '../../server/platform/postgres/database.ts'

export interface Sent {
  /** Without those that only begin or end a transaction. */
  readonly statements: number
  /** Of these, the ones that are parsed and planned each time, because they have no name. */
  readonly unnamed: number
  /** Packets that are waited for one after another, on each connection. */
  readonly roundTrips: number
}

interface Packet {
  readonly client: object
  readonly texts: readonly { readonly text: string; readonly name?: string | undefined }[]
}

export interface Counter {
  /** What was sent since the last call, except for statements with one of these texts. */
  take(except?: ReadonlySet<string>): Sent
  /** The texts of what was sent since then. */
  takeTexts(): ReadonlySet<string>
  /** The texts of what was sent since then without a limit of time of its own transaction, except for these. */
  takeUnlimited(except: ReadonlySet<string>): readonly string[]
}

// of every transaction, or written after the answer, whenever that is (record-view.ts), or said of the statement that
// follows, or asked every few seconds, which a request that makes a key can last (the encryption keys)
const isAside = (text: string) =>
  /^(begin|commit|rollback)\b|\brecents\b|\bfrom "encryption_\w+"$|synchronous_commit|plan_cache_mode|statement_timeout/i.test(
    text,
  )

/** Counts from now on. */
export function countStatements({ pool }: Database): Counter {
  const watched = new WeakSet<object>()
  let packets: Packet[] = []
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (...args: unknown[]) => {
        packets.push({ client, ...packetOf(args[0]) })
        return query(...args)
      },
    })
  })
  const all = () => {
    const sent = packets
    packets = []
    return sent
  }
  return {
    take(except = new Set()) {
      const counted = all().flatMap(({ texts }) => {
        const own = texts.filter(({ text }) => !isAside(text) && !except.has(text))
        return own.length === 0 ? [] : [own]
      })
      const statements = counted.flat()
      return {
        statements: statements.length,
        unnamed: statements.filter(({ name }) => name === undefined).length,
        roundTrips: counted.length,
      }
    },
    takeUnlimited(except) {
      const limited = new Set<object>()
      return all().flatMap(({ client, texts }) =>
        texts.flatMap(({ text }, place) => {
          if (/^set local statement_timeout/i.test(text)) limited.add(client)
          else if (/'statement_timeout'/.test(texts[0]?.text ?? '') && place > 0) return []
          else if (/^(commit|rollback)\b/i.test(text)) limited.delete(client)
          else if (!limited.has(client) && !isAside(text) && !except.has(text)) return [text]
          return []
        }),
      )
    },
    takeTexts: () => new Set(all().flatMap(({ texts }) => texts.map(({ text }) => text))),
  }
}

function packetOf(query: unknown): Pick<Packet, 'texts'> {
  if (typeof query === 'string') return { texts: [{ text: query }] }
  if (query instanceof Batch) return { texts: query.statements.map((statement) => statement.query) }
  const { text = '', name } = (query ?? {}) as Partial<pg.QueryConfig>
  return { texts: [{ text, name }] }
}
