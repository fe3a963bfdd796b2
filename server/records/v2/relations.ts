// v2 of what a record belongs to: the matter or contract above it, and the matter of a contract.
import Type from 'typebox'
import { idsIn } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { namesV2 } from '../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { idIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { AnyKind } from '../record-kind.ts'

interface RelationWire {
  readonly path: string
  /** What the summaries call what the record belongs to. */
  readonly what: string
  /** The word for a record that it can be. */
  readonly above: string
  /** What the operation calls its id. */
  readonly input: string
  readonly set: (app: App, actor: Actor, recordId: number, link: Link) => Promise<void>
}

/** What a record is to belong to; null takes it out. */
interface Link {
  readonly to: number | null
  /** Throws where the caller has read another version. */
  readonly checkVersion: (version: number) => void
}

const config = { access: { right: 'use' } } as const
const referenceBody = jsonBody(Type.Object({ id: Type.Integer() }), { id: 41 })

const readOnly = ['type', 'name', 'displayId', 'status']

function idFromV2(body: unknown): number {
  const sent = propertiesOf(body, ['id'], readOnly)
  const id = idIn({ id: sent }, 'id')
  if (typeof id !== 'number') throw badInput('id', 'is missing: a reference such as {"id": 5}.')
  return id
}

/** The routes that say what a record belongs to, and take it out of that. */
export const relationRoutesV2 =
  (
    { names: { one } }: Pick<AnyKind, 'names'>,
    { path, what, above, input, set }: RelationWire,
  ): RouteModule =>
  (server, app) => {
    const ids = idsIn(path)
    const inputNames = namesV2({ [input]: 'id' })

    onPut(server, path, {
      config: { ...config, ifMatch: true, documentedBodies: referenceBody, inputNames },
      summary: `Set the ${what} of a ${one}`,
      description: `A ${above} of the same organisation that you see, in place of the one before. By those who may change the ${one}. With If-Match, only the version that was read is changed: otherwise 412.`,
      handler: async (request) => {
        const link = { to: idFromV2(request.body), checkVersion: versionCheck(request) }
        await set(app, actorOf(request), ids.idOf(request), link)
      },
    })

    onDelete(server, path, {
      config: { ...config, ifMatch: true },
      summary: `Remove the ${what} of a ${one}`,
      description: `The ${one} belongs to no ${above} then; both are kept. Does nothing if it has none. With If-Match, only the version that was read is changed: otherwise 412.`,
      handler: async (request) => {
        const link = { to: null, checkVersion: versionCheck(request) }
        await set(app, actorOf(request), ids.idOf(request), link)
      },
    })
  }
