// Single sign-on: to the organisation's identity provider and back.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { RouteModule, Server } from '../../../http/route.ts'
import { setDeviceCookie } from '../../../http/device-cookie.ts'
import { ensureSessionCookie, setSessionCookie } from '../../../http/session-cookie.ts'
import { pathParameters } from '../../../http/ids.ts'
import type { App } from '../../../platform/app.ts'
import { notFound } from '../../../platform/errors.ts'
import { findSessionActor } from '../session.ts'
import { finishLoginAttempt, startLoginAttempt } from '../sso/login-attempt.ts'
import { createProtocolClients, type ProtocolClients } from '../sso/protocol-clients.ts'
import { causesOf, SsoRefusal } from '../sso/refusal.ts'
import { takeSamlAnswer } from '../sso/saml-answers.ts'
import { findServiceProvider } from '../sso/saml/saml-keys.ts'
import { signingBrowser } from './start-session.ts'

const open = { access: 'public', rate: 'visits' } as const
const proving = { access: 'public', rate: 'failures' } as const

const StartQuery = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 320 }),
  returnTo: Type.Optional(Type.String({ maxLength: 2_000, default: '/' })),
})

export const ssoRoutes: RouteModule = (server, app) => {
  const clients = createProtocolClients(app)
  useSsoErrors(server, app)

  server.get(
    '/session/sso/start',
    { config: open, schema: { hide: true, querystring: StartQuery } },
    async (request, reply) => {
      const { email, returnTo = '/' } = request.query
      const browser = ensureSessionCookie(request, reply, app.config)
      const address = await startLoginAttempt(app, clients, { email, returnTo, browser, ip: request.ip })
      return reply.redirect(address, 303)
    },
  )

  server.get('/session/sso/callback', { config: proving, schema: { hide: true } }, (request, reply) =>
    finish(app, clients, request, reply),
  )

  server.get('/session/saml/finish', { config: proving, schema: { hide: true } }, (request, reply) =>
    finish(app, clients, request, reply),
  )
}

const publicIds = { params: pathParameters({ publicId: 'uuid' }), hide: true } as const

export const samlRoutes: RouteModule = (server, app) => {
  const clients = createProtocolClients(app)
  useSsoErrors(server, app)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )

  server.get(
    '/session/saml/:publicId/metadata',
    { config: open, schema: publicIds },
    async (request, reply) => {
      const publicId = uuidOf(request.params.publicId)
      const ours = publicId === undefined ? undefined : await findServiceProvider(app, { publicId })
      if (!ours || ours.keys.length === 0) throw notFound()
      reply.type('application/samlmetadata+xml; charset=utf-8')
      return reply.send(await clients.metadata(ours))
    },
  )

  server.post(
    '/session/saml/:publicId/acs',
    { config: proving, schema: publicIds },
    async (request, reply) => {
      const publicId = uuidOf(request.params.publicId)
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const [message, another] = form.getAll('SAMLResponse')
      if (publicId === undefined || message === undefined || another !== undefined) {
        throw new SsoRefusal('not_valid', new Error('No answer of SAML'))
      }
      const relayState = form.get('RelayState') ?? ''
      const state = await takeSamlAnswer(app, clients, { publicId, message, relayState, ip: request.ip })
      // with this address the browser sends its cookie, which it does not send with what another site posts
      return reply.redirect(
        `${app.config.webUrl}/session/saml/finish?state=${encodeURIComponent(state)}`,
        303,
      )
    },
  )
}

const uuidOf = (text: string): string | undefined =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined

/** A failure leads back to the sign-in page, which has messages for its codes. */
function useSsoErrors(server: Server, app: App): void {
  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  server.setErrorHandler((error, request, reply) => {
    if (!(error instanceof SsoRefusal)) throw error
    // only the messages of the causes, because provider responses may contain tokens
    const cause = error.cause === undefined ? undefined : causesOf(error.cause)
    request.log.warn({ code: error.code, cause }, 'single sign-on failed')
    request.attempt?.failed()
    return toWebApp(app, reply, `/sign-in?error=${error.code}`)
  })
}

const toWebApp = (app: App, reply: FastifyReply, route: string) =>
  reply.redirect(`${app.config.webUrl}/#${route}`, 303)

async function finish(app: App, clients: ProtocolClients, request: FastifyRequest, reply: FastifyReply) {
  const query = request.url.split('?').slice(1).join('?')
  // a sign-in that the provider began may be the first visit of the browser
  const browser = ensureSessionCookie(request, reply, app.config)
  const { device, deviceSecret } = signingBrowser(request, app.config, browser)
  const signedIn = await findSessionActor(app, browser, device)
  const arrival = { query, browser, device, deviceSecret, signedIn: signedIn?.userId }
  const { secret, isPending, returnTo } = await finishLoginAttempt(app, clients, arrival)
  // the sign-in page asks for what is missing
  if (isPending) return toWebApp(app, reply, `/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
  if (secret !== undefined) {
    setSessionCookie(reply, app.config, secret)
    setDeviceCookie(reply, app.config, deviceSecret)
  }
  return toWebApp(app, reply, returnTo)
}
