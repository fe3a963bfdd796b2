// Access to saved reports.
import { saveReport } from '../../../../server/reports/commands/save-report.ts'
import { createMailing } from '../../../../server/reports/mailings/change-mailings.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const definition = {
  list: 'invoices',
  filter: null,
  by: ['firm'],
  measures: ['approved'],
  range: null,
  compare: null,
  order: 'Value',
  chart: 'First',
  top: 10,
  ownCurrency: false,
} as const

/** A report that its owner shares with nobody. */
async function report({ app, people }: World) {
  const name = mark()
  const content = { ...definition, name, sharedWith: 'Me' } as const
  const reportId = await saveReport(app, await actorFor(app, people.owner), content)
  return { params: { reportId }, mark: name }
}

/** A report that is mailed to its owner. */
async function mailing(world: World) {
  const { app, people } = world
  const { params, mark: name } = await report(world)
  const actor = await actorFor(app, people.owner)
  const mailingId = await createMailing(app, actor, {
    source: params,
    recipientId: actor.userId,
    weekday: 'Monday',
    monthDay: null,
    hour: 8,
    format: 'Xlsx',
    paused: false,
  })
  return { params: { mailingId }, mark: name }
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
  {
    route: 'GET /v2/reports/mailings',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await mailing(world)).mark }),
    viewer: 'shown nothing',
  },
  {
    route: 'POST /v2/reports/mailings',
    make: async (world) => {
      const { params } = await report(world)
      return { body: { report: { id: params.reportId }, weekday: 'Monday', hour: 8 } }
    },
    // not theirs
    outsider: 400,
    viewer: 400,
  },
  { route: 'GET /v2/reports/mailings/:mailingId', make: mailing, ...owners },
  {
    route: 'PATCH /v2/reports/mailings/:mailingId',
    make: async (world) => ({ params: (await mailing(world)).params, body: { hour: 9 } }),
    ...owners,
  },
  {
    route: 'DELETE /v2/reports/mailings/:mailingId',
    make: async (world) => ({ params: (await mailing(world)).params }),
    ...owners,
  },
]
