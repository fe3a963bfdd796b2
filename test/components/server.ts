// The server of a component under test: it answers what the test says, and keeps what it was asked.
import { vi } from 'vitest'

/** A call as the server got it. */
export interface Call {
  readonly route: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

type Answer = (call: Call) => unknown

const session = { user: null, pending: null, csrfToken: 'token-1', environment: 'production', offline: false }

let unexpected: string[] = []

/**
 * Answers calls by method and path, such as `GET /v2/users`: JSON, or a `Response`. Any other call fails the test. The
 * result has the calls so far.
 */
export function serve(answers: Readonly<Record<string, Answer>>): readonly Call[] {
  const calls: Call[] = []
  const all: Readonly<Record<string, Answer>> = { 'GET /session': () => session, ...answers }
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams: query } = new URL(request.url)
    const route = `${request.method} ${pathname}`
    const text = await request.text()
    const call = {
      route,
      query,
      headers: request.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
    const answer = all[route]
    if (answer === undefined) unexpected.push(`${route} was called`)
    calls.push(call)
    const given = answer === undefined ? refused(404, {}) : await answer(call)
    return given instanceof Response ? given : Response.json(given)
  })
  return calls
}

/** A refusal as the server writes it. */
export const refused = (status: number, problem: object): Response =>
  new Response(JSON.stringify({ status, ...problem }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

/** Ends serving; the calls that the test did not expect. */
export function forgetServer(): readonly string[] {
  vi.stubGlobal('fetch', () => {
    throw new Error('the test serves no calls')
  })
  const all = unexpected
  unexpected = []
  return all
}
