// The only way to call the server: same origin, session cookie, CSRF header on every write. A call that does not
// succeed throws an `ApiError`.
import createClient from 'openapi-fetch'
import type { paths, Session } from './api.ts'
import { hasStatus, ApiError, readApiError, noAnswer } from './api-error.ts'

const SAFE_METHODS = ['GET', 'HEAD']

let session: Session | undefined

/** Calls by method and path; pass the result to `answer`. */
export const client = createClient<paths>({ credentials: 'same-origin', fetch: send })

/** The body of a call's answer. */
export async function answer<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call
  return data as Body
}

/** Loads the session. Every later call sends the CSRF token of the latest one. */
export async function loadSession(): Promise<Session> {
  session = await answer(client.GET('/session'))
  return session
}

async function send(request: Request): Promise<Response> {
  if (SAFE_METHODS.includes(request.method)) return deliver(request)
  const spare = request.clone()
  const before = session ?? (await loadSession())
  try {
    return await deliver(withToken(request, before))
  } catch (error) {
    if (!hasStatus(error, 403)) throw error
    return deliver(withToken(spare, await sessionRenewedSince(before, error)))
  }
}

// Signing in or out in another tab leaves this one with an old token. The call is only repeated for the same person:
// what one person decided on the screen must never be done on behalf of another.
async function sessionRenewedSince(before: Session, refusal: unknown): Promise<Session> {
  const now = await loadSession()
  if (now.user?.id !== before.user?.id) {
    throw new ApiError(409, {
      detail: 'Somebody else has signed in, or you have signed out, in another tab. Load this page again.',
    })
  }
  if (now.csrfToken === before.csrfToken) throw refusal
  return now
}

function withToken(request: Request, { csrfToken }: Session): Request {
  request.headers.set('x-csrf-token', csrfToken)
  return request
}

async function deliver(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => {
    throw noAnswer()
  })
  if (!response.ok) throw await readApiError(response)
  return response
}
