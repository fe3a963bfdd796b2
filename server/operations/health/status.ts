// Endpoints for operating the server: liveness, readiness, metrics.
import { metricsText, metricsType } from '../../http/metrics.ts'
import { checkMetricsAccess } from '../../http/metrics-access.ts'
import type { RouteModule } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { createReadiness } from './readiness.ts'

// monitoring must not be rejected because the server is busy
const monitoring = { access: 'public', rate: 'none' } as const

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, because its database can; what is missing is named.
 * `/metrics`: Prometheus metrics, with access as configured.
 */
export const statusRoutes: RouteModule = (server, app) => {
  const findMissing = createReadiness(app)

  server.get('/healthz', { config: monitoring }, async () => ({ status: 'ok' }))

  server.get('/readyz', { config: monitoring }, async () => {
    const missing = await findMissing()
    const errors = Object.fromEntries(Object.entries(missing).map(([name, sentence]) => [name, [sentence]]))
    // without the storage, or room on the disk, records are served, and what cannot be stored is refused with a reason:
    // taking every server away would help nobody
    if (missing.server !== undefined || missing.database !== undefined)
      throw new AppError('unavailable', Object.values(missing).join(' '), { errors })
    return {
      status: 'ready',
      ...(Object.keys(missing).length === 0 ? {} : { missing: errors }),
      ...(app.config.offline ? { offline: true } : {}),
    }
  })

  server.get('/metrics', { config: monitoring }, async (request, reply) => {
    checkMetricsAccess(request, app.config)
    return reply.type(metricsType).send(await metricsText())
  })
}
