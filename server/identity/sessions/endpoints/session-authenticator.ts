// Authenticates the web app's cookie, for every route that is not public.
import type { FastifyRequest } from 'fastify'
import type { Authenticator } from '../../../http/authenticate.ts'
import { checkCsrf, sessionCookie } from '../../../http/session-cookie.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { copiesLiveMs } from '../../../platform/postgres/announcements.ts'
import { createTtlCache } from '../../../platform/ttl-cache.ts'
import { deviceOf } from '../devices.ts'
import { findSessionActor } from '../session.ts'

const rememberedSessions = 20_000

/**
 * Returns the user signed in with a request's cookie, cached as with tokens. Calls that change something are
 * rejected without the CSRF token. The v1 areas accept only tokens, as the specification requires.
 */
export function createSessionAuthenticator(
  app: Pick<App, 'db' | 'clock' | 'database' | 'config'>,
  { milliseconds = copiesLiveMs }: { readonly milliseconds?: number } = {},
): Authenticator['bySession'] {
  const remembered = createTtlCache<Actor | undefined>({
    milliseconds,
    limit: rememberedSessions,
    announced: { by: app.database.announcements, topic: 'rights' },
  })
  return async (request) => {
    const secret = sessionCookie(request, app.config)
    if (secret === undefined || isV1(request)) return undefined
    const actor = await remembered.get(secret, () => findSessionActor(app, secret, deviceOf(request)))
    if (actor && !isSafe(request)) checkCsrf(request, app.config)
    return actor
  }
}

const isV1 = (request: FastifyRequest) => /^\/\w+-apis\/v1\//.test(request.routeOptions.url ?? '')
const isSafe = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
