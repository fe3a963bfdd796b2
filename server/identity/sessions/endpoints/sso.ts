// Single sign-on: to the organisation's identity provider and back.
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { RouteModule } from '../../../http/route.ts'
import { setDeviceCookie } from '../../../http/device-cookie.ts'
import { ensureSessionCookie, sessionCookie, setSessionCookie } from '../../../http/session-cookie.ts'
import type { App } from '../../../platform/app.ts'
import type { OpenId } from '../sso/openid.ts'
import { causesOf, SsoRefusal } from '../sso/refusal.ts'
import { signingBrowser } from './start-session.ts'
import { startLoginAttempt, finishLoginAttempt } from '../sso/login-attempt.ts'

const open = { access: 'public', rate: 'visits' } as const
const proving = { access: 'public', rate: 'failures' } as const

const StartQuery = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 320 }),
  returnTo: Type.Optional(Type.String({ maxLength: 2_000, default: '/' })),
})

export const ssoRoutes: RouteModule = (server, app) => {
  const openId = openIdWhenUsed(app)
  const toWebApp = (reply: FastifyReply, route: string) =>
    reply.redirect(`${app.config.webUrl}/#${route}`, 303)

  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))

  // a failure leads back to the sign-in page, which has messages for its codes
  server.setErrorHandler((error, request, reply) => {
    if (!(error instanceof SsoRefusal)) throw error
    // only the messages of the causes, because provider responses may contain tokens
    const cause = error.cause === undefined ? undefined : causesOf(error.cause)
    request.log.warn({ code: error.code, cause }, 'single sign-on failed')
    request.attempt?.failed()
    return toWebApp(reply, `/sign-in?error=${error.code}`)
  })

  server.get(
    '/session/sso/start',
    { config: open, schema: { hide: true, querystring: StartQuery } },
    async (request, reply) => {
      const { email, returnTo = '/' } = request.query
      const browser = ensureSessionCookie(request, reply, app.config)
      const address = await startLoginAttempt(app, openId, { email, returnTo, browser, ip: request.ip })
      return reply.redirect(address, 303)
    },
  )

  server.get('/session/sso/callback', { config: proving, schema: { hide: true } }, async (request, reply) => {
    const query = request.url.split('?').slice(1).join('?')
    const browser = sessionCookie(request, app.config)
    const { device, deviceSecret } = signingBrowser(request, app.config, browser ?? '')
    const arrival = { query, browser, device, deviceSecret }
    const { secret, returnTo } = await finishLoginAttempt(app, openId, arrival)
    // the sign-in page asks for what is missing
    if (secret === undefined) return toWebApp(reply, `/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    setSessionCookie(reply, app.config, secret)
    setDeviceCookie(reply, app.config, deviceSecret)
    return toWebApp(reply, returnTo)
  })
}

/** Its package is loaded with the first login: most processes have none. */
function openIdWhenUsed(app: App): OpenId {
  let loading: Promise<OpenId> | undefined
  const loaded = () => (loading ??= import('../sso/openid.ts').then(({ createOpenId }) => createOpenId(app)))
  return {
    addressFor: async (...login) => (await loaded()).addressFor(...login),
    identify: async (...login) => (await loaded()).identify(...login),
  }
}
