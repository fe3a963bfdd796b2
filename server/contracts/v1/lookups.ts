// v1 of what stands beside contracts: external ids, status messages, other parties.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { anyCase } from '../../http/v1/body.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { createEntity } from '../commands/create-entity.ts'
import { postStatusMessage } from '../commands/post-status-message.ts'
import { nameProblem } from '../contract.ts'
import { findContractByExternalId, listEntities } from '../queries.ts'

const config = { access: { right: 'use' } } as const
const named = { id: Type.Integer(), name: nullable<string>('string') }

const statusMessage = Type.Object({ statusMessage: Type.String() })

/** A JSON string, or `{"name": ...}`. */
function entityName(body: unknown): string {
  const properties: [string, unknown][] =
    typeof body === 'object' && body !== null ? Object.entries(body) : []
  const given =
    typeof body === 'string' ? body : properties.find(([name]) => name.toLowerCase() === 'name')?.[1]
  if (typeof given !== 'string')
    throw badInput('name', 'Send the name as a JSON string, or as {"name": "..."}.')
  const problem = nameProblem(given.trim())
  if (problem) throw badInput('name', problem)
  return given.trim()
}

export const contractLookupRoutes: RouteModule = (server, app) => {
  server.get(
    '/contract-apis/v1/contracts/externalid/:externalId',
    {
      config,
      schema: { params: pathIds('externalId'), response: { 200: Type.Object({ id: Type.Integer() }) } },
    },
    async (request) => findContractByExternalId(app, actorOf(request), request.params.externalId),
  )

  server.post(
    '/contract-apis/v1/contracts/:contractId/statusMessages',
    {
      config,
      preValidation: anyCase(statusMessage),
      schema: { params: pathIds('contractId'), body: statusMessage, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const contractId = idOf(request.params.contractId)
      await postStatusMessage(app, actorOf(request), contractId, request.body.statusMessage)
      return reply.code(204).send(null)
    },
  )

  server.get(
    '/contract-apis/v1/contracts/entities',
    { config, schema: { response: { 200: Type.Array(Type.Object(named)) } } },
    async (request) => [...(await listEntities(app, actorOf(request)))],
  )

  server.post(
    '/contract-apis/v1/contracts/entities',
    {
      config: {
        access: { right: 'create-contracts' },
        documentedBodies: [{ contentType: 'application/json', schema: { type: 'string' } }],
      },
      schema: { response: { 200: Type.Integer() } },
    },
    async (request, reply) => {
      const id = await createEntity(app, actorOf(request), entityName(request.body))
      return reply.type('application/json').send(id)
    },
  )
}
