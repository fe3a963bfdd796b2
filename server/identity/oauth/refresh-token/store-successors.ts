// Storing the next refresh tokens of grants that are refreshed at the same time: each generation is claimed, and its
// successor is inserted, in one transaction.
import { sql } from 'kysely'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { statement } from '../../../platform/postgres/statement.ts'

interface Claim {
  readonly grantId: number
  readonly generation: number
  readonly next: number
  readonly now: Date
  readonly refreshExpiresAt: Date
}

/** The token that follows the one of a generation. */
export interface Successor extends Claim {
  readonly hash: Buffer
}

// the row lock decides between concurrent refreshes: the one that waited finds a newer generation
const claimGeneration = statement<Claim, { readonly id: number }>(
  ({ grantId, generation, next, now, refreshExpiresAt }) => sql`
    update oauth_grants set generation = ${next}, rotated_at = ${now}, refresh_expires_at = ${refreshExpiresAt}
    where id = ${grantId} and generation = ${generation} and ended_at is null
    returning id`,
)

// only if the claim before it succeeded: a generation has one token
const insertSuccessor = statement<Successor, { readonly generation: number }>(
  ({ grantId, next, now, refreshExpiresAt, hash }) => sql`
    insert into refresh_tokens (hash, grant_id, generation, issued_at, expires_at)
    select ${hash}::bytea, id, generation, ${now}::timestamptz, ${refreshExpiresAt}::timestamptz
    from oauth_grants where id = ${grantId} and generation = ${next} and rotated_at = ${now} and ended_at is null
    on conflict (grant_id, generation) do nothing
    returning generation`,
)

/** Several of different grants, by column. */
interface Columns {
  readonly grantIds: readonly number[]
  readonly generations: readonly number[]
  readonly nexts: readonly number[]
  readonly times: readonly Date[]
  readonly expiries: readonly Date[]
  readonly hashes: readonly Buffer[]
}

// in one order in all processes, so that none waits for another in a circle
const lockGrants = statement<Columns, never>(
  ({ grantIds }) =>
    sql`select from oauth_grants where id = any(${grantIds}::bigint[]) order by id for no key update`,
)

// the two of above for all of them: starting a statement takes longer than what it does for one row
const claimGenerations = statement<Columns, { readonly id: number }>(
  ({ grantIds, generations, nexts, times, expiries }) => sql`
    update oauth_grants set generation = given.next, rotated_at = given.now, refresh_expires_at = given.expiry
    from unnest(${grantIds}::bigint[], ${generations}::bigint[], ${nexts}::bigint[], ${times}::timestamptz[],
      ${expiries}::timestamptz[]) as given (id, generation, next, now, expiry)
    where oauth_grants.id = given.id and oauth_grants.generation = given.generation and oauth_grants.ended_at is null
    returning oauth_grants.id`,
)

const insertSuccessors = statement<Columns, { readonly id: number }>(
  ({ grantIds, nexts, times, expiries, hashes }) => sql`
    insert into refresh_tokens (hash, grant_id, generation, issued_at, expires_at)
    select given.hash, oauth_grants.id, oauth_grants.generation, given.now, given.expiry
    from unnest(${hashes}::bytea[], ${grantIds}::bigint[], ${nexts}::bigint[], ${times}::timestamptz[],
      ${expiries}::timestamptz[]) as given (hash, id, next, now, expiry)
    join oauth_grants on oauth_grants.id = given.id and oauth_grants.generation = given.next
      and oauth_grants.rotated_at = given.now and oauth_grants.ended_at is null
    on conflict (grant_id, generation) do nothing
    returning grant_id as id`,
)

/** Claims each generation and stores its successor; returns which of them succeeded. */
export async function storeSuccessors(
  app: App,
  successors: readonly Successor[],
): Promise<readonly boolean[]> {
  const inOrder = successors.toSorted((a, b) => a.grantId - b.grantId)
  const { answers } = await internalTransaction(app, async (tx) => {
    const all = mayShare(inOrder) ? storeTogether(tx, inOrder) : storeEach(tx, inOrder)
    // not waited for here, so that the commit goes out with them; it fails if one of them does
    all.catch(() => undefined)
    return { answers: all }
  })
  const stored = new Set(await answers)
  return successors.map((each) => stored.has(each))
}

/** A statement would change a grant once only, whichever of its successors that is for. */
const mayShare = (successors: readonly Successor[]): boolean =>
  successors.length > 1 && new Set(successors.map(({ grantId }) => grantId)).size === successors.length

async function storeEach(tx: Tx, successors: readonly Successor[]): Promise<readonly Successor[]> {
  const answers = await Promise.all(
    successors.map((each) => Promise.all([claimGeneration.run(tx, each), insertSuccessor.run(tx, each)])),
  )
  return successors.filter((_, index) => {
    const [claimed = [], inserted = []] = answers[index] ?? []
    return claimed.length === 1 && inserted.length === 1
  })
}

async function storeTogether(tx: Tx, successors: readonly Successor[]): Promise<readonly Successor[]> {
  const columns: Columns = {
    grantIds: successors.map(({ grantId }) => grantId),
    generations: successors.map(({ generation }) => generation),
    nexts: successors.map(({ next }) => next),
    times: successors.map(({ now }) => now),
    expiries: successors.map(({ refreshExpiresAt }) => refreshExpiresAt),
    hashes: successors.map(({ hash }) => hash),
  }
  lockGrants.send(tx, columns)
  const answers = await Promise.all([claimGenerations.run(tx, columns), insertSuccessors.run(tx, columns)])
  const [claimed, inserted] = answers.map((rows) => new Set(rows.map(({ id }) => id)))
  return successors.filter(({ grantId }) => claimed?.has(grantId) && inserted?.has(grantId))
}
