// From the credentials of a request to an Actor: a bearer token, or the web app's session cookie.
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import { unauthenticated } from './route.ts'

/** How the process knows people; given by whoever builds the server, because http knows no noun. */
export interface Authenticator {
  /** The person behind an access token, as they stand now; undefined when the token is not valid (any more). */
  byToken(token: string): Promise<Actor | undefined>
  /** The person behind a session cookie; `safe` requests need no CSRF token, the others are refused without it. */
  bySession(request: FastifyRequest): Promise<Actor | undefined>
}

/** The caller, or null for nobody. A token that is not valid is 401 even on a public route's address. */
export async function authenticate(
  authenticator: Authenticator,
  request: FastifyRequest,
): Promise<Actor | null> {
  const header = request.headers.authorization
  if (timesSent(request, 'authorization') > 1) throw unauthenticated('invalid_token')
  if (header !== undefined) return byHeader(authenticator, request, header)
  const actor = await authenticator.bySession(request)
  return actor ? { ...actor, requestId: request.id } : null
}

// A token of ours is about 600 characters; what is far longer is not worth a look.
const longestToken = 4_096

async function byHeader(
  authenticator: Authenticator,
  request: FastifyRequest,
  header: string,
): Promise<Actor> {
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header.slice(0, longestToken + 10))?.[1]
  if (!token || header.length > longestToken) throw unauthenticated('invalid_token')
  const actor = await authenticator.byToken(token)
  if (!actor) throw unauthenticated('invalid_token')
  return { ...actor, requestId: request.id }
}

/** Credentials in the address end up in logs and histories, so they are refused (RFC 6750 section 2.3 is not offered). */
export function refuseTokenInAddress(request: FastifyRequest): void {
  if (/[?&]access_token=/.test(request.url)) {
    throw new AppError(
      'unauthorized',
      'Send the access token in the Authorization header, never in the address.',
      {
        headers: { 'www-authenticate': 'Bearer error="invalid_request"' },
      },
    )
  }
}

/** Node keeps the first of repeated headers silently; which one was meant is not for us to guess. */
function timesSent({ raw }: FastifyRequest, name: string): number {
  return raw.rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length
}
