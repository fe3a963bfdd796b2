// v2 of contracts: list, create, details, update.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { deleteContract } from '../commands/delete-contract.ts'
import { createContract } from '../commands/create-contract.ts'
import { createContractByWizard } from '../commands/create-contract-by-wizard.ts'
import { updateContract } from '../commands/update-contract.ts'
import { recordRoutesV2 } from '../../records/v2/records.ts'
import { contractKind } from '../contract-kind.ts'
import {
  changesFromV2,
  contractChangesBody,
  contractSchema,
  contractFilters,
  contractShape,
  createdContractSchema,
  contractInputNames,
  newContractExample,
  newContractFromV2,
  newContractSchema,
} from './contracts.wire.ts'

const use = { access: { right: 'use' } } as const

const readRoutes = recordRoutesV2(
  contractKind,
  {
    shape: contractShape,
    schema: contractSchema,
    filters: contractFilters,
    recent: 'Contract',
  },
  { list: '/v2/contracts', one: '/v2/contracts/:contractId' },
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

const updateRoute: RouteModule = (server, app) => {
  server.patch(
    '/v2/contracts/:contractId',
    {
      config: {
        ifMatch: true,
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

const deleteRoute: RouteModule = (server, app) => {
  server.delete(
    '/v2/contracts/:contractId',
    {
      config: { ...use, ifMatch: true },
      schema: {
        summary: 'Delete a contract',
        description:
          'Moves it into the bin, with everything on it; it is purged after CHANCERY_BIN_DAYS. Needs the permission to delete own contracts, or all of them. 409 under a legal hold, and for one that was executed, unless an administrator may delete all. With If-Match, only the version that was read is deleted: otherwise 412.',
        params: pathIds('contractId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const contractId = idOf(request.params.contractId)
      await deleteContract(app, actorOf(request), contractId, versionCheck(request))
      return reply.code(204).send(null)
    },
  )
}

export const contractRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, createRoute, updateRoute, deleteRoute]) routes(server, app)
}
