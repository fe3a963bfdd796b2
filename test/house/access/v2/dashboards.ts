// Access to dashboards that people put together.
import { createDashboard } from '../../../../server/reports/own-dashboards/change-dashboards.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

/** A dashboard that its owner shares with nobody. */
async function dashboard({ app, people }: World) {
  const name = mark()
  const tiles = [{ source: { ready: 'spend-by-firm' }, shows: 'Chart', width: 'Half' }] as const
  const content = { name, sharedWith: 'Me', tiles } as const
  const dashboardId = await createDashboard(app, await actorFor(app, people.owner), content)
  return { params: { dashboardId }, mark: name }
}

const owners = { outsider: 404, colleague: 404, viewer: 404 } as const

export const dashboardCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/dashboards',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await dashboard(world)).mark }),
    viewer: 'shown nothing',
  },
  {
    route: 'POST /v2/dashboards',
    make: () => ({ body: { name: mark(), tiles: [{ ready: 'spend-by-firm' }] } }),
    outsider: 'may',
    viewer: 'may',
  },
  { route: 'GET /v2/dashboards/:dashboardId', make: dashboard, ...owners },
  {
    route: 'PATCH /v2/dashboards/:dashboardId',
    make: async (world) => ({ params: (await dashboard(world)).params, body: { name: mark() } }),
    ...owners,
  },
  {
    route: 'DELETE /v2/dashboards/:dashboardId',
    make: async (world) => ({ params: (await dashboard(world)).params }),
    ...owners,
  },
]
