// Headers that tell browsers what an answer of ours may do: constant, and the same for pages, the API and errors.
import type { Config } from '../../platform/settings/config.ts'
import type { Server } from '../route.ts'

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

const constantHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // the filters of old browsers did harm
  'x-xss-protection': '0',
}

const deniedPermissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const permissionsPolicy = [...deniedPermissions.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(
  ', ',
)

/** Adds them to every response: a route may set others. `Permissions-Policy` is for HTML only. */
export function addSecurityHeaders(server: Server, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const headers = publicUrl.startsWith('https:')
    ? { ...constantHeaders, 'strict-transport-security': 'max-age=31536000' }
    : constantHeaders
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type')
    if (typeof type === 'string' && type.startsWith('text/html')) {
      reply.header('permissions-policy', permissionsPolicy)
    }
    done(null, payload)
  })
}
