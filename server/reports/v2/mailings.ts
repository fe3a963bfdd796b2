// v2 of mailed reports.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { listFromV2, listQueryOf, pageSchema, pageToV2, skipSchemaValidation } from '../../http/v2/odata.ts'
import { createMailing, deleteMailing, updateMailing } from '../mailings/change-mailings.ts'
import { getMailing, listMailings, mailingListing } from '../mailings/list-mailings.ts'
import {
  changedMailing,
  mailingChangesFromV2,
  mailingChangesSchema,
  mailingExample,
  mailingProperties,
  mailingSchema,
  mailingToV2,
  newMailingFromV2,
  newMailingSchema,
} from './mailings.wire.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...mailingListing, properties: mailingProperties }

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/reports/mailings', {
    config,
    ...skipSchemaValidation,
    operationId: 'listMailedReports',
    summary: 'List mailed reports',
    description:
      'The reports that you get by mail; for administrators also those that colleagues were subscribed to by somebody else.',
    querystring: listQueryOf(),
    returns: pageSchema(mailingSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const list = await listFromV2(reading, request, resource)
        const page = await listMailings(reading, actorOf(request), list)
        return pageToV2(reading, request, list, { ...page, toV2: mailingToV2 })
      }),
  })

  onGet(server, '/v2/reports/mailings/:mailingId', {
    config,
    operationId: 'getMailedReport',
    summary: 'Get a mailed report',
    description: 'When it is mailed, to whom, and when next.',
    returns: mailingSchema,
    handler: async (request, reply) => {
      const row = await getMailing(app, actorOf(request), idOf(request.params.mailingId))
      return reply.header('etag', etagOf(Number(row['version']))).send(mailingToV2(row))
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/reports/mailings', {
    config: { ...config, etag: true, documentedBodies: jsonBody(newMailingSchema, mailingExample) },
    operationId: 'createMailedReport',
    summary: 'Have a report mailed',
    description:
      'Weekly or monthly, with its table in the mail and as a file. It is computed when it is mailed, of what the recipient may see then. Administrators subscribe colleagues to reports that everybody has; the colleague gets a mail about it.',
    creates: mailingSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await createMailing(app, actor, newMailingFromV2(request.body, actor))
      const row = await getMailing(app, actor, id)
      reply.header('location', `/v2/reports/mailings/${id}`).header('etag', etagOf(Number(row['version'])))
      return mailingToV2(row)
    },
  })

  server.patch(
    '/v2/reports/mailings/:mailingId',
    {
      config: {
        ...config,
        ifMatch: true,
        etag: true,
        documentedBodies: mergePatchBody(mailingChangesSchema, { monthDay: 31, hour: 7 }),
      },
      schema: {
        operationId: 'updateMailedReport',
        summary: 'Change or pause a mailed report',
        description:
          'A merge patch: absent properties are kept. A weekday takes the place of a day of the month, and the other way round. With If-Match, only the version that was read is changed: otherwise 412.',
        params: pathIds('mailingId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const changes = mailingChangesFromV2(request.body)
      const checkVersion = versionCheck(request)
      const version = await updateMailing(
        app,
        actorOf(request),
        idOf(request.params.mailingId),
        (mailing) => {
          checkVersion(mailing.version)
          return changedMailing(mailing, changes)
        },
      )
      return reply.header('etag', etagOf(version)).code(204).send(null)
    },
  )

  onDelete(server, '/v2/reports/mailings/:mailingId', {
    config: { ...config, ifMatch: true },
    operationId: 'deleteMailedReport',
    summary: 'End a mailed report',
    description:
      'For its recipient, and for administrators who see it. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request) => {
      const checkVersion = versionCheck(request)
      await deleteMailing(app, actorOf(request), idOf(request.params.mailingId), ({ version }) =>
        checkVersion(version),
      )
    },
  })
}

/** The routes of mailed reports. */
export const reportMailingRoutes: RouteModule = (server, app) => {
  readRoutes(server, app)
  changeRoutes(server, app)
}
