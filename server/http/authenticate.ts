// Turns the credentials of a request into an Actor: a bearer token, or the web app's session cookie.
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import { unauthenticated } from './route.ts'

/** How the process authenticates users; passed in by the composition, because http imports no noun. */
export interface Authenticator {
  /** The user of an access token, with their current rights; undefined if the token is not valid. */
  byToken(token: string): Actor | undefined | Promise<Actor | undefined>
  /** The user of a session cookie; `safe` requests need no CSRF token, others are rejected without one. */
  bySession(request: FastifyRequest): Promise<Actor | undefined>
}

/**
 * The caller, or null if there are no credentials; a promise only if something must be read first. An invalid token is
 * 401 even on a public route.
 */
export function authenticate(
  authenticator: Authenticator,
  request: FastifyRequest,
): Actor | null | Promise<Actor | null> {
  const header = request.headers.authorization
  if (header !== undefined) return byHeader(authenticator, request, header)
  if (request.headers.cookie === undefined) return null
  return authenticator
    .bySession(request)
    .then((actor) => (actor ? { ...actor, requestId: request.id } : null))
}

// Our tokens have about 600 characters; anything much longer is rejected unread.
const maxTokenLength = 4_096

function byHeader(
  authenticator: Authenticator,
  request: FastifyRequest,
  header: string,
): Actor | Promise<Actor> {
  // Node silently keeps the first of repeated headers; which one was meant cannot be known
  if (isRepeated(request, 'authorization') || header.length > maxTokenLength)
    throw unauthenticated('invalid_token')
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1]
  if (!token) throw unauthenticated('invalid_token')
  const actor = authenticator.byToken(token)
  return actor instanceof Promise ? actor.then((found) => callerOf(request, found)) : callerOf(request, actor)
}

function callerOf({ id }: FastifyRequest, actor: Actor | undefined): Actor {
  if (!actor) throw unauthenticated('invalid_token')
  return { ...actor, requestId: id }
}

/** Credentials in URLs end up in logs and histories, so they are rejected (RFC 6750 section 2.3 is not supported). */
export function rejectTokenInUrl(request: FastifyRequest): void {
  const { url } = request
  if (url.includes('access_token=') && /[?&]access_token=/.test(url)) {
    throw new AppError(
      'unauthorized',
      'Send the access token in the Authorization header, never in the URL.',
      {
        headers: { 'www-authenticate': 'Bearer error="invalid_request"' },
      },
    )
  }
}

function isRepeated({ raw: { rawHeaders } }: FastifyRequest, name: string): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at]
    if (each?.length === name.length && each.toLowerCase() === name) count++
  }
  return count > 1
}
