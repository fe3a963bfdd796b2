// v1 of the status messages of a record: posting one.
import Type from 'typebox'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { postStatusMessage } from '../commands/post-status-message.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'

const body = Type.Object({ statusMessage: Type.String() })

/** The route that posts a status message to a record. */
export const statusMessageRouteV1 =
  <DB, TB extends keyof DB & string, R extends RecordBase>(kind: RecordKind<DB, TB, R>): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const path = `/${one}-apis/v1/${many}/:${one}Id/statusMessages`
    const ids = idsIn(path)
    onPost(server, path, {
      config: { access: { right: 'use' } },
      summary: `Post a status message to a ${one}`,
      description: `The latest one is shown with the ${one}; it is kept in the history.`,
      body,
      handler: async (request) => {
        const message = { recordId: ids.idOf(request), text: request.body.statusMessage }
        await postStatusMessage(kind, app, actorOf(request), message)
      },
    })
  }
