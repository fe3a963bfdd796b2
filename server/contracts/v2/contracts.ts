// v2 of contracts: list, details, update.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { namedColumnsFor } from '../../fields/list-columns-by-name.ts'
import { type NamedValues, readNamedValues } from '../../fields/values/named-values.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { columnsFor } from '../../http/v2/shown-columns.ts'
import { fieldNamesIn, withFields } from '../../http/v2/field-properties.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import type { App } from '../../platform/app.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { createContract } from '../commands/create-contract.ts'
import { createContractByWizard } from '../commands/create-contract-by-wizard.ts'
import { updateContract } from '../commands/update-contract.ts'
import {
  contractListing,
  countVisibleContracts,
  getContractRow,
  listVisibleContracts,
} from '../contract-lists.ts'
import {
  changesFromV2,
  contractChangesBody,
  contractProperties,
  contractSchema,
  contractShownFrom,
  contractToV2,
  createdContractSchema,
  contractInputNames,
  newContractExample,
  newContractFromV2,
  newContractSchema,
} from './contracts.wire.ts'

const use = { access: { right: 'use' } } as const

const listRoute: RouteModule = (server, app) => {
  server.get(
    '/v2/contracts',
    {
      config: use,
      ...skipSchemaValidation,
      schema: {
        summary: 'List contracts',
        description:
          'Those that the caller may see, filtered and sorted by the properties in docs/odata-properties.md, including custom fields.',
        querystring: listQueryOf({ select: true }),
        response: { 200: pageSchema(contractSchema) },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const named = await namedColumnsFor(app.db, actor, fieldNamesIn(request), 'contract')
      const listing = withFields({ ...contractListing(app, actor), properties: contractProperties }, named)
      return respondWithList(app, request, {
        resource: listing,
        shownFrom: contractShownFrom,
        read: async ({ selected, ...asked }) => {
          const rows = await listVisibleContracts(app, actor, { ...asked, listing })
          if (selected?.has('fields') === false) return rows
          const values = await valuesOf(app, rows)
          return rows.map((row) => ({ ...row, fieldValues: values.get(Number(row['id'])) }))
        },
        count: (query) => countVisibleContracts(app, actor, { query, listing }),
        toV2: (row) => contractToV2(row, row['fieldValues'] as NamedValues | undefined),
      })
    },
  )
}

const valuesOf = (app: App, rows: readonly ListedRow[]) =>
  readNamedValues(
    app.db,
    rows.map((row) => ({
      kind: 'contract',
      organisationId: Number(row['organisationId']),
      id: Number(row['id']),
      formOwnerId: Number(row['templateId']),
    })),
  )

const createRoute: RouteModule = (server, app) => {
  server.post(
    '/v2/contracts',
    {
      config: {
        access: { right: 'create-contracts' },
        documentedBodies: jsonBody(newContractSchema, newContractExample),
        inputNames: contractInputNames,
      },
      schema: {
        summary: 'Create a contract',
        description:
          'In Draft, from a file that you uploaded for it, which becomes its document; or without one by the wizard of its type, from the fields. If anything is wrong, nothing is created, and the staged file is kept.',
        response: { 201: createdContractSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { contract, documentId } = newContractFromV2(request.body)
      const id = await (documentId
        ? createContract(app, actor, contract, { waitingFileId: documentId })
        : createContractByWizard(app, actor, contract, 'document'))
      return reply.code(201).header('location', `/v2/contracts/${id}`).send({ id })
    },
  )
}

const detailRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/contracts/:contractId',
    {
      config: { ...use, recent: 'Contract' },
      schema: {
        summary: 'Get a contract',
        description:
          'All its properties, with the values of its fields by their names. It is added to the recents of the caller.',
        params: pathIds('contractId'),
        response: { 200: contractSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const id = idOf(request.params.contractId)
      const row = await getContractRow(app, actor, id, columnsFor(contractShownFrom, null))
      const values = await valuesOf(app, [row])
      reply.header('etag', etagOf(Number(row['version'])))
      return contractToV2(row, values.get(id))
    },
  )

  server.patch(
    '/v2/contracts/:contractId',
    {
      config: {
        ...use,
        documentedBodies: contractChangesBody,
        inputNames: contractInputNames,
      },
      schema: {
        summary: 'Change a contract',
        description:
          'A merge patch, all or nothing: properties that are sent change, null clears one, the others are kept. A stage that cannot follow is 409. With If-Match, only the version that was read is changed: otherwise 412.',
        params: pathIds('contractId'),
        response: { 204: Type.Null() },
      },
    },
    async (request: FastifyRequest<{ Params: { contractId: string } }>, reply) => {
      const changes = changesFromV2(request.body)
      const checkVersion = versionCheck(request)
      await updateContract(app, actorOf(request), idOf(request.params.contractId), ({ version }) => {
        checkVersion(version)
        return changes
      })
      return reply.code(204).send(null)
    },
  )
}

export const contractRoutesV2: RouteModule = (server, app) => {
  for (const routes of [listRoute, createRoute, detailRoutes]) routes(server, app)
}
