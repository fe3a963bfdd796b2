// What the HTTP server needs to know of nouns: how callers are recognised, and which origins browsers may call from.
import type { Authenticator } from './http/authenticate.ts'
import type { App } from './platform/app.ts'
import type { ServerParts } from './server.ts'

/** The parts of a process that serves this app. */
export function serverParts(app: App): ServerParts {
  const authenticator: Authenticator = { byToken: async () => undefined, bySession: async () => undefined }
  return { authenticator, originAllowed: async () => app.config.environment === 'sandbox' }
}
