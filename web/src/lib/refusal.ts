// What the app knows when a call did not succeed: the server's problem details, or that no answer came at all.
import type { Problem } from './api.ts'

/** Thrown by every call that the server refused or that found no server. `message` is fit to be shown to a person. */
export class Refusal extends Error {
  readonly status: number
  readonly operationId: string | undefined
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly retryAfter: string | undefined

  constructor(status: number, problem: Problem, retryAfter?: string) {
    super(problem.detail ?? problem.title ?? `The server answered with status ${status} and no explanation.`)
    this.name = 'Refusal'
    this.status = status
    this.operationId = problem.operationId
    this.errors = problem.errors ?? {}
    this.retryAfter = retryAfter
  }
}

/** Status of a refusal that stands for "no answer": the network or the server is down. */
export const UNREACHABLE = 0

/** The refusal that stands for a call which got no answer. */
export function unreachable(): Refusal {
  return new Refusal(UNREACHABLE, {
    detail: 'The server could not be reached. Check your connection and try again.',
  })
}

/** Reads the refusal out of an answer; an answer that is no problem+json (a proxy's page, say) gives a plain one. */
export async function refusalFrom(response: Response): Promise<Refusal> {
  const body: unknown = isJson(response) ? await response.json().catch(() => undefined) : undefined
  const problem: Problem = typeof body === 'object' && body !== null ? body : {}
  return new Refusal(response.status, problem, response.headers.get('retry-after') ?? undefined)
}

/** Whether this is a refusal with that status. */
export function isRefused(error: unknown, status: number): boolean {
  return error instanceof Refusal && error.status === status
}

/** The server's message about one field of a form, under whichever pointer it names the field. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  const entry = Object.entries(error.errors).find(([name]) => fieldOf(name) === field)
  return entry?.[1].join(' ')
}

/** The messages about fields that the form at hand does not show and the refusal's own text does not repeat. */
export function errorsBeside(error: unknown, fields: readonly string[]): string[] {
  if (!(error instanceof Refusal)) return []
  return Object.entries(error.errors)
    .filter(([name]) => !fields.includes(fieldOf(name)))
    .flatMap(([, messages]) => messages)
    .filter((message) => !error.message.includes(message))
}

// `redirectUris.0`, `/redirectUris/0` and `redirectUris` all name the form's field.
function fieldOf(name: string): string {
  const path = name.replace(/^\//, '')
  return path.split(/[/.[]/)[0] ?? path
}

function isJson(response: Response): boolean {
  return /[/+]json\b/.test(response.headers.get('content-type') ?? '')
}
