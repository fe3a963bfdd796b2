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
  content_damaged: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof statusOf

interface Extras {
  /** For bad input: the name of each wrong input and what to do about it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** How many wrong inputs `errors` does not name. */
  readonly leftOut?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A refusal that is told to the caller: `message` says what to do, and nothing that the caller may not know. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: Extras['errors']
  readonly leftOut: number
  readonly headers: Extras['headers']

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.code = code
    this.status = statusOf[code]
    this.errors = extras.errors
    this.leftOut = extras.leftOut ?? 0
    this.headers = extras.headers
  }
}

/** One wrong input: 400 with the input's name, as the caller wrote it, and what it should be. */
export const badInput = (name: string, message: string): AppError => badInputs({ [name]: [message] })

/**
 * Several wrong inputs in one answer: the first twenty by name, and how many more there are, with those that an error which is
 * reworded here had already left out.
 */
export function badInputs(
  errors: Readonly<Record<string, readonly string[]>> | ReadonlyMap<string, readonly string[]>,
  leftOut = 0,
): AppError {
  const all = errors instanceof Map ? [...errors] : Object.entries(errors)
  const named = all.slice(0, mostNamed).map(shortened)
  const more = all.length - named.length + leftOut
  const texts = named.flatMap(([, messages]) => messages)
  if (more > 0) texts.push(`${more} more ${more === 1 ? 'input is' : 'inputs are'} wrong.`)
  return new AppError('bad_request', clipped(texts.join(' '), longestDetail), {
    errors: Object.fromEntries(named),
    leftOut: more,
  })
}

const mostNamed = 20
const mostMessages = 5
const longestName = 200
const longestMessage = 1_000
/** The longest `detail` of an answer, in characters. */
export const longestDetail = 4_000

const shortened = ([name, messages]: readonly [string, readonly string[]]) =>
  [
    clipped(name, longestName),
    messages.slice(0, mostMessages).map((each) => clipped(each, longestMessage)),
  ] as const

/** The text, or its beginning and an ellipsis: answers never echo a whole input. */
export const clipped = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed().trimEnd()}…`

/** Unknown or not visible: one and the same answer, so that existence does not leak. */
export const notFound = (): AppError =>
  new AppError('not_found', 'There is nothing here, or nothing that you have access to.')

/** Visible, but not for this caller to do; `message` says who may. */
export const forbidden = (message: string): AppError => new AppError('forbidden', message)

/** The state of things does not allow it now; `message` says what stands in the way. */
export const conflict = (message: string): AppError => new AppError('conflict', message)
