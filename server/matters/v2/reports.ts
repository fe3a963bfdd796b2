// v2 of matters as a whole: exports, counts by groups, changes of many.
import { mostRecords } from '../../records/bulk/bulk-change.ts'
import { startBulkChange } from '../../records/bulk/commands/start-bulk-change.ts'
import type { RouteModule } from '../../http/route.ts'
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
} from '../../http/v2/reports/bulk.ts'
import { onlyOfEmpty } from '../../records/v2/bulk-fields.ts'
import { updateMatterAndTags } from '../commands/change-matter-tags.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { reportedRecords } from '../../records/v2/reported-records.ts'
import { matterKind } from '../matter-kind.ts'
import { bulkChangesFromV2, type MatterBulkChanges, matterBulkChangesSchema } from './bulk.wire.ts'
import { matterFilters, matterInputNames, matterProperties } from './matters.wire.ts'

const person = (path: string) => [`${path}/FirstName`, `${path}/LastName`]

/** The list of matters. */
export const reportedMatters = reportedRecords(matterKind, {
  name: 'matters',
  properties: matterProperties,
  filters: matterFilters,
  usual: [
    'Id',
    'DisplayId',
    'Name',
    'Type/Name',
    'Status',
    ...person('Owner'),
    ...person('Manager/User'),
    'TeamAssigned/Name',
    'ExternalId',
    'Restricted',
    'Urgent',
    'NextDue',
    'Created/DateUtc',
    'Modified/DateUtc',
    'Closed/DateUtc',
  ],
})

/** How many matters are changed. */
export const matterBulkChange: BulkChange<MatterBulkChanges> = {
  mostInBackground: mostRecords,
  start: startBulkChange,
  source: reportedMatters,
  read: bulkChangesFromV2,
  update: (one, actor, id, { changes: { tags, changes }, onlyEmpty }) =>
    updateMatterAndTags(one, actor, id, {
      tags,
      decide: (matter) => (onlyEmpty ? onlyOfEmpty(changes, matter) : changes),
    }),
}

export const matterReportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/matters/export',
    { config: { access: { right: 'use' } }, ...skipSchemaValidation, schema: exportSchema('matters') },
    (request, reply) => exportList(app, request, reply, reportedMatters),
  )
  server.get(
    '/v2/matters/summary',
    { config: { access: { right: 'use' } }, ...skipSchemaValidation, schema: summarySchema('matters') },
    (request) => summariseList(app, request, reportedMatters),
  )
  server.post(
    '/v2/matters/bulk',
    {
      config: {
        access: { right: 'use' },
        documentedBodies: jsonBody(bulkSchema(matterBulkChangesSchema), {
          ids: [42, 43],
          change: { teamAssigned: { id: 4 } },
          checkOnly: true,
        }),
        inputNames: matterInputNames,
      },
      schema: {
        summary: 'Change many matters',
        description: `${bulkDescription} Beside what PATCH takes, \`change\` may have the \`parent\` of the matters, and tags to put on and take off: these are words, in any case, and onlyEmpty does not concern them.`,
        response: { 200: bulkAnswer, 202: bulkStarted },
      },
    },
    (request, reply) => changeMany(app, request, reply, matterBulkChange),
  )
}
