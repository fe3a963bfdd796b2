// v2 of stored exports: starting, following, downloading and deleting them.
import Type from 'typebox'
import { idOf, pathParameters } from '../../../http/ids.ts'
import { contentAnswers, sendContent } from '../../../http/responses/send-content.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPost } from '../../../http/routes.ts'
import { nullable, nullableObject, oneOf } from '../../../http/v2/references.wire.ts'
import type { Actor } from '../../../platform/actor.ts'
import { ownOrganisation } from './own-organisation.ts'
import { getExportToSend } from '../stored/download-export.ts'
import { removeStoredExport } from '../stored/remove-export.ts'
import { startExport } from '../stored/start-export.ts'
import {
  type ExportKey,
  exportStates,
  getStoredExport,
  keptDays,
  listStoredExports,
  mostStored,
  type StoredExport,
} from '../stored/stored-export.ts'

const administer = { access: { right: 'administer' } } as const
const moment = { dateUtc: Type.String({ format: 'date-time' }) }

const example = {
  id: 4,
  state: 'Done',
  created: {
    dateUtc: '2026-03-02T09:00:00.000Z',
    user: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
  },
  started: { dateUtc: '2026-03-02T09:00:01.000Z' },
  finished: { dateUtc: '2026-03-02T09:14:30.000Z' },
  expires: { dateUtc: '2026-03-09T09:14:30.000Z' },
  files: { done: 4_120, total: 4_120 },
  size: 8_412_345_678,
  sha256: 'a4d0a1c6e5f3b2d19c8b7a6f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b',
  failure: null,
} as const

const schema = Type.Object(
  {
    id: Type.Integer(),
    state: oneOf(exportStates, { description: 'Failed: failure says why, and nothing is stored.' }),
    created: Type.Object({
      ...moment,
      user: Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
    }),
    started: nullableObject(moment, { description: 'The moment that its rows are of.' }),
    finished: nullableObject(moment),
    expires: nullableObject(moment, { description: 'When it is deleted.' }),
    files: Type.Object(
      { done: Type.Integer(), total: nullable<number>('integer') },
      {
        description: 'Contents of files: how many are written, of how many; null until the rows are written.',
      },
    ),
    size: Type.Integer({ description: 'Bytes so far, and in all once it is done.' }),
    sha256: nullable<string>('string', {
      description: 'Of the whole archive, in hexadecimal, once it is done.',
    }),
    failure: nullable<string>('string', { description: 'Why it failed.' }),
  },
  { title: 'OrganizationExport', examples: [example] },
)
const listSchema = Type.Object({ items: Type.Array(schema) }, { examples: [{ items: [example] }] })

const momentToV2 = (at: Date | null) => (at === null ? null : { dateUtc: at.toISOString() })

const toV2 = (stored: StoredExport) => ({
  id: stored.id,
  state: stored.state,
  created: { dateUtc: stored.createdAt.toISOString(), user: stored.by },
  started: momentToV2(stored.startedAt),
  finished: momentToV2(stored.finishedAt),
  expires: momentToV2(stored.expiresAt),
  files: { done: stored.contents.done, total: stored.contents.total },
  size: stored.size,
  sha256: stored.sha256?.toString('hex') ?? null,
  failure: stored.failure,
})

const ownExport = (actor: Actor, params: { organizationId: string; exportId: string }): ExportKey => ({
  organisationId: ownOrganisation(actor, params.organizationId),
  id: idOf(params.exportId),
})

const listRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/organizations/:organizationId/exports', {
    config: administer,
    operationId: 'listOrganizationExports',
    summary: 'List the exports of an organisation',
    description: 'Of your own, newest first: those that are being made, and those of the last days.',
    returns: listSchema,
    handler: async (request) => {
      const organisationId = ownOrganisation(actorOf(request), request.params.organizationId)
      return { items: (await listStoredExports(app, organisationId)).map(toV2) }
    },
  })

  onPost(server, '/v2/organizations/:organizationId/exports', {
    config: { ...administer, act: 'exports' },
    operationId: 'startOrganizationExport',
    summary: 'Start an export of an organisation',
    description: `Of your own: the same archive as GET /v2/organizations/{organizationId}/export, made in the background and stored, so that a download that breaks off can go on. It is deleted ${keptDays} days after it is done. 409 while another one is being made, and when there are ${mostStored}. 503 while the file storage cannot be reached.`,
    creates: schema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const organisationId = ownOrganisation(actor, request.params.organizationId)
      const id = await startExport(app, actor, organisationId)
      reply.header('location', `/v2/organizations/${organisationId}/exports/${id}`)
      return toV2(await getStoredExport(app, { organisationId, id }))
    },
  })
}

const exportRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/organizations/:organizationId/exports/:exportId', {
    config: administer,
    operationId: 'getOrganizationExport',
    summary: 'Get an export of an organisation',
    description: 'How far it has come; its size and SHA-256 once it is done.',
    returns: schema,
    handler: async (request) => toV2(await getStoredExport(app, ownExport(actorOf(request), request.params))),
  })

  onDelete(server, '/v2/organizations/:organizationId/exports/:exportId', {
    config: administer,
    operationId: 'deleteOrganizationExport',
    summary: 'Delete an export of an organisation',
    description: 'With everything that is stored of it. One that is being made is stopped.',
    handler: async (request) => {
      const actor = actorOf(request)
      await removeStoredExport(app, actor, ownExport(actor, request.params))
    },
  })

  server.get(
    '/v2/organizations/:organizationId/exports/:exportId/content',
    {
      config: { ...administer, act: 'exports' },
      schema: {
        operationId: 'downloadOrganizationExport',
        summary: 'Download an export of an organisation',
        description:
          'The zip archive, whole or in ranges: a download that broke off goes on with Range and If-Range. It counts as an export, which a deletion needs, once its last byte was sent. 409 until it is done.',
        params: pathParameters({ organizationId: 'int32', exportId: 'int32' }),
        response: contentAnswers('The archive.', ['application/zip']),
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const key = ownExport(actor, request.params)
      const sent = await getExportToSend(app, actor, key, { isRead: request.method === 'GET' })
      return sendContent(request, reply, { ...sent, contentType: 'application/zip' })
    },
  )
}

export const storedExportRoutes: RouteModule = (server, app) => {
  for (const routes of [listRoutes, exportRoutes]) routes(server, app)
}
