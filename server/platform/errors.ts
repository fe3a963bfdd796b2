// The one error that operations throw on purpose, and its codes. What anything else means is 500.

const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  verification_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  locked: 423,
  too_many_requests: 429,
  checksum_mismatch: 460,
  content_damaged: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof statusOf

interface Extras {
  /** What is wrong with each input, by the name that the caller gave it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A refusal that is reported to the caller: `message` says what to do, and nothing that the caller may not know. */
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

/**
 * A value of something that an organisation defines itself, such as a custom field; each wire has its own name for it.
 */
export interface CustomInput {
  readonly id: number
  readonly apiName: string
}

/**
 * Where an input is: a property of what the operation accepts, such as `teamId` or `lines[0].fee`; or a custom field.
 */
export type InputPath = string | CustomInput

/** What is wrong with an input: words that follow its name ("must be a number."), or a sentence that stands alone. */
export type Reason = string | { readonly sentence: string }

/** A reason that stands alone, where "<name> must be ..." would not read well. */
export const sentence = (text: string): Reason => ({ sentence: text })

/** One wrong input, without the name that this caller knows it by: the HTTP layer adds that. */
export interface InputProblem {
  readonly path: InputPath
  readonly reason: Reason
  /** Whether the path is spelled as the caller sent it, so that it is nobody's to rename. */
  readonly asSent?: boolean
}

/** Wrong input: 400. `message` and `errors` use the operation's own names; answers use those of the route's callers. */
export class InputError extends AppError {
  readonly problems: readonly InputProblem[]

  constructor(problems: readonly InputProblem[]) {
    const { detail, errors } = describeProblems(problems, ownName)
    super('bad_request', detail, { errors })
    this.problems = problems
  }
}

/** One wrong input: 400 with its path and what it should be. */
export const badInput = (path: InputPath, reason: Reason): InputError => new InputError([{ path, reason }])

/** Several wrong inputs in one answer: the reasons by path. */
export const badInputs = (errors: Readonly<Record<string, readonly Reason[]>>): InputError =>
  new InputError(
    Object.entries(errors).flatMap(([path, reasons]) => reasons.map((reason) => ({ path, reason }))),
  )

/** Throws 400 when there is a problem. */
export function refuseProblems(problems: readonly InputProblem[]): void {
  if (problems.length > 0) throw new InputError(problems)
}

/** Inputs that are right, but not for this caller to change: 403 that names them, as 400 names wrong ones. */
export class RefusedInputError extends AppError {
  readonly problems: readonly InputProblem[]

  constructor(problems: readonly InputProblem[]) {
    const { detail, errors } = describeProblems(problems, ownName)
    super('forbidden', detail, { errors })
    this.problems = problems
  }
}

const ownName = ({ path }: InputProblem): string => (typeof path === 'string' ? path : `field_${path.id}`)

/**
 * The problems as text, each input by the name that `nameOf` gives it: the first twenty, and how many more there are.
 */
export function describeProblems(
  problems: readonly InputProblem[],
  nameOf: (problem: InputProblem) => string,
): { readonly detail: string; readonly errors: Readonly<Record<string, readonly string[]>> } {
  const all = Map.groupBy(problems, nameOf)
  const named = [...all]
    .slice(0, mostNamed)
    .map(([name, each]): [string, string[]] => [
      clipped(name, longestName),
      each.slice(0, mostMessages).map(({ reason }) => clipped(messageOf(name, reason), longestMessage)),
    ])
  const more = all.size - named.length
  const texts = named.flatMap(([, messages]) => messages)
  if (more > 0) texts.push(`${more} more ${more === 1 ? 'input is' : 'inputs are'} wrong.`)
  return { detail: clipped(texts.join(' '), longestDetail), errors: Object.fromEntries(named) }
}

const messageOf = (name: string, reason: Reason): string =>
  typeof reason === 'string' ? `${name} ${reason}` : reason.sentence

const mostNamed = 20
const mostMessages = 5
const longestName = 200
const longestMessage = 1_000
/** The longest `detail` of an answer, in characters. */
export const longestDetail = 4_000

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
