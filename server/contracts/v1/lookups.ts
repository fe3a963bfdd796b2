// v1 of what is related to contracts: quick find, recents, external ids, counterparties.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { utcText } from '../../http/v1/dates.wire.ts'
import { takeQuery } from '../../http/v1/paging.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { findByExternalId } from '../../records/find-by-external-id.ts'
import { createEntity } from '../commands/create-entity.ts'
import { contractKind } from '../contract-kind.ts'
import { contractStages, nameProblem } from '../contract.ts'
import { listEntities, quickFindContracts, recentContracts } from '../contract-lookups.ts'
import { relationships } from '../relationship.ts'

const config = { access: { right: 'use' } } as const
const named = { id: Type.Integer(), name: nullable<string>('string') }

const foundContract = Type.Object({
  ...named,
  relationship: Type.Unsafe<string>({ type: 'string', enum: [...relationships] }),
  parentId: nullable<number>('integer'),
  status: Type.Unsafe<string>({ type: 'string', enum: [...contractStages] }),
  ownerFullName: nullable<string>('string'),
})

const recentContract = Type.Object({
  id: Type.Integer(),
  title: nullable<string>('string'),
  description: nullable<string>('string'),
  name: nullable<string>('string'),
  matterNumber: nullable<string>('string'),
  contractStatus: Type.Unsafe<string>({ type: 'string', enum: [...contractStages] }),
  ownerId: nullable<string>('string'),
  lastActivityDateUtc: nullable<string>('string', { format: 'date-time' }),
})

/** A JSON string, or `{"name": ...}`. */
function entityName(body: unknown): string {
  const properties: [string, unknown][] =
    typeof body === 'object' && body !== null ? Object.entries(body) : []
  const given =
    typeof body === 'string' ? body : properties.find(([name]) => name.toLowerCase() === 'name')?.[1]
  if (typeof given !== 'string')
    throw badInput('name', sentence('Send the name as a JSON string, or as {"name": "..."}.'))
  const problem = nameProblem(given.trim())
  if (problem) throw badInput('name', problem)
  return given.trim()
}

const findRoutes: RouteModule = (server, app) => {
  onGet(server, '/contract-apis/v1/contracts/quickfind', {
    config,
    summary: 'Find contracts by a few letters',
    description:
      'By name, id and external id, best first. Without a term, the latest that the caller is a member of.',
    querystring: Type.Object({ term: Type.Optional(Type.String({ maxLength: 255 })), ...takeQuery() }),
    returns: Type.Array(foundContract),
    handler: async (request) => {
      const { term = '', take = 50 } = request.query
      const found = await quickFindContracts(app, actorOf(request), { typed: term, take })
      return found.map(({ stage, ownerName, ...contract }) => ({
        ...contract,
        status: stage,
        ownerFullName: ownerName,
      }))
    },
  })

  onGet(server, '/contract-apis/v1/contracts/externalid/:externalId', {
    config,
    summary: 'Find a contract by its external id',
    description: 'Answers the id of the contract with this external id.',
    operationId: 'findContractByExternalIdV1',
    returns: Type.Object({ id: Type.Integer() }),
    handler: async (request) =>
      findByExternalId(contractKind, app, actorOf(request), request.params.externalId),
  })
}

const recentRoute: RouteModule = (server, app) => {
  onGet(server, '/contract-apis/v1/contracts/recent', {
    config: { ...config, listsRecents: true },
    summary: 'List the contracts I viewed last',
    description: 'Those that the caller opened last and still sees.',
    querystring: Type.Object(takeQuery(5)),
    returns: Type.Array(recentContract),
    handler: async (request) => {
      const recent = await recentContracts(app, actorOf(request), request.query.take ?? 5)
      return recent.map((contract) => ({
        id: contract.id,
        title: contract.name,
        description: contract.templateName,
        name: contract.name,
        matterNumber: contract.matterNumber,
        contractStatus: contract.stage,
        ownerId: contract.ownerId,
        lastActivityDateUtc: utcText(contract.lastActivityAt),
      }))
    },
  })
}

const entityRoutes: RouteModule = (server, app) => {
  onGet(server, '/contract-apis/v1/contracts/entities', {
    config,
    summary: 'List contract parties',
    description: 'The parties that contracts of the organisation can have, which v1 calls entities.',
    returns: Type.Array(Type.Object(named)),
    handler: async (request) => [...(await listEntities(app, actorOf(request)))],
  })

  onPost(server, '/contract-apis/v1/contracts/entities', {
    config: {
      access: { right: 'create-contracts' },
      documentedBodies: [
        {
          contentType: 'application/json',
          schema: {
            type: 'string',
          },
        },
      ],
    },
    summary: 'Add a contract party',
    description:
      'The body is the name as a JSON text. Answers the bare id of the party; 409 if there is one of this name.',
    returns: Type.Integer(),
    handler: async (request, reply) => {
      const id = await createEntity(app, actorOf(request), entityName(request.body))
      return reply.type('application/json').send(id)
    },
  })
}

export const contractLookupRoutes: RouteModule = (server, app) => {
  for (const routes of [findRoutes, recentRoute, entityRoutes]) routes(server, app)
}
