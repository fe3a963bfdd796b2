// v2 of tasks as a whole: exports, counts by groups.
import type { RouteModule } from '../../http/route.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import { summariseList, summarySchema } from '../../http/v2/reports/summary.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { groupVisibleTasks, listVisibleTasks, taskListing } from '../task-rows.ts'
import { taskProperties } from './tasks.wire.ts'

const person = (path: string) => [`${path}/FirstName`, `${path}/LastName`]

/** The list of tasks. */
export const reportedTasks: ReportedSource = {
  name: 'tasks',
  usual: [
    'Id',
    'Name',
    'Type',
    'Status',
    'DueDate',
    'Duration',
    'Matter/Id',
    'Matter/Name',
    ...person('Assignee'),
  ],
  open: async (app, actor) => ({
    resource: { ...taskListing, properties: taskProperties },
    fields: [],
    ...pagesOf((asked) => listVisibleTasks(app, actor, asked)),
    groups: (asked) => groupVisibleTasks(app, actor, asked),
  }),
}

export const taskReportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/tasks/export',
    { config: { access: { right: 'use' } }, ...skipSchemaValidation, schema: exportSchema('tasks') },
    (request, reply) => exportList(app, request, reply, reportedTasks),
  )
  server.get(
    '/v2/tasks/summary',
    { config: { access: { right: 'use' } }, ...skipSchemaValidation, schema: summarySchema('tasks') },
    (request) => summariseList(app, request, reportedTasks),
  )
}
