// Keys of calls that their senders may repeat, with the answers: claiming a key, keeping the claim while the call runs,
// storing the answer, and forgetting it after a day. Each in a transaction of its own, apart from that of the call.
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { internalTransaction } from './events/change.ts'
import { defineRecurring, type Job } from './jobs.ts'
import type { Tx } from './postgres/database.ts'

/** Whose key it is: each client of a person has its own, and so has the web app. */
export interface KeyOwner {
  readonly organisationId: number
  readonly userId: string
  readonly clientId: number
  readonly key: string
}

/** The key of this caller. */
export const keyOwner = ({ organisationId, userId, via }: Actor, key: string): KeyOwner => ({
  organisationId,
  userId,
  clientId: via.kind === 'token' ? via.clientId : 0,
  key,
})

/** What is known of an earlier call with the key. */
export type EarlierCall =
  | { readonly state: 'running' }
  /** Its process ended before it could store the answer: it may have been carried out or not. */
  | { readonly state: 'unknown' }
  | {
      readonly state: 'answered'
      readonly requestHash: Buffer | null
      readonly status: number
      /** As it was stored; null if it was too long. */
      readonly answer: Buffer | null
    }

const keptMs = 24 * 60 * 60_000
// how long a call whose process was killed is taken for one that runs
const leaseMs = 20_000

type Parts = Pick<App, 'db' | 'database' | 'clock'>

// real time: a lease ends although the sandbox's clock stands still
const leaseEnd = () => new Date(Date.now() + leaseMs)

const ofOwner = ({ organisationId, userId, clientId, key }: KeyOwner) =>
  sql<boolean>`organisation_id = ${organisationId} and user_id = ${userId} and client_id = ${clientId} and key = ${key}`

/** Claims the key for a call that begins; returns the earlier call if there has been one within a day. */
export function claimKey(app: Parts, owner: KeyOwner): Promise<EarlierCall | undefined> {
  return internalTransaction(app, async (tx, now) => {
    await sql`delete from idempotency_keys where ${ofOwner(owner)} and created_at < ${new Date(now.getTime() - keptMs)}`.execute(
      tx,
    )
    const { organisationId, userId, clientId, key } = owner
    const { rows } =
      await sql`insert into idempotency_keys (organisation_id, user_id, client_id, key, created_at, leased_until)
      values (${organisationId}, ${userId}, ${clientId}, ${key}, ${now}, ${leaseEnd()})
      on conflict do nothing returning key`.execute(tx)
    return rows.length > 0 ? undefined : findEarlier(tx, owner)
  })
}

async function findEarlier(tx: Tx, owner: KeyOwner): Promise<EarlierCall> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .where('organisation_id', '=', owner.organisationId)
    .where('user_id', '=', owner.userId)
    .where('client_id', '=', owner.clientId)
    .where('key', '=', owner.key)
    .select(['leased_until', 'request_hash', 'status', 'answer'])
    .executeTakeFirst()
  // released a moment ago: a call that is repeated now may be sent once more
  if (!row) return { state: 'running' }
  const { leased_until: until, request_hash: requestHash, status, answer } = row
  if (status !== null) return { state: 'answered', requestHash, status, answer }
  // real time: as the lease was set
  return until !== null && until.getTime() > Date.now() ? { state: 'running' } : { state: 'unknown' }
}

/** Says that the call still runs. */
export const renewLease = (app: Parts, owner: KeyOwner): Promise<void> =>
  internalTransaction(app, async (tx) => {
    await sql`update idempotency_keys set leased_until = ${leaseEnd()}
      where ${ofOwner(owner)} and status is null`.execute(tx)
  })

/** How often a lease is renewed. */
export const renewEveryMs = leaseMs / 4

/** Stores the answer of the call. */
export const storeAnswer = (
  app: Parts,
  owner: KeyOwner,
  {
    requestHash,
    status,
    answer,
  }: { readonly requestHash: Buffer | null; readonly status: number; readonly answer: Buffer | null },
): Promise<void> =>
  internalTransaction(app, async (tx) => {
    await sql`update idempotency_keys set leased_until = null, request_hash = ${requestHash}, status = ${status}, answer = ${answer}
      where ${ofOwner(owner)}`.execute(tx)
  })

/** Gives the key back: the call has changed nothing. */
export const releaseKey = (app: Parts, owner: KeyOwner): Promise<void> =>
  internalTransaction(app, async (tx) => {
    await sql`delete from idempotency_keys where ${ofOwner(owner)}`.execute(tx)
  })

/** Says that nobody knows whether the call was carried out. */
export const endLease = (app: Parts, owner: KeyOwner): Promise<void> =>
  internalTransaction(app, async (tx) => {
    await sql`update idempotency_keys set leased_until = null where ${ofOwner(owner)} and status is null`.execute(
      tx,
    )
  })

const sweep = defineRecurring({
  name: 'sweep-idempotency-keys',
  at: '57 * * * *',
  run: (app) =>
    internalTransaction(app, async (tx, now) => {
      const before = new Date(now.getTime() - keptMs)
      await sql`/* every organisation: none of them needs what is older than a day */
        delete from idempotency_keys where created_at < ${before}`.execute(tx)
    }),
})

export const idempotencyJobs: readonly Job[] = [sweep]
