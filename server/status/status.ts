// What the people and programs that run the server ask it: is it alive, is it ready, what has it counted.
import { sql } from 'kysely'
import { metricsText, metricsType } from '../http/metrics.ts'
import { checkMetricsReader } from '../http/metrics-access.ts'
import type { RouteModule } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import { createShortMemory } from '../platform/short-memory.ts'

// whoever watches the server must not be kept out because it is busy
const watching = { access: 'public', rate: 'none' } as const

/** `/healthz`: the process answers. `/readyz`: it can serve, because its database and storage can. `/metrics`: Prometheus, for whom the settings say. */
export const statusRoutes: RouteModule = (server, app) => {
  // nobody counts these calls, so that they must not cost a statement each
  const answering = createShortMemory<unknown>({ milliseconds: 250, limit: 1 })

  server.get('/healthz', { config: watching }, async () => ({ status: 'ok' }))

  server.get('/readyz', { config: watching }, async () => {
    if (app.stopping()) throw new AppError('unavailable', 'The server is stopping.')
    await answering.get('', () => sql`select 1`.execute(app.database.kysely))
    return { status: 'ready', ...(app.config.offline ? { offline: true } : {}) }
  })

  server.get('/metrics', { config: watching }, async (request, reply) => {
    checkMetricsReader(request, app.config)
    return reply.type(metricsType).send(await metricsText())
  })
}
