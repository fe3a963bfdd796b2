// Signing in to the web app with a password, signing out, and setting a password by a link.
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import {
  checkCsrf,
  clearSessionCookie,
  ensureSessionCookie,
  sessionCookie,
} from '../../../http/session-cookie.ts'
import { forbidden } from '../../../platform/errors.ts'
import { endIntegrationsOf } from '../../oauth/commands/end-access.ts'
import { deviceOf } from '../devices.ts'
import { askForPasswordLink } from '../forgotten-password.ts'
import { setPassword } from '../password-links.ts'
import { cancelSignIn } from '../second-factor/pending-sign-in.ts'
import { endSession, findSessionActor } from '../session.ts'
import { findProviderOf, signInWithPassword } from '../sign-in.ts'
import { signingBrowser, startSession } from './start-session.ts'
import { Credentials, EmailOnly, NewPassword, Session, sessionAnswer, SignInMethod } from './session.wire.ts'

const open = { access: 'public', rate: 'visits' } as const
const proving = { access: 'public', rate: 'failures' } as const

export const sessionRoutes: RouteModule = (server, app) => {
  // session information must never be cached
  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))

  onGet(server, '/session', {
    config: open,
    returns: Session,
    handler: async (request, reply) => {
      const secret = ensureSessionCookie(request, reply, app.config)
      return sessionAnswer(app, await findSessionActor(app, secret, deviceOf(request)), secret)
    },
  })

  onPost(server, '/session/method', {
    config: open,
    body: EmailOnly,
    returns: SignInMethod,
    handler: async (request) => {
      const { email } = request.body
      const provider = await findProviderOf(app, email)
      if (!provider) return { method: 'password' as const }
      const startUrl = `/session/sso/start?email=${encodeURIComponent(email)}`
      return { method: 'sso' as const, providerName: provider.name, startUrl }
    },
  })

  onPost(server, '/session', {
    config: proving,
    body: Credentials,
    returns: Session,
    handler: async (request, reply) => {
      const browser = checkCsrf(request, app.config)
      const signing = signingBrowser(request, app.config, browser)
      const secret = await signInWithPassword(app, { ...request.body, ip: request.ip, ...signing })
      // who was signed in here is not the one who has just begun to sign in
      if (secret === undefined) {
        await endSession(app, browser)
        return sessionAnswer(app, undefined, browser)
      }
      return startSession(app, { request, reply, before: browser }, { ...signing, secret })
    },
  })

  server.delete('/session/pending', { config: open }, async (request, reply) => {
    await cancelSignIn(app, checkCsrf(request, app.config))
    return reply.code(204).send()
  })

  server.delete('/session', { config: { access: { right: 'use' } } }, async (request, reply) => {
    if (actorOf(request).via.kind !== 'session') throw forbidden('Only a session can be signed out of.')
    const secret = sessionCookie(request, app.config)
    if (secret !== undefined) await endSession(app, secret)
    clearSessionCookie(reply, app.config)
    return reply.code(204).send()
  })

  server.post(
    '/session/password-reset',
    { config: { access: 'public' }, schema: { body: EmailOnly } },
    async (request, reply) => {
      checkCsrf(request, app.config)
      await askForPasswordLink(app, { email: request.body.email, ip: request.ip })
      return reply.code(204).send()
    },
  )

  server.put(
    '/session/password',
    { config: proving, schema: { body: NewPassword } },
    async (request, reply) => {
      checkCsrf(request, app.config)
      const { endIntegrations = false, ...chosen } = request.body
      await setPassword(app, {
        ...chosen,
        requestId: request.id,
        ...(endIntegrations ? { alsoEnd: endIntegrationsOf } : {}),
      })
      return reply.code(204).send()
    },
  )
}
