// Where signing services elsewhere send their events: without an account, signed with the secret of the service.
import Type from 'typebox'
import { jsonTypes } from '../../http/json-types.ts'
import type { RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { receiveEvent } from '../signing/elsewhere/receive-event.ts'

const largest = 16 * 1024

export const signingServiceEventRoutes: RouteModule = (server, app) => {
  // the signature is over the bytes
  server.removeContentTypeParser(jsonTypes)
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
    done(null, body),
  )
  onPost(server, '/signing-services/:service/events', {
    config: { access: 'public', rate: 'failures' },
    hide: true,
    params: Type.Object({ service: Type.String({ maxLength: 24, pattern: '^[0-9]{1,10}-[0-9]{1,10}$' }) }),
    bodyLimit: largest,
    responses: { 204: Type.Null() },
    handler: async ({ params: { service }, headers, body }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await receiveEvent(app, { service, headers, body: bytes })
      return reply.code(204).header('cache-control', 'no-store').send(null)
    },
  })
}
