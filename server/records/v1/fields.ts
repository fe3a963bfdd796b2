// v1 of the custom fields of a record.
import { fieldUpdateFromV1, recordFieldsToV1 } from '../../fields/v1/values.wire.ts'
import type { RecordFields } from '../../fields/record-fields.ts'
import { idsIn } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { namesV1 } from '../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { fieldDataSchema } from '../../http/v1/fields.wire.ts'
import { patchBodySchema } from '../../http/v1/json-patch.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { AnyKind } from '../record-kind.ts'

/** How the custom fields of the records of a kind are read and changed. */
export interface RecordFieldsV1 {
  readonly get: (
    app: App,
    actor: Actor,
    id: number,
  ) => Promise<{ readonly version: number; readonly fields: RecordFields }>
  readonly update: (
    app: App,
    actor: Actor,
    id: number,
    asked: {
      readonly changes: { readonly fields: ReturnType<typeof fieldUpdateFromV1> }
      readonly checkVersion: (version: number) => void
    },
  ) => Promise<void>
}

/** The routes that get and change the custom fields of a record. */
export const fieldRoutesV1 =
  ({ names: { one, many } }: Pick<AnyKind, 'names'>, { get, update }: RecordFieldsV1): RouteModule =>
  (server, app) => {
    const path = `/${one}-apis/v1/${many}/:${one}Id/fields`
    const ids = idsIn(path)
    onGet(server, path, {
      config: { access: { right: 'use' } },
      summary: `Get the fields of a ${one}`,
      description: `The form of the ${one}'s type with the values of this ${one}.`,
      returns: fieldDataSchema,
      handler: async (request, reply) => {
        const { version, fields } = await get(app, actorOf(request), ids.idOf(request))
        reply.header('etag', etagOf(version))
        return recordFieldsToV1(fields)
      },
    })

    server.patch(
      path,
      {
        config: {
          access: { right: 'use' },
          ifMatch: true,
          inputNames: namesV1(),
          documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
        },
        schema: {
          summary: `Change the fields of a ${one}`,
          description: 'A JSON Patch of field values. All or nothing.',
          params: ids.params,
        },
      },
      async (request, reply) => {
        const checkVersion = versionCheck(request)
        const id = ids.idOf(request)
        const fields = fieldUpdateFromV1(request.body)
        await update(app, actorOf(request), id, { changes: { fields }, checkVersion })
        return reply.code(200).send()
      },
    )
  }
