// v2 of dashboards that people put together.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { listFromV2, listQueryOf, pageSchema, pageToV2, skipSchemaValidation } from '../../http/v2/odata.ts'
import { createDashboard, deleteDashboard, updateDashboard } from '../own-dashboards/change-dashboards.ts'
import { dashboardListing, getDashboard, listDashboards } from '../own-dashboards/list-dashboards.ts'
import {
  dashboardChangesFromV2,
  dashboardChangesSchema,
  dashboardExample,
  dashboardProperties,
  dashboardSchema,
  dashboardToV2,
  newDashboardFromV2,
  newDashboardSchema,
} from './own-dashboards.wire.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...dashboardListing, properties: dashboardProperties }

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/dashboards', {
    config,
    ...skipSchemaValidation,
    summary: 'List dashboards',
    description:
      'Those that you have put together, and those of your organisation. Ready-made ones are in /v2/reports/catalogue.',
    querystring: listQueryOf(),
    returns: pageSchema(dashboardSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const actor = actorOf(request)
        const list = await listFromV2(reading, request, resource)
        const page = await listDashboards(reading, actor, list)
        return pageToV2(reading, request, list, { ...page, toV2: (row) => dashboardToV2(row, actor) })
      }),
  })

  onGet(server, '/v2/dashboards/:dashboardId', {
    config,
    summary: 'Get a dashboard',
    description:
      'With its tiles in their order. A tile has no figures: ask for those of its report. A report that you do not see is 404 there.',
    returns: dashboardSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const row = await getDashboard(app, actor, idOf(request.params.dashboardId))
      return reply.header('etag', etagOf(Number(row['version']))).send(dashboardToV2(row, actor))
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/dashboards', {
    config: { ...config, etag: true, documentedBodies: jsonBody(newDashboardSchema, dashboardExample) },
    summary: 'Make a dashboard',
    description:
      'Of saved reports that you see and of ready-made ones. Administrators share dashboards with the organisation; each reader gets figures of what they may see.',
    creates: dashboardSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await createDashboard(app, actor, newDashboardFromV2(request.body))
      const row = await getDashboard(app, actor, id)
      reply.header('location', `/v2/dashboards/${id}`).header('etag', etagOf(Number(row['version'])))
      return dashboardToV2(row, actor)
    },
  })

  server.patch(
    '/v2/dashboards/:dashboardId',
    {
      config: {
        ...config,
        ifMatch: true,
        etag: true,
        documentedBodies: mergePatchBody(dashboardChangesSchema, { tiles: dashboardExample.tiles }),
      },
      schema: {
        summary: 'Change a dashboard',
        description:
          'A merge patch: absent properties are kept, tiles are replaced as a whole. With If-Match, only the version that was read is changed: otherwise 412. A dashboard that is no longer shared belongs to the person who stopped sharing it.',
        params: pathIds('dashboardId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const changes = dashboardChangesFromV2(request.body)
      const checkVersion = versionCheck(request)
      const id = idOf(request.params.dashboardId)
      const version = await updateDashboard(app, actorOf(request), id, (dashboard) => {
        checkVersion(dashboard.version)
        return { ...dashboard, ...changes }
      })
      return reply.header('etag', etagOf(version)).code(204).send(null)
    },
  )

  onDelete(server, '/v2/dashboards/:dashboardId', {
    config: { ...config, ifMatch: true },
    summary: 'Delete a dashboard',
    description:
      'For those who may change it; its reports stay. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request) => {
      const checkVersion = versionCheck(request)
      await deleteDashboard(app, actorOf(request), idOf(request.params.dashboardId), ({ version }) =>
        checkVersion(version),
      )
    },
  })
}

/** The routes of dashboards. */
export const dashboardRoutes: RouteModule = (server, app) => {
  readRoutes(server, app)
  changeRoutes(server, app)
}
