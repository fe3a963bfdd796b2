// What a database failure means for a caller. Connection failures are recognised where the driver reports them
// (session.ts), so that another broken socket is never mistaken for one.
import pg from 'pg'
import { AppError } from '../errors.ts'

/** The database connection could not be opened or broke. The driver's own error is the cause. */
export class DatabaseUnavailable extends Error {
  /** Whether the connection broke during a commit: the transaction may or may not have been committed. */
  readonly outcomeUnknown: boolean

  constructor(cause: unknown, { outcomeUnknown }: { readonly outcomeUnknown: boolean }) {
    super(`The database cannot be reached: ${messageOf(cause)}`, { cause })
    this.outcomeUnknown = outcomeUnknown
  }
}

/** The failure to open a connection. Whatever the reason, the database is unavailable. */
export const connectFailure = (error: unknown): DatabaseUnavailable =>
  error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error, { outcomeUnknown: false })

/** The failure of a statement: a DatabaseUnavailable if the connection is gone, otherwise the error itself. */
export function statementFailure(
  error: unknown,
  { whileCommitting }: { readonly whileCommitting: boolean },
): unknown {
  if (error instanceof DatabaseUnavailable || !isConnectionGone(error)) return error
  return new DatabaseUnavailable(error, { outcomeUnknown: whileCommitting })
}

function isConnectionGone(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    // severities are localised by the database, so the codes come first
    return endsConnection.test(error.code ?? '') || /^(?:FATAL|PANIC)$/.test(error.severity ?? '')
  }
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  // from the socket (ECONNRESET, EPIPE, ERR_STREAM_DESTROYED), or from the driver, which has no codes
  return /^E[A-Z_]+$/.test(code ?? '') || driverMessages.test(error.message)
}

// 08: connection exceptions; 57P: shutdown, crash, start-up, dropped database, idle timeout; 25P03 and 25P04:
// transaction timeouts
const endsConnection = /^(?:08|57P|25P03|25P04)/
const driverMessages =
  /Connection terminated|not queryable|has been discarded|timeout e(?:xceeded|xpired)|pool after calling end|already been destroyed/

/** The error for the caller of a request that failed at the database, or undefined if the database is not the cause. */
export function databaseRefusal(error: unknown): AppError | undefined {
  if (error instanceof DatabaseUnavailable) return error.outcomeUnknown ? perhapsStored(error) : away(error)
  if (!(error instanceof pg.DatabaseError)) return undefined
  const { code = '', message } = error
  if (code === '53100' || (/^(?:58|XX)/.test(code) && diskFull.test(message))) {
    return new AppError('insufficient_storage', texts.full, { cause: error })
  }
  // 25006: a server that is temporarily read-only, as during a failover
  if (code === '25006' || endsConnection.test(code)) return away(error)
  if (code.startsWith('53')) return unavailable(texts.busy, error)
  if (code === '57014') return unavailable(texts.slow, error)
  if (/^(?:40001|40P01|55P03)$/.test(code)) return unavailable(texts.contended, error)
  return undefined
}

// the operating system's message, as passed on by PostgreSQL
const diskFull = /No space left on device|Disk quota exceeded/i

const texts = {
  away: 'The database cannot be reached at the moment. Try again shortly.',
  perhapsStored:
    'The database could not be reached while the change was being stored, so the change may or may not have been made. Check before you send it again.',
  full: 'The database has run out of disk space, so nothing was stored. Tell the operator of this installation.',
  busy: 'The database has run out of memory or connections. Try again shortly.',
  slow: 'The database took too long and was stopped; nothing was stored. Try again later, or request less at once.',
  contended: 'Others were changing the same data at the same time; nothing was stored. Try again.',
}

function unavailable(message: string, cause: unknown): AppError {
  return new AppError('unavailable', message, { cause, headers: { 'retry-after': '2' } })
}

const away = (cause: unknown) => unavailable(texts.away, cause)
const perhapsStored = (cause: unknown) => unavailable(texts.perhapsStored, cause)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
