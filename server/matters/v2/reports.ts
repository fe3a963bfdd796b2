// v2 of matters as a whole: exports, counts by groups.
import type { RouteModule } from '../../http/route.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import { summariseList, summarySchema } from '../../http/v2/reports/summary.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { reportedRecords } from '../../records/v2/reported-records.ts'
import { matterKind } from '../matter-kind.ts'
import { matterFilters, matterForms, matterProperties } from './matters.wire.ts'

const person = (path: string) => [`${path}/FirstName`, `${path}/LastName`]

/** The list of matters. */
export const reportedMatters = reportedRecords(matterKind, {
  name: 'matters',
  properties: matterProperties,
  filters: matterFilters,
  forms: matterForms.forms,
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
}
