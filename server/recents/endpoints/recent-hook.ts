// Recording what people view. A route whose config says `recent: 'Contract'` shows one record, named by its only path
// parameter; when it has answered successfully, the record goes on the caller's recents.
import { idOf } from '../../http/ids.ts'
import { actorOf, type Server } from '../../http/route.ts'
import type { App } from '../../platform/app.ts'
import { recordView } from '../commands/record-view.ts'
import { viewsRecordedEverywhere } from './views-of-processes.ts'
import type { RecentKind } from '../recent.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of record that the route shows: it is added to the recents of the caller. */
    recent?: RecentKind
    /** The route lists recents: it includes everything viewed in this process before. */
    listsRecents?: boolean
  }
  interface FastifyRequest {
    /**
     * Set by a route with the option `recent` that knows the organisation of the record; otherwise it takes a query,
     * after the answer, for callers of several organisations.
     */
    viewed: { readonly organisationId: number } | null
  }
}

/** Records the successful answers of routes with the option `recent`. No answer waits for it. */
export function recordRecents(server: Server, app: App): void {
  server.decorateRequest('viewed', null)
  server.addHook('onRoute', (route) => {
    const { recent: kind, listsRecents } = route.config ?? {}
    if (listsRecents)
      route.preHandler = [async () => viewsRecordedEverywhere(app), ...[route.preHandler ?? []].flat()]
    if (!kind) return
    // before the answer is sent, so that the caller's next request is later
    route.onSend = [
      (request, reply, payload, done) => {
        if (reply.statusCode === 200) {
          const [id = ''] = Object.values(request.params as Readonly<Record<string, string>>)
          const organisationId = request.viewed?.organisationId
          recordView(app, actorOf(request), { kind, id: idOf(id), organisationId })
        }
        done(null, payload)
      },
      ...[route.onSend ?? []].flat(),
    ]
  })
}
