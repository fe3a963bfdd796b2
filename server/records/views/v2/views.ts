// v2 of saved views.
import { kinds } from '../../kinds.ts'
import Type from 'typebox'
import { answerList } from '../../../http/answer-list.ts'
import { idOf, pathIds } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPost } from '../../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import {
  listFromV2,
  listQueryOf,
  pageSchema,
  pageToV2,
  skipSchemaValidation,
} from '../../../http/v2/odata.ts'
import { checkKeptQuery } from '../../../http/v2/reports/check-view.ts'
import type { ReportedSource } from '../../../http/v2/reports/reported-list.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { createView } from '../commands/create-view.ts'
import { deleteView, updateView } from '../commands/update-view.ts'
import { getViewRow, listViews, viewListing } from '../list-views.ts'
import type { ViewContent } from '../view.ts'
import {
  newViewFromV2,
  newViewSchema,
  viewChangesFromV2,
  viewChangesSchema,
  viewExample,
  viewProperties,
  viewSchema,
  viewToV2,
} from './views.wire.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...viewListing, properties: viewProperties }
const params = pathIds('viewId')

async function checkContent(
  app: App,
  actor: Actor,
  sources: readonly ReportedSource[],
  content: ViewContent,
) {
  const source = sources.find(({ name }) => name === content.list)
  if (!source) throw badInput('list', `must be one of ${sources.map(({ name }) => name).join(', ')}.`)
  if (content.sharedWith !== 'Team' && content.teamId !== null)
    throw badInput('team', 'must be null unless the view is shared with a team.')
  await checkKeptQuery(app, actor, source, content)
}

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/views', {
    config,
    ...skipSchemaValidation,
    summary: 'List saved views',
    description: `Your own, those of your teams and those of your organisation. For one list use $filter=List eq '${kinds.contract.many}'.`,
    querystring: listQueryOf(),
    returns: pageSchema(viewSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const actor = actorOf(request)
        const list = await listFromV2(reading, request, resource)
        const page = await listViews(reading, actor, list)
        return pageToV2(reading, request, list, { ...page, toV2: (row) => viewToV2(row, actor) })
      }),
  })

  onGet(server, '/v2/views/:viewId', {
    config,
    summary: 'Get a saved view',
    description: 'With what you may do with it. To use it, send its filter and order to the list.',
    returns: viewSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const row = await getViewRow(app, actor, idOf(request.params.viewId))
      return reply.header('etag', etagOf(Number(row['version']))).send(viewToV2(row, actor))
    },
  })
}

const createRoute =
  (sources: readonly ReportedSource[]): RouteModule =>
  (server, app) => {
    onPost(server, '/v2/views', {
      config: { ...config, etag: true, documentedBodies: jsonBody(newViewSchema, viewExample) },
      summary: 'Save a view',
      description:
        'Its filter, order and columns are checked: 400 names what the list does not have. Members of a team share views with it, administrators with the organisation. Everybody finds with it only what they see.',
      creates: viewSchema,
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const content = newViewFromV2(request.body)
        await checkContent(app, actor, sources, content)
        const id = await createView(app, actor, content)
        const row = await getViewRow(app, actor, id)
        reply.header('location', `/v2/views/${id}`).header('etag', etagOf(Number(row['version'])))
        return viewToV2(row, actor)
      },
    })
  }

const changeRoutes =
  (sources: readonly ReportedSource[]): RouteModule =>
  (server, app) => {
    server.patch(
      '/v2/views/:viewId',
      {
        config: {
          ...config,
          ifMatch: true,
          etag: true,
          documentedBodies: mergePatchBody(viewChangesSchema, { name: 'Expiring', orderBy: 'Expiry desc' }),
        },
        schema: {
          summary: 'Change a saved view',
          description:
            'A merge patch: absent properties are kept. With If-Match, only the version that was read is changed: otherwise 412. A view that is no longer shared belongs to the person who stopped sharing it.',
          params,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request)
        const changes = viewChangesFromV2(request.body)
        const checkVersion = versionCheck(request)
        const version = await updateView(app, actor, idOf(request.params.viewId), async (view, tx) => {
          checkVersion(view.version)
          // who stops sharing with a team need not say that there is no team any more
          const unshared =
            changes.sharedWith !== undefined && changes.sharedWith !== 'Team' ? { teamId: null } : {}
          const content = { ...view, ...unshared, ...changes }
          await checkContent({ ...app, db: tx }, actor, sources, content)
          return content
        })
        return reply.header('etag', etagOf(version)).code(204).send(null)
      },
    )

    onDelete(server, '/v2/views/:viewId', {
      config: { ...config, ifMatch: true },
      summary: 'Delete a saved view',
      description:
        'For those who may change it. With If-Match, only the version that was read: otherwise 412.',
      handler: async (request) => {
        const checkVersion = versionCheck(request)
        await deleteView(app, actorOf(request), idOf(request.params.viewId), ({ version }) =>
          checkVersion(version),
        )
      },
    })
  }

/** The routes of saved views of these lists. */
export const viewRoutes =
  (sources: readonly ReportedSource[]): RouteModule =>
  (server, app) => {
    for (const routes of [readRoutes, createRoute(sources), changeRoutes(sources)]) routes(server, app)
  }
