// v2 of changing a record and deleting it.
import type { FastifyRequest } from 'fastify'
import { idsIn } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import type { InputNames } from '../../http/input-names.ts'
import { actorOf, type DocumentedBody, type RouteModule } from '../../http/route.ts'
import { onDelete, onPatch } from '../../http/routes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { AnyKind } from '../record-kind.ts'

/** Changes of a record of the version that the caller has read. */
interface VersionedChanges<Changes> {
  readonly changes: Changes
  /** Throws where the caller has read another version. */
  readonly checkVersion: (version: number) => void
}

/** How records of a kind are changed and deleted. */
export interface RecordChangesV2<Changes> {
  readonly body: readonly DocumentedBody[]
  readonly inputNames: InputNames
  /** The changes of a merge patch; throws 400 for what it may not contain. */
  readonly read: (body: unknown) => Changes
  readonly update: (
    app: App,
    actor: Actor,
    id: number,
    asked: VersionedChanges<Changes | { readonly parentId: number | null }>,
  ) => Promise<void>
  readonly delete: (
    app: App,
    actor: Actor,
    id: number,
    checkVersion: (version: number) => void,
  ) => Promise<void>
  /** Which ones are not deleted: one that is under a legal hold, and one … */
  readonly kept: string
}

const use = { access: { right: 'use' } } as const

/** The routes that change a record and delete it. */
export const changeRoutesV2 =
  <Changes>(
    { names: { one, many }, list: { status } }: Pick<AnyKind, 'names' | 'list'>,
    { body, inputNames, read, update, delete: remove, kept }: RecordChangesV2<Changes>,
  ): RouteModule =>
  (server, app) => {
    const path = `/v2/${many}/:${one}Id`
    const ids = idsIn(path)
    onPatch(server, path, {
      config: { ...use, ifMatch: true, documentedBodies: body, inputNames },
      summary: `Change a ${one}`,
      description: `A merge patch, all or nothing: properties that are sent change, null clears one, the others are kept. A ${status.name} that cannot follow is 409. With If-Match, only the version that was read is changed: otherwise 412.`,
      handler: async (request: FastifyRequest<{ Params: Record<string, string> }>) => {
        const changes = read(request.body)
        const asked = { changes, checkVersion: versionCheck(request) }
        await update(app, actorOf(request), ids.idOf(request), asked)
      },
    })

    onDelete(server, path, {
      config: { ...use, ifMatch: true },
      summary: `Delete a ${one}`,
      description: `Moves it into the bin, with everything on it; it is purged after CHANCERY_BIN_DAYS. Needs the permission to delete own ${many}, or all of them. 409 under a legal hold, and for one ${kept}, unless an administrator may delete all. With If-Match, only the version that was read is deleted: otherwise 412.`,
      handler: (request) => remove(app, actorOf(request), ids.idOf(request), versionCheck(request)),
    })
  }
