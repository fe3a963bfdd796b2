// v2 of integration clients, for users with the permission to manage integrations.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { itemsSchema, pageOf, pageQuery } from '../../../http/v2/paging.ts'
import { peopleByIds } from '../../users/people-on-records.ts'
import { updateClient } from '../commands/update-client.ts'
import { createClient } from '../commands/create-client.ts'
import { endSecret, rotateSecret } from '../commands/rotate-secret.ts'
import { getIntegrationClient, listIntegrationClients } from '../integration-clients.ts'
import { addIntegrationGrantRoutes } from './integration-grants.ts'
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
const changing = { ...managers, act: 'clients' } as const
const list = itemsSchema(IntegrationClientV2)

export const integrationClientRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/integrationClients', {
    config: managers,
    summary: 'List integration clients',
    description: 'Clients of the caller’s organisation, by name.',
    querystring: Type.Object(pageQuery),
    returns: list,
    handler: async (request) => {
      const clients = await listIntegrationClients(app, actorOf(request), pageOf(request.query))
      const people = await peopleByIds(
        app.db,
        clients.flatMap(({ createdBy }) => createdBy ?? []),
      )
      return { items: clients.map((each) => clientToV2(each, people)) }
    },
  })

  server.post(
    '/v2/integrationClients',
    {
      config: changing,
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
      return reply.send(createdToV2(created))
    },
  )

  onGet(server, '/v2/integrationClients/:id', {
    config: managers,
    summary: 'Get an integration client',
    description: 'Secrets are shown by their last four characters.',
    returns: IntegrationClientV2,
    handler: async (request) => {
      const found = await getIntegrationClient(app, actorOf(request), idOf(request.params.id))
      return clientToV2(found, await peopleByIds(app.db, found.createdBy === null ? [] : [found.createdBy]))
    },
  })

  onPatch(server, '/v2/integrationClients/:id', {
    config: changing,
    summary: 'Change an integration client',
    description:
      'A disabled client gets no tokens, and its existing ones are rejected at once. After another address was added, or the secret is no longer required, the people who have allowed it are notified and asked again. 403 for a client that an administrator has allowed, unless you are one; anybody who manages integrations may disable and enable it.',
    body: ClientChangesV2,
    handler: (request) =>
      updateClient(app, actorOf(request), idOf(request.params.id), changesFromV2(request.body)),
  })

  secretRoutes(server, app)
  addIntegrationGrantRoutes(server, app)
}

const secretRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/integrationClients/:id/secrets', {
    config: changing,
    operationId: 'rotateIntegrationClientSecret',
    summary: 'Rotate the secret of an integration client',
    description:
      'Earlier secrets remain valid for overlapHours (default 24). The people who have allowed the client are notified and asked again when it sends them to the authorize address; grants go on. 403 for a client that an administrator has allowed, unless you are one.',
    body: RotationV2,
    creates: RotatedSecretV2,
    handler: async (request) => {
      const { overlapHours = 24 } = request.body
      const rotated = await rotateSecret(app, actorOf(request), idOf(request.params.id), overlapHours)
      return rotatedToV2(rotated)
    },
  })

  onDelete(server, '/v2/integrationClients/:id/secrets/:secretId', {
    config: managers,
    summary: 'End a secret of an integration client',
    description: 'Takes effect at once: for a secret that has been compromised.',
    handler: async (request) => {
      const { id, secretId } = request.params
      await endSecret(app, actorOf(request), idOf(id), idOf(secretId))
    },
  })
}
