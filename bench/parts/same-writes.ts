// The statements by which the server answers a request that writes, as a script for pgbench that writes the same.
import type pg from 'pg'
import type { RunningApp } from '../../server/operations/process/app.ts'
import { Batch, type Query } from '../../server/platform/postgres/batch.ts'
import type { PgbenchScript } from './pgbench.ts'

/** The statements of a transaction, and the ids that it took from sequences. */
export interface Recorded {
  readonly queries: readonly Query[]
  /** The sequence of each id. */
  readonly taken: ReadonlyMap<string, string>
}

/**
 * Runs `work`, and records of its transactions the one that writes most, from `begin` to `commit`: others may run
 * beside it.
 */
export async function recordTransaction(
  { database: { pool } }: RunningApp,
  work: () => Promise<unknown>,
): Promise<Recorded> {
  const sent = new Map<pg.PoolClient, Query[]>()
  const taken = new Map<string, string>()
  const listen = (client: pg.PoolClient) => {
    if (sent.has(client)) return
    const queries: Query[] = []
    sent.set(client, queries)
    const send = client.query.bind(client) as (query: unknown) => unknown
    Object.assign(client, {
      query: (query: unknown) => {
        if (query instanceof Batch) record(query, queries, taken)
        return send(query)
      },
    })
  }
  pool.on('acquire', listen)
  try {
    await work()
  } finally {
    pool.removeListener('acquire', listen)
  }
  const transactions = [...sent.values()].flatMap(transactionsOf)
  const [most] = transactions.toSorted((one, other) => writesOf(other).length - writesOf(one).length)
  if (!most) throw new Error('the work was no transaction')
  return { queries: most, taken }
}

/** What was committed: of each commit, all since the last `begin`. */
function transactionsOf(queries: readonly Query[]): readonly (readonly Query[])[] {
  return queries.flatMap(({ text }, end) => {
    const begin =
      text === 'commit' ? queries.slice(0, end).findLastIndex((each) => each.text === 'begin') : -1
    return begin < 0 ? [] : [queries.slice(begin, end + 1)]
  })
}

const writesOf = (queries: readonly Query[]) =>
  queries.filter(({ text }) => /^(?:begin|commit|insert|update|delete)\b/.test(text))

function record({ statements }: Batch, queries: Query[], taken: Map<string, string>): void {
  for (const statement of statements) {
    queries.push(statement.query)
    const sequence = /nextval\('(\w+)'\)/.exec(statement.query.text)?.[1]
    if (sequence === undefined) continue
    const { succeeded } = statement
    statement.succeeded = (answer) => {
      taken.set(String(answer.rows[0]?.['id']), sequence)
      succeeded(answer)
    }
  }
}

interface Wanted {
  readonly pipelined: boolean
  /** The id of the record that is changed, and those of which each transaction changes one. */
  readonly changed?: { readonly id: number; readonly from: number; readonly to: number }
}

/** The same writes, without what is read before; each is waited for, or all are sent together. */
export function scriptOf({ queries, taken }: Recorded, { pipelined, changed }: Wanted): PgbenchScript {
  const variables: Record<string, string> = {}
  const used = new Set<string>()
  const valueOf = (value: unknown): string => {
    if (value === null) return 'null'
    const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value as string)
    const sequence = taken.get(text)
    if (sequence !== undefined) {
      const drawn = used.has(sequence) ? 'currval' : 'nextval'
      used.add(sequence)
      return `${drawn}('${sequence}')`
    }
    if (text === String(changed?.id)) return ':id'
    const name = `v${Object.keys(variables).length}`
    variables[name] = text
    return `:${name}`
  }
  const writes = writesOf(queries).map(({ text, values }) => {
    // pgbench takes the colon of '{"count":1}' for the beginning of a variable
    const spaced = text.replace(/(?<!:):(?=\w)/g, ': ')
    return `${spaced.replace(/\$(\d+)/g, (_, place) => valueOf(values[Number(place) - 1]))};`
  })
  const choice = changed ? [`\\set id random(${changed.from}, ${changed.to})`] : []
  const lines = pipelined ? ['\\startpipeline', ...writes, '\\endpipeline'] : writes
  return { script: [...choice, ...lines, ''].join('\n'), variables }
}
