// v2 of what a person has let integrations do in their name.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { endConsent, listConsents } from '../consents.ts'

const DateTime = Type.String({ format: 'date-time' })

const MyIntegrations = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      contactEmail: Type.String(),
      organisationName: Type.String(),
      consentGiven: DateTime,
      lastUsed: Type.Union([DateTime, Type.Null()], {
        description: 'When it last got tokens; null when it has none that could be used any more.',
      }),
    }),
  ),
})

const everyone = { access: { right: 'use' } } as const

export const myIntegrationRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/my/integrations',
    { config: everyone, schema: { response: { 200: MyIntegrations } } },
    async (request) => ({
      items: (await listConsents(app, actorOf(request))).map(
        ({ clientId, givenAt, lastUsedAt, ...consent }) => ({
          id: clientId,
          ...consent,
          consentGiven: givenAt.toISOString(),
          lastUsed: lastUsedAt?.toISOString() ?? null,
        }),
      ),
    }),
  )

  server.delete(
    '/v2/my/integrations/:id',
    { config: everyone, schema: { params: pathIds('id'), response: { 204: Type.Null() } } },
    async (request, reply) => {
      await endConsent(app, actorOf(request), idOf(request.params.id))
      return reply.code(204).send(null)
    },
  )
}
