// What pages may do in a browser beside what the content security policy says: nothing but copying to the clipboard.
import type { Server } from '../route.ts'

const forbiddenToPages = [
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

const permissionsPolicy = [...forbiddenToPages.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(
  ', ',
)

/** Adds `Permissions-Policy` to every answer that is a page. */
export function restrictPages(server: Server): void {
  server.addHook('onSend', async (_, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.header('permissions-policy', permissionsPolicy)
    }
  })
}
