// The web app's cookie, and CSRF protection. The cookie is a random secret: before sign-in it refers to nothing,
// afterwards to a session. The CSRF token is derived from it, so nothing has to be stored and each token belongs to one
// cookie.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { newSecret } from '../platform/secrets/crypto.ts'
import { forbidden } from '../platform/errors.ts'

type WebAddress = Pick<App['config'], 'webUrl'>
type Addresses = Pick<App['config'], 'webUrl' | 'publicUrl'>

const isSecure = ({ webUrl }: WebAddress) => webUrl.startsWith('https:')

/** With https, the prefix makes browsers reject a cookie of this name set by any other host. */
const nameOf = (config: WebAddress) => (isSecure(config) ? '__Host-chancery_session' : 'chancery_session')

/** The cookie's secret; undefined if there is none, or it is malformed. */
export function sessionCookie(request: FastifyRequest, config: WebAddress): string | undefined {
  const { cookie } = request.headers
  const value = cookie === undefined ? undefined : request.server.parseCookie(cookie)[nameOf(config)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Replaces the browser's cookie with this secret. */
export function setSessionCookie(reply: FastifyReply, config: WebAddress, secret: string): void {
  reply.setCookie(nameOf(config), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
  })
}

/** Removes the cookie. */
export function clearSessionCookie(reply: FastifyReply, config: WebAddress): void {
  reply.clearCookie(nameOf(config), { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) })
}

/** The secret of the browser's cookie; sets a new one if there is none. */
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

/** The CSRF token that unsafe calls must send with this cookie. */
export const csrfTokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('csrf').digest('base64url')

/**
 * Rejects a call that another site may have made the browser send: the x-csrf-token header must match the cookie, and
 * the origin reported by the browser must be this one. Returns the cookie's secret.
 */
export function checkCsrf(request: FastifyRequest, config: Addresses): string {
  const secret = sessionCookie(request, config)
  const given = request.headers['x-csrf-token']
  if (secret === undefined || typeof given !== 'string' || !isSame(given, csrfTokenOf(secret))) {
    throw forbidden(
      'Reload the page and repeat what you did: the x-csrf-token header does not match this session.',
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
  // any Host header is served, so the page's origin can be any host the browser used
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
