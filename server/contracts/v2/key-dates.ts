// v2 of key dates: listing those of all contracts and of one, adding, changing and deleting them.
import type { FastifyRequest } from 'fastify'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { namesV2 } from '../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch } from '../../http/routes.ts'
import { sendJsonText } from '../../http/responses/json-text.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { skipSchemaValidation, listFromV2, listQueryOf, nextLinkOf, pageSchema } from '../../http/v2/odata.ts'
import { jsonOfPage } from '../../http/v2/list-response.ts'
import type { App } from '../../platform/app.ts'
import { updateKeyDate } from '../commands/update-key-date.ts'
import { createKeyDate } from '../commands/create-key-date.ts'
import { deleteKeyDate } from '../commands/delete-key-date.ts'
import { getKeyDateRow, keyDateListing, listKeyDateRows } from '../key-date-listing.ts'
import {
  keyDateChangesFromV2,
  keyDateChangesSchema,
  keyDateColumns,
  keyDateExample,
  keyDateJson,
  keyDateProperties,
  keyDateSchema,
  newKeyDateFromV2,
  newKeyDateSchema,
} from './key-dates.wire.ts'

const config = {
  access: { right: 'use' },
  inputNames: namesV2({ ownerId: 'owner' }),
  exactNumber: 'value',
} as const
const resource = { ...keyDateListing, properties: keyDateProperties }

/** A page of the key dates of a contract, or of all, as JSON. */
const pageOf = (app: App, request: FastifyRequest, contractId?: number): Promise<string> =>
  answerList(app, request, async (reading) => {
    const { query, top, ...list } = await listFromV2(reading, request, resource)
    const asked = { ...list, query, columns: keyDateColumns }
    const { rows, count } = await listKeyDateRows(reading, actorOf(request), contractId, asked)
    const nextLink = await nextLinkOf(reading, request, { query, top }, rows)
    return jsonOfPage(rows.slice(0, top).map(keyDateJson), { count, nextLink })
  })

const listRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/keyDates', {
    config,
    ...skipSchemaValidation,
    summary: 'List key dates',
    description: 'The key dates of all contracts that you can see.',
    querystring: listQueryOf(),
    returns: pageSchema(keyDateSchema),
    handler: async (request, reply) => sendJsonText(reply, await pageOf(app, request)),
  })

  onGet(server, '/v2/contracts/:contractId/keyDates', {
    config,
    ...skipSchemaValidation,
    summary: 'List the key dates of a contract',
    description: 'Visible to everybody who can see the contract.',
    querystring: listQueryOf(),
    returns: pageSchema(keyDateSchema),
    handler: async (request, reply) =>
      sendJsonText(reply, await pageOf(app, request, idOf(request.params.contractId))),
  })
}

const createRoute: RouteModule = (server, app) => {
  server.post(
    '/v2/contracts/:contractId/keyDates',
    {
      config: { ...config, etag: true, documentedBodies: jsonBody(newKeyDateSchema, keyDateExample) },
      schema: {
        summary: 'Add a key date to a contract',
        description: 'Raises contract.keydate.created. Allowed for everybody who may change the contract.',
        params: pathIds('contractId'),
        response: { 201: keyDateSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const contractId = idOf(request.params.contractId)
      const id = await createKeyDate(app, actor, contractId, newKeyDateFromV2(request.body))
      const row = await getKeyDateRow(app, actor, { contractId, id }, keyDateColumns)
      reply.header('location', `/v2/contracts/${contractId}/keyDates/${id}`)
      reply.header('etag', etagOf(Number(row['version'])))
      return sendJsonText(reply.code(201), keyDateJson(row))
    },
  )
}

const singleRoutes: RouteModule = (server, app) => {
  const placeOf = (given: { readonly contractId: string; readonly keyDateId: string }) => ({
    contractId: idOf(given.contractId),
    id: idOf(given.keyDateId),
  })

  onGet(server, '/v2/contracts/:contractId/keyDates/:keyDateId', {
    config,
    summary: 'Get a key date',
    description: 'One key date of a contract that you see.',
    returns: keyDateSchema,
    handler: async (request, reply) => {
      const row = await getKeyDateRow(app, actorOf(request), placeOf(request.params), keyDateColumns)
      reply.header('etag', etagOf(Number(row['version'])))
      return sendJsonText(reply, keyDateJson(row))
    },
  })

  onPatch(server, '/v2/contracts/:contractId/keyDates/:keyDateId', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: mergePatchBody(keyDateChangesSchema, { done: true }),
    },
    summary: 'Change a key date',
    description:
      'A merge patch: absent properties are kept. `done` moves one that recurs to its next occurrence. With If-Match only the version that you read is changed. Raises contract.keydate.updated when something changes.',
    handler: async (request) => {
      const changes = keyDateChangesFromV2(request.body)
      await updateKeyDate(app, actorOf(request), placeOf(request.params), {
        changes,
        checkVersion: versionCheck(request),
      })
    },
  })

  onDelete(server, '/v2/contracts/:contractId/keyDates/:keyDateId', {
    config: { ...config, ifMatch: true },
    summary: 'Delete a key date',
    description: 'Removes the key date from its contract; the history records what it was.',
    handler: (request) =>
      deleteKeyDate(app, actorOf(request), placeOf(request.params), versionCheck(request)),
  })
}

export const keyDateRoutesV2: RouteModule = (server, app) => {
  for (const routes of [listRoutes, createRoute, singleRoutes]) routes(server, app)
}
