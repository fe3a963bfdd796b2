// Origins that may call the API from a browser (CORS): any in the sandbox, in production those of registered redirect
// addresses.
import type { App } from '../../platform/app.ts'
import { createTtlCache } from '../../platform/ttl-cache.ts'

/** Whether pages of this origin may call. */
export function createOriginRule(
  app: Pick<App, 'db' | 'database' | 'config'>,
): (origin: string) => Promise<boolean> {
  if (app.config.environment === 'sandbox') return async () => true
  const remembered = createTtlCache<ReadonlySet<string>>({
    milliseconds: 10_000,
    limit: 1,
    announced: { by: app.database.announcements, topic: 'rights' },
  })
  return async (origin) => (await remembered.get('origins', () => readOrigins(app))).has(origin)
}

async function readOrigins({ db }: Pick<App, 'db'>): Promise<ReadonlySet<string>> {
  const clients = await db
    .selectFrom('oauth_clients')
    .where('status', '=', 'Active')
    .select('redirect_uris')
    .execute()
  return new Set(clients.flatMap((client) => client.redirect_uris).map((uri) => new URL(uri).origin))
}
