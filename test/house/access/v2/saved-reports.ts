// Access to saved reports.
import { saveReport } from '../../../../server/reports/commands/save-report.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const definition = {
  list: 'invoices',
  filter: null,
  by: ['firm'],
  measures: ['approved'],
  range: null,
  order: 'Value',
  top: 10,
} as const

/** A report that its owner shares with nobody. */
async function report({ app, people }: World) {
  const name = mark()
  const content = { ...definition, name, sharedWith: 'Me' } as const
  const reportId = await saveReport(app, await actorFor(app, people.owner), content)
  return { params: { reportId }, mark: name }
}

const owners = { outsider: 404, colleague: 404, viewer: 404 } as const

export const savedReportCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/reports',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await report(world)).mark }),
    viewer: 'shown nothing',
  },
  {
    route: 'POST /v2/reports',
    make: () => ({ body: { ...definition, name: mark() } }),
    outsider: 'may',
    viewer: 'may',
  },
  { route: 'GET /v2/reports/:reportId', make: report, ...owners },
  {
    route: 'PATCH /v2/reports/:reportId',
    make: async (world) => ({ params: (await report(world)).params, body: { name: mark() } }),
    ...owners,
  },
  {
    route: 'DELETE /v2/reports/:reportId',
    make: async (world) => ({ params: (await report(world)).params }),
    ...owners,
  },
]
