// The web app's side of the authorize address: it hands the raw query over, shows what it is told, and brings the decision back.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { sessionCookie } from '../../http/session-cookie.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { findSessionActor } from '../../sessions/session.ts'
import { startRequest } from '../authorization-code/authorization-request.ts'
import { decideRequest, findOpenRequest, rightsOf, standingOfConsent } from '../authorization-code/consent.ts'
import { requestShown, requestUser } from './authorization-requests.wire.ts'

const longestQuery = 32 * 1024
const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })

export const authorizationRequestRoutes: RouteModule = (server, app) => {
  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))

  server.post(
    '/oauth/authorization-requests',
    {
      config: { access: 'public' },
      schema: {
        body: Type.Object(
          { query: Type.String({ maxLength: longestQuery }) },
          { additionalProperties: false },
        ),
      },
    },
    async (request, reply) => {
      const started = await startRequest(app, request.body.query)
      if ('redirectTo' in started) return { redirectTo: started.redirectTo }
      const { id, client, redirectUri, expiresAt } = started
      const { name: organisationName } = await app.db
        .selectFrom('organisations')
        .where('id', '=', client.organisationId)
        .select('name')
        .executeTakeFirstOrThrow()
      return reply.code(201).send({
        id,
        client: { name: client.name, contactEmail: client.contactEmail, organisationName },
        redirectHost: new URL(redirectUri).host,
        expiresAt: expiresAt.toISOString(),
      })
    },
  )

  server.get(
    '/oauth/authorization-requests/:id',
    { config: { access: 'public' }, schema: { params: Id } },
    async (request) => {
      const { id } = request.params
      const open = await findOpenRequest(app, id)
      if (!open) throw notFound()
      const secret = sessionCookie(request, app.config)
      const actor = secret === undefined ? undefined : await findSessionActor(app, secret)
      const standing = actor
        ? await standingOfConsent(app.db, actor.userId, open.client_id)
        : { permitted: false, consentGiven: false }
      return {
        ...requestShown(id, open),
        ...standing,
        rights: rightsOf(actor),
        user: actor ? await requestUser(app.db, actor) : null,
      }
    },
  )

  server.post(
    '/oauth/authorization-requests/:id/decision',
    {
      config: { access: { right: 'use' } },
      schema: {
        params: Id,
        body: Type.Object(
          { decision: Type.Union([Type.Literal('allow'), Type.Literal('deny')]) },
          { additionalProperties: false },
        ),
      },
    },
    async (request) => {
      const actor = actorOf(request)
      // a program must never say yes to another program
      if (actor.via.kind !== 'session')
        throw forbidden('Only a person who is signed in to the web app may decide.')
      return { redirectTo: await decideRequest(app, actor, request.params.id, request.body.decision) }
    },
  )
}
