// v2 of files and folders as a whole: exports.
import type { RouteModule } from '../../http/route.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { fileProperties } from '../../http/v2/files.wire.ts'
import { countVisibleFiles, fileListing, listVisibleFiles } from '../lists/list-all.ts'

/** The list of files and folders. */
export const reportedFiles: ReportedSource = {
  name: 'files',
  usual: [
    'Id',
    'Name',
    'Type',
    'ContentType',
    'Size',
    'Restricted',
    'Resource/Type',
    'Resource/Id',
    'Created/DateUtc',
    'Created/UserName',
    'Modified/DateUtc',
    'Modified/UserName',
  ],
  open: async (app, actor) => ({
    resource: { ...fileListing(app), properties: fileProperties },
    fields: [],
    read: (asked) => listVisibleFiles(app, actor, asked),
    count: (query) => countVisibleFiles(app, actor, query),
  }),
}

export const fileReportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/files/export',
    {
      config: { access: { right: 'use' } },
      ...skipSchemaValidation,
      schema: exportSchema('files and folders'),
    },
    (request, reply) => exportList(app, request, reply, reportedFiles),
  )
}
