// v2 of people as a whole: exports.
import type { RouteModule } from '../../../http/route.ts'
import { skipSchemaValidation } from '../../../http/v2/odata.ts'
import { exportList, exportSchema } from '../../../http/v2/reports/export-list.ts'
import { type ReportedSource } from '../../../http/v2/reports/reported-list.ts'
import { countVisiblePeople, listVisiblePeople, peopleListing } from '../list-people.ts'
import { userCollections, userProperties } from './users.wire.ts'

/** The list of people. */
export const reportedUsers: ReportedSource = {
  name: 'users',
  usual: ['Id', 'Email', 'FirstName', 'LastName', 'JobTitle', 'Role', 'Status', 'Department/Name'],
  open: async (app, actor) => ({
    resource: {
      ...peopleListing(actor),
      properties: userProperties,
      collectionProperties: userCollections,
    },
    fields: [],
    read: (asked) => listVisiblePeople(app, actor, asked),
    count: (query) => countVisiblePeople(app, actor, query),
  }),
}

export const userReportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/users/export',
    {
      config: { access: { right: 'read-libraries' } },
      ...skipSchemaValidation,
      schema: exportSchema('people'),
    },
    (request, reply) => exportList(app, request, reply, reportedUsers),
  )
}
