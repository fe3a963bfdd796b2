// What the HTTP server needs to know of nouns: how callers are recognised, and which origins browsers may call from.
import { createTokenAuthenticator } from '../oauth/bearer.ts'
import { createOriginRule } from '../oauth/origins.ts'
import type { App } from '../platform/app.ts'
import { createSessionAuthenticator } from '../sessions/endpoints/by-session.ts'
import type { ServerParts } from './server.ts'

/** How long a caller's standing is believed without looking again; tests look each time. */
interface Remembering {
  readonly milliseconds?: number
}

/** The parts of a process that serves this app. */
export function serverParts(app: App, remembering: Remembering = {}): ServerParts {
  return {
    authenticator: {
      byToken: createTokenAuthenticator(app, remembering),
      bySession: createSessionAuthenticator(app, remembering),
    },
    originAllowed: createOriginRule(app),
  }
}
