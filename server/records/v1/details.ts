// v1 of one record: its details, which the database makes.
import Type from 'typebox'
import { idsIn } from '../../http/ids.ts'
import { etagOf } from '../../http/if-match.ts'
import { sendJsonText } from '../../http/responses/json-text.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { jsonOf } from '../../http/shape.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import { type BodyContext, recordBodies } from '../lists/record-bodies.ts'
import { mailAddressOf } from '../mail-address.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'

/** How v1 shows a record; the note of its columns is the mail address. */
export interface RecordDetailsV1 {
  readonly shape: Parameters<typeof jsonOf>[0]
  /** The schema of the shape. */
  readonly schema: Type.TSchema
  readonly columns: (context: BodyContext) => Catalogue
}

/** The route that gets a record. */
export const detailsRouteV1 =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    { shape, schema, columns }: RecordDetailsV1,
  ): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const path = `/${one}-apis/v1/${many}/:${one}Id`
    const ids = idsIn(path)
    const bodies = recordBodies(kind, app, {
      shape: jsonOf(shape),
      columns,
      noteOf: (id) => mailAddressOf(app, { kind: kind.kind, id }),
    })
    onGet(server, path, {
      config: { access: { right: 'use' }, recent: kind.type },
      summary: `Get a ${one}`,
      description: `The whole ${one}, and its version as ETag. Adds it to the caller's recents.`,
      returns: Type.Unsafe<object>(schema),
      handler: async (request, reply) => {
        const body = await bodies.get(actorOf(request), ids.idOf(request))
        request.viewed = body
        return sendJsonText(reply.header('etag', etagOf(body.version)), body.text)
      },
    })
  }
