// Limits on guessing: failures are counted by target and by source address, in the database, so that all processes
// count together. Guessing from one address does not lock out users elsewhere.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { internalTransaction } from '../events/change.ts'
import type { Reader, Tx } from '../postgres/database.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../outbound/client-network.ts'

export interface AttemptLimit {
  /** Separates the counts of different limits. */
  readonly name: string
  readonly most: number
  readonly minutes: number
}

/** What is being guessed (a client, an account, or nothing specific), and the source address. */
export interface AttemptSource {
  readonly subject: string
  readonly ip: string
}

/** The current count, as stored in the table `guesses` under `attemptKey`. */
export interface AttemptCount {
  readonly count: number
  readonly ends_at: Date
}

/** Throws too_many_requests while there have been too many failures; counts nothing. */
export function checkAttemptLimit(limit: AttemptLimit, count: AttemptCount | undefined, now: Date): void {
  if (count && isUsedUp(limit, count, now)) throw tooMany(count.ends_at, now)
}

const isUsedUp = (limit: AttemptLimit, { count, ends_at }: AttemptCount, now: Date): boolean =>
  count >= limit.most && isRunning(limit, ends_at, now)

/** Those of the subjects whose next attempt is refused by one of the limits, whatever address it comes from. */
export async function lockedSubjects(
  db: Reader,
  limits: readonly AttemptLimit[],
  subjects: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set()
  const sources = new Map(
    subjects.flatMap((subject) =>
      limits.map((limit) => [attemptKey(limit, { subject, ip: '' }).toString('hex'), { subject, limit }]),
    ),
  )
  const counts = await db
    .selectFrom('guesses')
    .where(
      'key',
      'in',
      [...sources.keys()].map((key) => Buffer.from(key, 'hex')),
    )
    .select(['key', 'count', 'ends_at'])
    .execute()
  const locked = counts.flatMap((count) => {
    const source = sources.get(count.key.toString('hex'))
    return source && isUsedUp(source.limit, count, now) ? [source.subject] : []
  })
  return new Set(locked)
}

/** Counts a failed attempt. */
export function countFailedAttempt(app: App, limit: AttemptLimit, source: AttemptSource): Promise<void> {
  return internalTransaction(app, async (tx, now) => void (await addOne(tx, limit, source, now)))
}

/**
 * Counts an attempt before its outcome is known, so that any number of concurrent attempts stay within the limit;
 * throws too_many_requests beyond it. After a success `resetAttempts` or `releaseAttempt` undoes it.
 */
export async function reserveAttempt(app: App, limit: AttemptLimit, source: AttemptSource): Promise<void> {
  const { count, ends_at } = await internalTransaction(app, (tx, now) => addOne(tx, limit, source, now))
  if (count > limit.most) throw tooMany(ends_at, app.clock.now())
}

/** Resets the count. */
export async function resetAttempts(tx: Tx, limit: AttemptLimit, source: AttemptSource): Promise<void> {
  await tx.deleteFrom('guesses').where('key', '=', attemptKey(limit, source)).execute()
}

/** Undoes one attempt that was not a failure, and leaves the others counted. */
export async function releaseAttempt(tx: Tx, limit: AttemptLimit, source: AttemptSource): Promise<void> {
  await tx
    .updateTable('guesses')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', attemptKey(limit, source))
    .where('count', '>', 0)
    .execute()
}

// attempts are not counted in the order in which they read the time, so that the first may be ahead of the next
const concurrencyMs = 60_000

/** An end after this was set before the sandbox's clock was moved back, and does not count. */
const latestEnd = (limit: AttemptLimit, now: Date): Date =>
  new Date(now.getTime() + limit.minutes * 60_000 + concurrencyMs)

function addOne(tx: Tx, limit: AttemptLimit, source: AttemptSource, now: Date) {
  const endsAt = new Date(now.getTime() + limit.minutes * 60_000)
  const isOver = sql<boolean>`guesses.ends_at <= ${now} or guesses.ends_at > ${latestEnd(limit, now)}`
  return tx
    .insertInto('guesses')
    .values({ key: attemptKey(limit, source), count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else guesses.count + 1 end`,
        ends_at: sql<Date>`case when ${isOver} then excluded.ends_at else guesses.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
}

const isRunning = (limit: AttemptLimit, endsAt: Date, now: Date): boolean =>
  endsAt > now && endsAt <= latestEnd(limit, now)

function tooMany(endsAt: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000))
  return new AppError('too_many_requests', `Too many failed attempts. Try again in ${formatWait(seconds)}.`, {
    headers: { 'retry-after': `${seconds}` },
  })
}

const formatWait = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`

/** The key that a source is counted under: a hash, so that no address is stored. */
export const attemptKey = ({ name }: AttemptLimit, { subject, ip }: AttemptSource): Buffer =>
  hash('sha256', JSON.stringify([name, subject, networkOf(ip)]), 'buffer')
