// What is known of a call that failed: the server's problem details, or that there was no answer at all.
import type { Problem } from './api.ts'

/** Thrown by every call that the server rejected or that did not reach it. `message` can be shown to the user. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string | undefined
  readonly operationId: string | undefined
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly retryAfter: string | undefined

  constructor(status: number, problem: Problem, retryAfter?: string) {
    super(problem.detail ?? problem.title ?? `The server answered with status ${status} and no explanation.`)
    this.name = 'Refusal'
    this.status = status
    this.type = problem.type
    this.operationId = problem.operationId
    this.errors = problem.errors ?? {}
    this.retryAfter = retryAfter
  }
}

/** The status of an error without an answer: the network or the server is down. */
export const UNREACHABLE = 0

/** The error of a call that got no answer. */
export function noAnswer(): Refusal {
  return new Refusal(UNREACHABLE, {
    detail: 'The server could not be reached. Check your connection and try again.',
  })
}

/** Reads the error from an answer; one that is not problem+json (a proxy's page, say) gives a generic error. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const body: unknown = isJson(response) ? await response.json().catch(() => undefined) : undefined
  const problem: Problem = typeof body === 'object' && body !== null ? body : {}
  return new Refusal(response.status, problem, response.headers.get('retry-after') ?? undefined)
}

/** Whether the server, or what stands before it, is away for the moment: the same call may succeed later. */
export function isAway(error: unknown): boolean {
  return error instanceof Refusal && [UNREACHABLE, 502, 503, 504].includes(error.status)
}

/**
 * Whether nobody knows if the call was carried out: no answer, an answer of somebody in between, or the server's word
 * that the same call is still under way.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  return (
    error.status === UNREACHABLE ||
    error.status >= 500 ||
    (error.status === 409 && error.retryAfter !== undefined)
  )
}

/** Whether this is an error response with that status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof Refusal && error.status === status
}

/** Whether the person has to prove again who they are; the same call is right after that. */
export function needsVerification(error: unknown): boolean {
  return error instanceof Refusal && error.type === 'urn:chancery:problem:verification-required'
}

/** The server's message about one field of a form, by any pointer that names the field. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  const entry = Object.entries(error.errors).find(([name]) => names(name, field))
  return entry?.[1].join(' ')
}

/** The messages about fields that the form does not show and that the error's own text does not repeat. */
export function otherErrors(error: unknown, fields: readonly string[]): string[] {
  if (!(error instanceof Refusal)) return []
  return Object.entries(error.errors)
    .filter(([name]) => !fields.some((field) => names(name, field)))
    .flatMap(([, messages]) => messages)
    .filter((message) => !error.message.includes(message))
}

/** Whether a name of the server is that of a field; `rates[0].from` is one of its own where a form shows it. */
const names = (name: string, field: string): boolean => name === field || fieldOf(name) === field

// `redirectUris.0`, `/redirectUris/0` and `redirectUris` all name the form's field.
function fieldOf(name: string): string {
  const path = name.replace(/^\//, '')
  return path.split(/[/.[]/)[0] ?? path
}

function isJson(response: Response): boolean {
  return /[/+]json\b/.test(response.headers.get('content-type') ?? '')
}
