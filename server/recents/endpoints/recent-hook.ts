// Recording what people view. A route whose config says `recent: 'Contract'` shows one record, named by its only path parameter;
// when it has answered successfully, the record goes on the caller's recents.
import { idOf } from '../../http/ids.ts'
import { actorOf, type Server } from '../../http/route.ts'
import type { App } from '../../platform/app.ts'
import { recordView } from '../commands/record-recent.ts'
import type { RecentKind } from '../recent.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of record that the route shows: it is added to the recents of the caller. */
    recent?: RecentKind
  }
}

/** Records every successful answer of a route that has the option `recent`, before it is sent. */
export function recordRecents(server: Server, app: App): void {
  server.addHook('preSerialization', async (request, reply, payload) => {
    const { recent: kind } = request.routeOptions.config
    if (!kind || reply.statusCode !== 200) return payload
    const actor = actorOf(request)
    const [id = ''] = Object.values(request.params as Readonly<Record<string, string>>)
    await recordView(app, actor, { kind, id: idOf(id) })
    return payload
  })
}
