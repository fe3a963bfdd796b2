// Turns the credentials of a request into an Actor: a bearer token, or the web app's session cookie.
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import { unauthenticated } from './route.ts'

/** How the process authenticates users; passed in by the composition, because http imports no noun. */
export interface Authenticator {
  /** The user of an access token, with their current rights; undefined if the token is not valid. */
  byToken(token: string): Promise<Actor | undefined>
  /** The user of a session cookie; `safe` requests need no CSRF token, others are rejected without one. */
  bySession(request: FastifyRequest): Promise<Actor | undefined>
}

/** The caller, or null if there are no credentials. An invalid token is 401 even on a public route. */
export async function authenticate(
  authenticator: Authenticator,
  request: FastifyRequest,
): Promise<Actor | null> {
  const header = request.headers.authorization
  if (headerCount(request, 'authorization') > 1) throw unauthenticated('invalid_token')
  if (header !== undefined) return byHeader(authenticator, request, header)
  const actor = await authenticator.bySession(request)
  return actor ? { ...actor, requestId: request.id } : null
}

// Our tokens have about 600 characters; anything much longer is rejected unread.
const maxTokenLength = 4_096

async function byHeader(
  authenticator: Authenticator,
  request: FastifyRequest,
  header: string,
): Promise<Actor> {
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header.slice(0, maxTokenLength + 10))?.[1]
  if (!token || header.length > maxTokenLength) throw unauthenticated('invalid_token')
  const actor = await authenticator.byToken(token)
  if (!actor) throw unauthenticated('invalid_token')
  return { ...actor, requestId: request.id }
}

/** Credentials in URLs end up in logs and histories, so they are rejected (RFC 6750 section 2.3 is not supported). */
export function rejectTokenInUrl(request: FastifyRequest): void {
  if (/[?&]access_token=/.test(request.url)) {
    throw new AppError(
      'unauthorized',
      'Send the access token in the Authorization header, never in the URL.',
      {
        headers: { 'www-authenticate': 'Bearer error="invalid_request"' },
      },
    )
  }
}

/** Node silently keeps the first of repeated headers; which one was meant cannot be known. */
function headerCount({ raw }: FastifyRequest, name: string): number {
  return raw.rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length
}
