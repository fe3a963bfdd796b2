// v2 of integration clients, for users with the permission to manage integrations.
import Type from 'typebox'
import { idOf, pathIds } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { itemsSchema, pageOf, pageQuery } from '../../../http/v2/paging.ts'
import { updateClient } from '../commands/update-client.ts'
import { createClient } from '../commands/create-client.ts'
import { endSecret, rotateSecret } from '../commands/rotate-secret.ts'
import { getIntegrationClient, listIntegrationClients } from '../integration-clients.ts'
import {
  changesFromV2,
  ClientChangesV2,
  clientToV2,
  CreatedClientV2,
  createdToV2,
  IntegrationClientV2,
  NewClientV2,
  RotatedSecretV2,
  rotatedToV2,
  RotationV2,
} from './integration-clients.wire.ts'

const managers = { access: { right: 'manage-integrations' } } as const
const list = itemsSchema(IntegrationClientV2)

export const integrationClientRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/integrationClients',
    {
      config: managers,
      schema: {
        summary: 'List integration clients',
        description: 'Clients of the caller’s organisation, by name.',
        querystring: Type.Object(pageQuery),
        response: { 200: list },
      },
    },
    async (request) => {
      const clients = await listIntegrationClients(app, actorOf(request), pageOf(request.query))
      return { items: clients.map(clientToV2) }
    },
  )

  server.post(
    '/v2/integrationClients',
    {
      config: managers,
      schema: {
        summary: 'Register an integration client',
        description: 'If the client can keep a secret, it is returned here and never again.',
        body: NewClientV2,
        response: { 201: CreatedClientV2 },
      },
    },
    async (request, reply) => {
      const created = await createClient(app, actorOf(request), request.body)
      reply.code(201).header('location', `/v2/integrationClients/${created.id}`)
      return reply.header('cache-control', 'no-store').send(createdToV2(created))
    },
  )

  server.get(
    '/v2/integrationClients/:id',
    {
      config: managers,
      schema: {
        summary: 'Get an integration client',
        description: 'Secrets are shown by their last four characters.',
        params: pathIds('id'),
        response: { 200: IntegrationClientV2 },
      },
    },
    async (request) => clientToV2(await getIntegrationClient(app, actorOf(request), idOf(request.params.id))),
  )

  server.patch(
    '/v2/integrationClients/:id',
    {
      config: managers,
      schema: {
        summary: 'Change an integration client',
        description: 'A disabled client gets no tokens, and its existing ones are rejected at once.',
        params: pathIds('id'),
        body: ClientChangesV2,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await updateClient(app, actorOf(request), idOf(request.params.id), changesFromV2(request.body))
      return reply.code(204).send(null)
    },
  )

  secretRoutes(server, app)
}

const secretRoutes: RouteModule = (server, app) => {
  server.post(
    '/v2/integrationClients/:id/secrets',
    {
      config: managers,
      schema: {
        operationId: 'rotateIntegrationClientSecret',
        summary: 'Rotate the secret of an integration client',
        description: 'Earlier secrets remain valid for overlapHours (default 24).',
        params: pathIds('id'),
        body: RotationV2,
        response: { 201: RotatedSecretV2 },
      },
    },
    async (request, reply) => {
      const { overlapHours = 24 } = request.body
      const rotated = await rotateSecret(app, actorOf(request), idOf(request.params.id), overlapHours)
      return reply.code(201).header('cache-control', 'no-store').send(rotatedToV2(rotated))
    },
  )

  server.delete(
    '/v2/integrationClients/:id/secrets/:secretId',
    {
      config: managers,
      schema: {
        summary: 'End a secret of an integration client',
        description: 'Takes effect at once: for a secret that has been compromised.',
        params: pathIds('id', 'secretId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id, secretId } = request.params
      await endSecret(app, actorOf(request), idOf(id), idOf(secretId))
      return reply.code(204).send(null)
    },
  )
}
