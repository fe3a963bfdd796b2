// The statements by which the server answers a request that writes, as a script for pgbench that writes the same.
import type pg from 'pg'
import type { RunningApp } from '../../server/process/app.ts'
import { Batch, type Query } from '../../server/platform/postgres/batch.ts'
import type { PgbenchScript } from './pgbench.ts'

/** The statements of a transaction, and the ids that it took from sequences. */
export interface Recorded {
  readonly queries: readonly Query[]
  /** The sequence of each id. */
  readonly taken: ReadonlyMap<string, string>
}

/** Runs `work`, which is one transaction, and records what it sends to the database, from `begin` to `commit`. */
export async function recordTransaction(
  { database: { pool } }: RunningApp,
  work: () => Promise<unknown>,
): Promise<Recorded> {
  const queries: Query[] = []
  const taken = new Map<string, string>()
  const listen = (client: pg.PoolClient) => {
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
  const first = queries.findIndex(({ text }) => text === 'begin')
  const last = queries.findIndex(({ text }) => text === 'commit')
  if (first === -1 || last < first) throw new Error('the work was no transaction')
  return { queries: queries.slice(first, last + 1), taken }
}

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
  const writes = queries
    .filter(({ text }) => /^(?:begin|commit|insert|update|delete)\b/.test(text))
    .map(
      ({ text, values }) => `${text.replace(/\$(\d+)/g, (_, place) => valueOf(values[Number(place) - 1]))};`,
    )
  const choice = changed ? [`\\set id random(${changed.from}, ${changed.to})`] : []
  const lines = pipelined ? ['\\startpipeline', ...writes, '\\endpipeline'] : writes
  return { script: [...choice, ...lines, ''].join('\n'), variables }
}
