// The one error that operations throw on purpose, and its codes. What anything else means is 500.

const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  locked: 423,
  too_many_requests: 429,
  unavailable: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof statusOf

interface Extras {
  /** For bad input: the name of each wrong input and what to do about it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A refusal that is told to the caller: `message` says what to do, and nothing that the caller may not know. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: Extras['errors']
  readonly headers: Extras['headers']

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.code = code
    this.status = statusOf[code]
    this.errors = extras.errors
    this.headers = extras.headers
  }
}

/** One wrong input: 400 with the input's name, as the caller wrote it, and what it should be. */
export const badInput = (name: string, message: string): AppError =>
  new AppError('bad_request', message, { errors: { [name]: [message] } })

/** Several wrong inputs told at once. */
export const badInputs = (errors: Readonly<Record<string, readonly string[]>>): AppError =>
  new AppError('bad_request', Object.values(errors).flat().join(' '), { errors })

/** Unknown or not visible: one and the same answer, so that existence does not leak. */
export const notFound = (): AppError =>
  new AppError('not_found', 'There is nothing here, or nothing that you have access to.')

/** Visible, but not for this caller to do; `message` says who may. */
export const forbidden = (message: string): AppError => new AppError('forbidden', message)

/** The state of things does not allow it now; `message` says what stands in the way. */
export const conflict = (message: string): AppError => new AppError('conflict', message)
