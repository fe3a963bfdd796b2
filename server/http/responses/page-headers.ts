// Browser permissions of pages, in addition to the content security policy: only copying to the clipboard.
import type { Server } from '../route.ts'

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

/** Adds `Permissions-Policy` to every HTML response. */
export function restrictPages(server: Server): void {
  server.addHook('onSend', async (_, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.header('permissions-policy', permissionsPolicy)
    }
  })
}
