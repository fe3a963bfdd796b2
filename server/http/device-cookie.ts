// The cookie by which a browser is known when somebody signs in with it again. It signs nobody in: it holds a random
// secret, and what that is worth for whom is in the database.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { newSecret } from '../platform/secrets/crypto.ts'

type WebAddress = Pick<App['config'], 'webUrl'>

// the longest time for which browsers keep a cookie
const longestLife = 400 * 24 * 60 * 60

const isSecure = ({ webUrl }: WebAddress) => webUrl.startsWith('https:')
const nameOf = (config: WebAddress) => (isSecure(config) ? '__Host-chancery_device' : 'chancery_device')

/** The secret of the browser's cookie; a new one, which is not set yet, if it has none. */
export function deviceSecretOf(request: FastifyRequest, config: WebAddress): string {
  const { cookie } = request.headers
  const value = cookie === undefined ? undefined : request.server.parseCookie(cookie)[nameOf(config)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : newSecret()
}

/** Lets the browser be known by this secret. */
export function setDeviceCookie(reply: FastifyReply, config: WebAddress, secret: string): void {
  reply.setCookie(nameOf(config), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: longestLife,
  })
}
