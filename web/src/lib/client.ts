// The only way to call the server: same origin, session cookie, CSRF header on every write, a key on every POST. A call
// that does not succeed throws a `Refusal`.
import createClient from 'openapi-fetch'
import type { Session } from './api.ts'
import type { Paths } from './calls.ts'
import { serverAnswered, serverIsAway, serverIsBack } from './connection.ts'
import { followClock } from './now.ts'
import { fetchAsWork } from './quiet.ts'
import {
  hasStatus,
  isUnanswered,
  needsVerification,
  noAnswer,
  readRefusal,
  Refusal,
  UNREACHABLE,
} from './refusal.ts'
import { forgetAnswered, keyFor, newKey, rememberUnanswered } from './repetition.ts'
import { isAtWork, signedInAgain } from './session-gate.ts'
import { verifiedAgain } from './verification-gate.ts'
import { UNREAD } from './unread.ts'

const SAFE_METHODS = ['GET', 'HEAD']
const KEY = 'idempotency-key'
// how long a change waits for a server that is away, before the person is informed
const UNREADABLE = 'An amount or a number cannot be read. Correct it where it is marked.'
const PATIENCE_MS = 120_000

let session: Session | undefined

/** Calls by method and path; pass the result to `answer`. */
export const client = createClient<Paths>({
  credentials: 'same-origin',
  fetch: send,
  bodySerializer: written,
})

/**
 * The body as it is sent. JSON has no NaN, and would clear what somebody wrote in a way that cannot be read: see
 * forms/inputs/amount-input.tsx and amount-text-input.tsx.
 */
function written(body: unknown): FormData | string {
  if (body instanceof FormData) return body
  return JSON.stringify(body, (_, value: unknown) => {
    if (Number.isNaN(value) || value === UNREAD) throw new Refusal(400, { detail: UNREADABLE })
    return value
  })
}

/** The body of a call's answer. */
export async function answer<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call
  return data as Body
}

/** The body of an answer with its version, to be sent back in `If-Match`: see `ifMatch`. */
export async function answerWithTag<Body>(
  call: Promise<{ data?: Body; response: Response }>,
): Promise<{ value: Body; etag: string | undefined }> {
  const { data, response } = await call
  return { value: data as Body, etag: response.headers.get('etag') ?? undefined }
}

/** For `headers` of a change: it is made only to the version that was read; any other one is a refusal with 412. */
export function ifMatch(etag: string | undefined): { 'If-Match'?: string } {
  return etag === undefined ? {} : { 'If-Match': etag }
}

/** Loads the session. Every later call sends the CSRF token of the latest one. */
export async function loadSession(): Promise<Session> {
  session = await answer(client.GET('/session'))
  return session
}

/**
 * For programs that send requests of their own (uploads in pieces): the headers that every write needs. They are those
 * of the latest session.
 */
export async function writeHeaders(): Promise<{ 'x-csrf-token': string }> {
  const { csrfToken } = session ?? (await loadSession())
  return { 'x-csrf-token': csrfToken }
}

/** Who is signed in, as far as this page knows. */
export const signedInUserId = (): string | undefined => session?.user?.id

async function send(request: Request): Promise<Response> {
  if (SAFE_METHODS.includes(request.method)) return whileSignedIn(request, deliver)
  if (request.method === 'POST' && !request.headers.has(KEY)) return sendOnce(request)
  return sendPatiently(request)
}

/**
 * A change that got no answer is sent again when the server is back: a POST has its key, and everything else means the
 * same twice.
 */
async function sendPatiently(first: Request): Promise<Response> {
  const until = Date.now() + PATIENCE_MS
  let request = first
  for (let lost = false; ; lost = true) {
    const spare = request.clone()
    try {
      return await whileSignedIn(request, sendWithToken)
    } catch (error) {
      // the one whose answer was lost has deleted it
      if (lost && request.method === 'DELETE' && hasStatus(error, 404))
        return new Response(null, { status: 204 })
      if (!hasStatus(error, UNREACHABLE) || Date.now() > until) throw error
      await Promise.race([serverIsBack(), later(until - Date.now())])
      request = spare
    }
  }
}

/**
 * A call that comes when the session has ended waits until the same person has signed in again, over the page; one for
 * which they have to prove who they are waits until they have.
 */
async function whileSignedIn(
  request: Request,
  pass: (request: Request) => Promise<Response>,
): Promise<Response> {
  const spare = request.clone()
  try {
    return await pass(request)
  } catch (error) {
    if (needsVerification(error)) {
      await verifiedAgain()
      return pass(spare)
    }
    if (!hasStatus(error, 401) || !isAtWork() || !/\/v2\//.test(request.url)) throw error
    const person = session?.user?.id
    // another tab may have signed in again already
    const now = await loadSession()
    if (now.user === null || now.user.id !== person) await signedInAgain()
    return pass(spare)
  }
}

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** A POST with a key: the one of an equal call that got no answer, so that repeating it does nothing twice. */
async function sendOnce(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const isJson = /json/.test(request.headers.get('content-type') ?? 'json')
  const call = isJson ? `${pathname}${search} ${await request.clone().text()}` : undefined
  const key = call === undefined ? newKey() : keyFor(call)
  request.headers.set(KEY, key)
  try {
    const response = await sendPatiently(request)
    if (call !== undefined) forgetAnswered(call)
    return response
  } catch (error) {
    if (call !== undefined && isUnanswered(error)) rememberUnanswered(call, key)
    else if (call !== undefined) forgetAnswered(call)
    throw error
  }
}

async function sendWithToken(request: Request): Promise<Response> {
  const spare = request.clone()
  const before = session ?? (await loadSession())
  try {
    return await deliver(withToken(request, before))
  } catch (error) {
    if (!hasStatus(error, 403) || needsVerification(error)) throw error
    return deliver(withToken(spare, await sessionRenewedSince(before, error)))
  }
}

// Signing in or out in another tab leaves this one with an old token. The call is only repeated for the same person:
// what one person decided on the screen must never be done on behalf of another.
async function sessionRenewedSince(before: Session, refusal: unknown): Promise<Session> {
  const now = await loadSession()
  if (now.user?.id !== before.user?.id) {
    throw new Refusal(409, {
      detail: 'Someone else has signed in, or you have signed out, in another tab. Load this page again.',
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
  const response = await fetchAsWork(request).catch((error: unknown) => {
    // the page no longer wants the answer
    if (request.signal.aborted) throw error
    serverIsAway()
    throw noAnswer()
  })
  serverAnswered()
  followClock(response)
  if (!response.ok) throw await readRefusal(response)
  return response
}
