// The web app's cookie, and the proof that a call comes from the web app itself. The cookie is a random secret: before sign-in it
// names nothing, afterwards a session. The CSRF token is made from it, so that nothing has to be stored and one belongs to the other.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { newSecret } from '../platform/secrets/crypto.ts'
import { forbidden } from '../platform/errors.ts'

type WebAddress = Pick<App['config'], 'webUrl'>
type Addresses = Pick<App['config'], 'webUrl' | 'publicUrl'>

const isSecure = ({ webUrl }: WebAddress) => webUrl.startsWith('https:')

/** On https the prefix makes browsers refuse a cookie of this name from anyone but this very host. */
const nameOf = (config: WebAddress) => (isSecure(config) ? '__Host-chancery_session' : 'chancery_session')

/** The cookie's secret; undefined when there is none, or one that cannot be ours. */
export function sessionCookie(request: FastifyRequest, config: WebAddress): string | undefined {
  const value = request.cookies[nameOf(config)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Gives the browser this secret in place of the one it had. */
export function setSessionCookie(reply: FastifyReply, config: WebAddress, secret: string): void {
  reply.setCookie(nameOf(config), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
  })
}

/** Takes the cookie away. */
export function clearSessionCookie(reply: FastifyReply, config: WebAddress): void {
  reply.clearCookie(nameOf(config), { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) })
}

/** The secret of the browser's cookie; a browser without one is given one. */
export function ensureSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: WebAddress,
): string {
  const known = sessionCookie(request, config)
  if (known !== undefined) return known
  const secret = newSecret()
  setSessionCookie(reply, config, secret)
  return secret
}

/** The token that unsafe calls must carry with this cookie. */
export const csrfTokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('csrf').digest('base64url')

/**
 * Refuses a call that another site may have made the browser send: the header x-csrf-token must belong to the cookie, and what
 * the browser says of the call's origin must be this origin. Returns the cookie's secret.
 */
export function checkCsrf(request: FastifyRequest, config: Addresses): string {
  const secret = sessionCookie(request, config)
  const given = request.headers['x-csrf-token']
  if (secret === undefined || typeof given !== 'string' || !isSame(given, csrfTokenOf(secret))) {
    throw forbidden(
      'Load the page again and repeat what you did: the x-csrf-token header does not belong to this session.',
    )
  }
  if (!isOwnOrigin(request, config)) throw forbidden('This call came from another site.')
  return secret
}

function isOwnOrigin(request: FastifyRequest, { webUrl, publicUrl }: Addresses): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  // any Host header is served, so the page's origin is also whatever host the browser itself called
  return (
    origin === new URL(webUrl).origin ||
    origin === new URL(publicUrl).origin ||
    (URL.canParse(origin) && new URL(origin).host === request.headers.host)
  )
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
