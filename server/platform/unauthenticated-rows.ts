// Limits on rows that unauthenticated callers can create: a maximum per network, so that no one fills a table, and a
// maximum in total, so that many networks together do not. When the total is reached, rows of the network with the most
// are removed first, so that an attacker with many addresses does not keep others from signing in.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from './postgres/database.ts'
import { AppError } from './errors.ts'
import { networkOf } from './outbound/client-network.ts'

/** A table of such rows, with `network` and `expires_at`. */
export interface UnauthenticatedTable {
  readonly table: 'authorization_requests' | 'sso_visits'
  readonly key: 'id' | 'state_hash'
  readonly mostOfNetwork: number
  readonly mostInAll: number
}

/** The key that rows of an address are counted under: a hash, so that no address is stored. */
export const networkHash = (ip: string): Buffer => createHash('sha256').update(networkOf(ip)).digest()

/** Makes sure that one more row is allowed; throws too_many_requests if the network has reached its maximum. */
export async function checkRowLimit(
  tx: Tx,
  { table, key, mostOfNetwork, mostInAll }: UnauthenticatedTable,
  network: Buffer,
  now: Date,
): Promise<void> {
  // serialised per network, so that concurrent requests stay within the limit
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${network.toString('hex')}`}, 0))`.execute(
    tx,
  )
  const isOpen = table === 'authorization_requests' ? sql`decided_at is null` : sql`true`
  const { rows: own } = await sql<{ count: number; first: Date | null }>`
    select count(*) as count, min(expires_at) as first from ${sql.table(table)}
    where network = ${network} and expires_at > ${now} and ${isOpen}`.execute(tx)
  const { count = 0, first = null } = own[0] ?? {}
  if (count >= mostOfNetwork) throw tooMany(first ?? now, now)
  const { rows: all } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${sql.table(table)} limit ${mostInAll}) as counted`.execute(
    tx,
  )
  if ((all[0]?.count ?? 0) < mostInAll) return
  await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from (
        select ${sql.ref(key)}, expires_at,
          row_number() over (partition by network order by expires_at desc) as place
        from ${sql.table(table)}
      ) as ranked
      order by place desc, expires_at
      limit ${Math.ceil(mostInAll / 10)}
    )`.execute(tx)
}

function tooMany(first: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((first.getTime() - now.getTime()) / 1_000))
  return new AppError(
    'too_many_requests',
    'Too many sign-ins started from your address are still open. Finish one of them, or try again later.',
    { headers: { 'retry-after': `${seconds}` } },
  )
}
