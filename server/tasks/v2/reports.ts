// v2 of tasks as a whole: exports, counts by groups, changes of many.
import { bulkJobs } from '../../records/bulk/commands/keep-bulk-change.ts'
import type { RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { formerValues } from '../../platform/events/taken-back.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import { summariseList, summarySchema } from '../../http/v2/reports/summary.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  bulkAnswer,
  type BulkChange,
  bulkDescription,
  bulkSchema,
  bulkStarted,
  changeMany,
  ofEmpty,
} from '../../http/v2/reports/bulk.ts'
import { updateTask } from '../commands/update-task.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { groupVisibleTasks, listVisibleTasks, taskListing } from '../task-rows.ts'
import { taskChangesFromV2, taskChangesSchema, taskInputNames, taskProperties } from './tasks.wire.ts'

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

/** How many tasks are changed. */
export const taskBulkChange: BulkChange<ReturnType<typeof taskChangesFromV2>> = {
  jobs: bulkJobs,
  takeBack: (app, actor, id, made) => updateTask(app, actor, id, (task) => formerValues(made, task).own),
  source: reportedTasks,
  read: taskChangesFromV2,
  update: (one, actor, id, { changes, onlyEmpty }) =>
    updateTask(one, actor, id, (task) => (onlyEmpty ? ofEmpty(changes, task) : changes)),
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
  onPost(server, '/v2/tasks/bulk', {
    config: {
      access: { right: 'use' },
      documentedBodies: jsonBody(bulkSchema(taskChangesSchema), {
        ids: [9, 10],
        change: { status: 'Complete' },
      }),
      inputNames: taskInputNames,
    },
    summary: 'Change many tasks',
    description: bulkDescription,
    responses: { 200: bulkAnswer, 202: bulkStarted },
    handler: (request, reply) => changeMany(app, request, reply, taskBulkChange),
  })
}
