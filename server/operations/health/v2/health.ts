// v2 of the health of the installation, for those whom its operator has named.
import type { RouteModule } from '../../../http/route.ts'
import { onGet } from '../../../http/routes.ts'
import { readInstallationHealth } from '../installation-health.ts'
import { addFailedJobRoutes } from './failed-jobs.ts'
import { healthSchema, healthToV2 } from './health.wire.ts'

export const healthRoutes: RouteModule = (server, app) => {
  addFailedJobRoutes(server, app)
  onGet(server, '/v2/installation/health', {
    config: { access: { right: 'administer-installation' } },
    operationId: 'getInstallationHealth',
    summary: 'Get the health of the installation',
    description:
      'Processes, background jobs, files, backups, mail, database, clocks; what is wrong with them, and what to do about it. For administrators of the installation, whom its operator names on the command line. Nothing of organisations is in it, and nothing secret.',
    returns: healthSchema,
    handler: async () => healthToV2(await readInstallationHealth(app)),
  })
}
