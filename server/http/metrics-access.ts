// Access to the metrics: with the configured token; if none is set, from programs on the same machine.
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { App } from '../platform/app.ts'
import { hashOfSecret, sameHash } from '../platform/secrets/crypto.ts'
import { AppError, forbidden } from '../platform/errors.ts'

/**
 * Throws unauthorized for a wrong token if one is set, and forbidden for other machines and proxied requests if none
 * is.
 */
export function checkMetricsAccess(
  request: FastifyRequest,
  { metricsToken }: Pick<App['config'], 'metricsToken'>,
): void {
  if (metricsToken === undefined) {
    if (isDirectFromHere(request)) return
    throw forbidden(
      'Metrics are available to programs on the same machine as the server. To read them from elsewhere, set CHANCERY_METRICS_TOKEN and send it as a bearer token.',
    )
  }
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined && sameHash(hashOfSecret(given), hashOfSecret(metricsToken))) return
  throw new AppError('unauthorized', 'Send the value of CHANCERY_METRICS_TOKEN as a bearer token.', {
    headers: { 'www-authenticate': 'Bearer realm="metrics"' },
  })
}

const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether the connection comes from this machine and no header indicates a proxy. Uses the socket, not `request.ip`: a
 * trusted proxy's claim about the caller could make a remote request look local, or the reverse.
 */
function isDirectFromHere({ headers, raw, hostname }: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  return isLoopback(raw.socket.remoteAddress) && (hostname === 'localhost' || isLoopback(bare(hostname)))
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
