// v2 of saved reports.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { listFromV2, listQueryOf, pageSchema, pageToV2, skipSchemaValidation } from '../../http/v2/odata.ts'
import type { ReportedSource } from '../../http/v2/reports/reported-list.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { saveReport } from '../commands/save-report.ts'
import { deleteReport, updateReport } from '../commands/update-report.ts'
import { getSavedReport, listSavedReports, savedReportListing } from '../list-saved-reports.ts'
import { askedReport } from './asked-report.ts'
import { definitionToV2, type WrittenDefinition } from './definitions.wire.ts'
import {
  newReportFromV2,
  newReportSchema,
  reportChangesFromV2,
  reportChangesSchema,
  reportExample,
  reportProperties,
  reportSchema,
  reportToV2,
} from './saved-reports.wire.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...savedReportListing, properties: reportProperties }

/** The definition, once it has been checked against its list. */
const checked = async (
  app: App,
  actor: Actor,
  sources: readonly ReportedSource[],
  written: WrittenDefinition,
) => definitionToV2((await askedReport(app, actor, sources, { written })).definition)

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/reports', {
    config,
    ...skipSchemaValidation,
    summary: 'List saved reports',
    description: 'Your own, and those of your organisation.',
    querystring: listQueryOf(),
    returns: pageSchema(reportSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const actor = actorOf(request)
        const list = await listFromV2(reading, request, resource)
        const page = await listSavedReports(reading, actor, list)
        return pageToV2(reading, request, list, { ...page, toV2: (row) => reportToV2(row, actor) })
      }),
  })

  onGet(server, '/v2/reports/:reportId', {
    config,
    summary: 'Get a saved report',
    description:
      'With what you may do with it. Its figures are those of /v2/reports/figures with its definition.',
    returns: reportSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const row = await getSavedReport(app, actor, idOf(request.params.reportId))
      return reply.header('etag', etagOf(Number(row['version']))).send(reportToV2(row, actor))
    },
  })
}

const changeRoutes =
  (sources: readonly ReportedSource[]): RouteModule =>
  (server, app) => {
    onPost(server, '/v2/reports', {
      config: { ...config, etag: true, documentedBodies: jsonBody(newReportSchema, reportExample) },
      summary: 'Save a report',
      description:
        'Its definition is checked: 400 names what the list cannot be reported by. Administrators share reports with the organisation. Everybody is answered what they may see.',
      creates: reportSchema,
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const { parts, ...given } = newReportFromV2(request.body)
        const definition = await checked(app, actor, sources, { list: undefined, ...parts })
        const id = await saveReport(app, actor, { ...definition, ...given })
        const row = await getSavedReport(app, actor, id)
        reply.header('location', `/v2/reports/${id}`).header('etag', etagOf(Number(row['version'])))
        return reportToV2(row, actor)
      },
    })

    server.patch(
      '/v2/reports/:reportId',
      {
        config: {
          ...config,
          ifMatch: true,
          etag: true,
          documentedBodies: mergePatchBody(reportChangesSchema, { name: 'By firm', top: 10 }),
        },
        schema: {
          summary: 'Change a saved report',
          description:
            'A merge patch: absent properties are kept. With If-Match, only the version that was read is changed: otherwise 412. A report that is no longer shared belongs to the person who stopped sharing it.',
          params: pathIds('reportId'),
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const { parts, ...given } = reportChangesFromV2(request.body)
        const checkVersion = versionCheck(request)
        const version = await updateReport(app, actor, idOf(request.params.reportId), async (report, tx) => {
          checkVersion(report.version)
          const definition = await checked({ ...app, db: tx }, actor, sources, { ...report, ...parts })
          return { ...report, ...definition, ...given }
        })
        return reply.header('etag', etagOf(version)).code(204).send(null)
      },
    )

    onDelete(server, '/v2/reports/:reportId', {
      config: { ...config, ifMatch: true },
      summary: 'Delete a saved report',
      description:
        'For those who may change it. With If-Match, only the version that was read: otherwise 412.',
      handler: async (request) => {
        const checkVersion = versionCheck(request)
        await deleteReport(app, actorOf(request), idOf(request.params.reportId), ({ version }) =>
          checkVersion(version),
        )
      },
    })
  }

/** The routes of saved reports of these lists. */
export const savedReportRoutes =
  (sources: readonly ReportedSource[]): RouteModule =>
  (server, app) => {
    readRoutes(server, app)
    changeRoutes(sources)(server, app)
  }
