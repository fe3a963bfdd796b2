// The web app's side of the authorize address: it sends the raw query, shows the request, and submits the decision.
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { sessionCookie } from '../../../http/session-cookie.ts'
import { forbidden, notFound } from '../../../platform/errors.ts'
import { deviceOf } from '../../sessions/devices.ts'
import { findSessionActor } from '../../sessions/session.ts'
import { getSignedIn } from '../../sessions/signed-in.ts'
import { startRequest } from '../authorization-code/authorization-request.ts'
import { decideRequest, findOpenRequest, rightsOf, consentState } from '../authorization-code/consent.ts'
import { Decision, NewRequest, RequestId, requestShown } from './authorization-requests.wire.ts'

export const authorizationRequestRoutes: RouteModule = (server, app) => {
  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))

  const getOpen = async (id: string) => {
    const open = await findOpenRequest(app, id)
    if (!open) throw notFound()
    return open
  }

  server.post(
    '/oauth/authorization-requests',
    { config: { access: 'public', rate: 'visits' }, schema: { body: NewRequest } },
    async (request, reply) => {
      const started = await startRequest(app, { rawQuery: request.body.query, ip: request.ip })
      if ('redirectTo' in started) return started
      return reply.code(201).send(requestShown(started.id, await getOpen(started.id)))
    },
  )

  server.get(
    '/oauth/authorization-requests/:id',
    { config: { access: 'public', rate: 'visits' }, schema: { params: RequestId } },
    async (request) => {
      const { id } = request.params
      const open = await getOpen(id)
      const secret = sessionCookie(request, app.config)
      const actor = secret === undefined ? undefined : await findSessionActor(app, secret, deviceOf(request))
      const nobody = { permitted: false, consentGiven: false, user: null }
      const asked = actor && {
        ...(await consentState(app.db, actor.userId, open)),
        user: await getSignedIn(app.db, actor),
      }
      return { ...requestShown(id, open), rights: rightsOf(actor), ...(asked ?? nobody) }
    },
  )

  server.post(
    '/oauth/authorization-requests/:id/decision',
    { config: { access: { right: 'use' } }, schema: { params: RequestId, body: Decision } },
    async (request) => {
      const actor = actorOf(request)
      // a program must never consent to another program
      if (actor.via.kind !== 'session') {
        throw forbidden('Only a user signed in to the web app can decide.')
      }
      const { decision, asked = true } = request.body
      const redirectTo = await decideRequest(app, actor, request.params.id, { decision, asked })
      const code = new URL(redirectTo).searchParams.getAll('code').at(-1)
      if (code !== undefined) server.rememberCode(code)
      return { redirectTo }
    },
  )
}
