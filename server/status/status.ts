// Endpoints for operating the server: liveness, readiness, metrics.
import { sql } from 'kysely'
import { metricsText, metricsType } from '../http/metrics.ts'
import { checkMetricsAccess } from '../http/metrics-access.ts'
import type { RouteModule } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import { createTtlCache } from '../platform/ttl-cache.ts'

// monitoring must not be rejected because the server is busy
const monitoring = { access: 'public', rate: 'none' } as const

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, because its database and storage can. `/metrics`:
 * Prometheus metrics, with access as configured.
 */
export const statusRoutes: RouteModule = (server, app) => {
  // these calls are not rate-limited, so they must not cost a statement each
  const databaseCheck = createTtlCache<unknown>({ milliseconds: 250, limit: 1 })

  server.get('/healthz', { config: monitoring }, async () => ({ status: 'ok' }))

  server.get('/readyz', { config: monitoring }, async () => {
    if (app.stopping()) throw new AppError('unavailable', 'The server is stopping.')
    await databaseCheck.get('', () => sql`select 1`.execute(app.database.kysely))
    return { status: 'ready', ...(app.config.offline ? { offline: true } : {}) }
  })

  server.get('/metrics', { config: monitoring }, async (request, reply) => {
    checkMetricsAccess(request, app.config)
    return reply.type(metricsType).send(await metricsText())
  })
}
