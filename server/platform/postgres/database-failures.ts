// What it means for a caller when the database fails. Failures of the connection are recognised where the driver reports them
// (prepared.ts), so that a broken socket of somebody else is never taken for one of them.
import pg from 'pg'
import { AppError } from '../errors.ts'

/** The connection to the database could not be made or broke. The driver's own error is the cause. */
export class DatabaseAway extends Error {
  /** Whether the connection broke while a transaction was being committed: it may have been, or not. */
  readonly outcomeUnknown: boolean

  constructor(cause: unknown, { outcomeUnknown }: { readonly outcomeUnknown: boolean }) {
    super(`The database cannot be reached: ${messageOf(cause)}`, { cause })
    this.outcomeUnknown = outcomeUnknown
  }
}

/** The failure of opening a connection. Whatever the reason, the database cannot be reached. */
export const connectFailure = (error: unknown): DatabaseAway =>
  error instanceof DatabaseAway ? error : new DatabaseAway(error, { outcomeUnknown: false })

/** The failure of a statement: a DatabaseAway when the connection is gone, otherwise the error as it is. */
export function statementFailure(error: unknown, text: string): unknown {
  if (!isConnectionGone(error)) return error
  return new DatabaseAway(error, { outcomeUnknown: /^commit\b/i.test(text) })
}

function isConnectionGone(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    // the driver gives the severity in the database's language, so the codes come first
    return endsConnection.test(error.code ?? '') || /^(?:FATAL|PANIC)$/.test(error.severity ?? '')
  }
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  // of the socket (ECONNRESET, EPIPE, ERR_STREAM_DESTROYED), or of the driver, which has no codes
  return /^E[A-Z_]+$/.test(code ?? '') || driverMessages.test(error.message)
}

// 08: connection exceptions; 57P: shutdown, crash, start-up, dropped database, idle too long; 25P03 and 25P04: a transaction
// that was open too long
const endsConnection = /^(?:08|57P|25P03|25P04)/
const driverMessages =
  /Connection terminated|not queryable|has been discarded|timeout e(?:xceeded|xpired)|pool after calling end|already been destroyed/

/** What to tell the caller of a request that failed at the database, or undefined when the database is not to blame. */
export function databaseRefusal(error: unknown): AppError | undefined {
  if (error instanceof DatabaseAway) return error.outcomeUnknown ? perhapsStored(error) : away(error)
  if (!(error instanceof pg.DatabaseError)) return undefined
  const { code = '', message } = error
  if (code === '53100' || (/^(?:58|XX)/.test(code) && diskFull.test(message))) {
    return new AppError('insufficient_storage', texts.full, { cause: error })
  }
  // 25006: a server that only reads for now, as during a failover
  if (code === '25006' || endsConnection.test(code)) return away(error)
  if (code.startsWith('53')) return unavailable(texts.busy, error)
  if (code === '57014') return unavailable(texts.slow, error)
  if (/^(?:40001|40P01|55P03)$/.test(code)) return unavailable(texts.contended, error)
  return undefined
}

// the words of the operating system, as PostgreSQL passes them on
const diskFull = /No space left on device|Disk quota exceeded/i

const texts = {
  away: 'The database cannot be reached at the moment. Try again shortly.',
  perhapsStored:
    'The database could not be reached while the change was being stored, so the change may or may not have been made. Check before you send it again.',
  full: 'The database has no disk space left, so nothing was stored. Tell the operator of this installation.',
  busy: 'The database has no memory or connections left at the moment. Try again shortly.',
  slow: 'The database took too long and was stopped; nothing was stored. Try again later, or ask for less at once.',
  contended: 'Others were changing the same things at the same time; nothing was stored. Try again.',
}

function unavailable(message: string, cause: unknown): AppError {
  return new AppError('unavailable', message, { cause, headers: { 'retry-after': '2' } })
}

const away = (cause: unknown) => unavailable(texts.away, cause)
const perhapsStored = (cause: unknown) => unavailable(texts.perhapsStored, cause)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
