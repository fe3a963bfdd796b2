// What the people and programs that run the server ask it: is it alive, is it ready, what has it counted.
import { sql } from 'kysely'
import { metricsText, metricsType } from '../http/metrics.ts'
import type { RouteModule } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'

/** `/healthz`: the process answers. `/readyz`: it can serve, because its database and storage can. `/metrics`: Prometheus. */
export const statusRoutes: RouteModule = (server, app) => {
  server.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))

  server.get('/readyz', { config: { access: 'public' } }, async () => {
    if (app.stopping()) throw new AppError('unavailable', 'The server is stopping.')
    await sql`select 1`.execute(app.database.kysely)
    return { status: 'ready' }
  })

  server.get('/metrics', { config: { access: 'public' } }, async (_, reply) =>
    reply.type(metricsType).send(await metricsText()),
  )
}
