// v1 of changing a record by a JSON Patch.
import { idsIn } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import type { InputNames } from '../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { type Patch, patchBodySchema, readPatch } from '../../http/v1/json-patch.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { AnyKind } from '../record-kind.ts'

/** How v1 changes records of a kind. */
export interface RecordPatchV1<Name extends string> {
  /** Those that a patch may name. */
  readonly properties: readonly Name[]
  readonly inputNames: InputNames
  readonly update: (
    app: App,
    actor: Actor,
    id: number,
    asked: {
      readonly patch: Patch<Name>
      readonly checkVersion: (version: number) => void
    },
  ) => Promise<void>
}

/** The route that changes a record. */
export const patchRouteV1 =
  <Name extends string>(
    { names: { one, many } }: Pick<AnyKind, 'names'>,
    { properties, inputNames, update }: RecordPatchV1<Name>,
  ): RouteModule =>
  (server, app) => {
    const path = `/${one}-apis/v1/${many}/:${one}Id`
    const ids = idsIn(path)
    server.patch(
      path,
      {
        config: {
          access: { right: 'use' },
          ifMatch: true,
          documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
          inputNames,
        },
        schema: {
          summary: `Change a ${one}`,
          description:
            'A JSON Patch with paths such as `/Name`; a plain object is taken as one `replace` for each property. All or nothing.',
          params: ids.params,
        },
      },
      async (request, reply) => {
        const patch = readPatch(request.body, properties)
        const checkVersion = versionCheck(request)
        await update(app, actorOf(request), ids.idOf(request), { patch, checkVersion })
        return reply.code(200).send()
      },
    )
  }
