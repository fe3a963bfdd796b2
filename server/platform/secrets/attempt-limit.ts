// Limits against guessing: failures are counted per what is guessed at and where the guess comes from, in the database, so
// that all processes count together. Who guesses from one address locks out nobody who comes from another.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { internalTransaction } from '../change.ts'
import type { Tx } from '../postgres/database.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../outbound/networks.ts'

export interface GuessLimit {
  /** Keeps the counts of different limits apart. */
  readonly name: string
  readonly most: number
  readonly minutes: number
}

/** What is guessed at (a client, an account, or nothing in particular), and the address that guesses. */
export interface Guesser {
  readonly subject: string
  readonly ip: string
}

/** What is counted so far, as it stands in the table `guesses` under `guessKey`. */
export interface Counted {
  readonly count: number
  readonly ends_at: Date
}

/** Throws too_many_requests while there have been too many failures; counts nothing. */
export function refuseGuesser(limit: GuessLimit, counted: Counted | undefined, now: Date): void {
  if (!counted || counted.count < limit.most || !isRunning(limit, counted.ends_at, now)) return
  throw tooMany(counted.ends_at, now)
}

/** Counts a failure. */
export function countGuess(app: App, limit: GuessLimit, guesser: Guesser): Promise<void> {
  return internalTransaction(app, async (tx, now) => void (await addOne(tx, limit, guesser, now)))
}

/**
 * Counts an attempt before it is known whether it fails, so that any number of attempts at the same moment stay within the
 * limit; throws too_many_requests beyond it. After a success `forgetGuesses` or `giveBackGuess` takes it back.
 */
export async function takeGuess(app: App, limit: GuessLimit, guesser: Guesser): Promise<void> {
  const { count, ends_at } = await internalTransaction(app, (tx, now) => addOne(tx, limit, guesser, now))
  if (count > limit.most) throw tooMany(ends_at, app.clock.now())
}

/** Begins to count from nothing again. */
export async function forgetGuesses(tx: Tx, limit: GuessLimit, guesser: Guesser): Promise<void> {
  await tx.deleteFrom('guesses').where('key', '=', guessKey(limit, guesser)).execute()
}

/** Takes back one attempt that was no failure, and leaves the others counted. */
export async function giveBackGuess(tx: Tx, limit: GuessLimit, guesser: Guesser): Promise<void> {
  await tx
    .updateTable('guesses')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', guessKey(limit, guesser))
    .where('count', '>', 0)
    .execute()
}

function addOne(tx: Tx, limit: GuessLimit, guesser: Guesser, now: Date) {
  const endsAt = new Date(now.getTime() + limit.minutes * 60_000)
  // an end further away than any that could be set now was set before the sandbox's clock was moved back
  const isOver = sql<boolean>`guesses.ends_at <= ${now} or guesses.ends_at > ${endsAt}`
  return tx
    .insertInto('guesses')
    .values({ key: guessKey(limit, guesser), count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else guesses.count + 1 end`,
        ends_at: sql<Date>`case when ${isOver} then excluded.ends_at else guesses.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
}

const isRunning = (limit: GuessLimit, endsAt: Date, now: Date): boolean =>
  endsAt > now && endsAt.getTime() <= now.getTime() + limit.minutes * 60_000

function tooMany(endsAt: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000))
  return new AppError('too_many_requests', `Too many failed attempts. Try again in ${inWords(seconds)}.`, {
    headers: { 'retry-after': `${seconds}` },
  })
}

const inWords = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`

/** Under which key a guesser is counted: a hash, so that no address is kept. */
export const guessKey = ({ name }: GuessLimit, { subject, ip }: Guesser): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, subject, networkOf(ip)]))
    .digest()
