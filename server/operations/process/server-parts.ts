// What the HTTP server needs from nouns: how callers are authenticated, and which origins browsers may call from.
import { createTokenAuthenticator } from '../../identity/oauth/bearer.ts'
import { createOriginRule } from '../../identity/oauth/origins.ts'
import type { App } from '../../platform/app.ts'
import { createSessionAuthenticator } from '../../identity/sessions/endpoints/session-authenticator.ts'
import type { ServerParts } from './server.ts'

/** How long a caller's rights are cached; tests disable the cache. */
interface CacheOptions {
  readonly milliseconds?: number
}

/** The parts for a process that serves this app. */
export function serverParts(app: App, cache: CacheOptions = {}): ServerParts {
  return {
    authenticator: {
      byToken: createTokenAuthenticator(app, cache),
      bySession: createSessionAuthenticator(app, cache),
    },
    originAllowed: createOriginRule(app),
  }
}
