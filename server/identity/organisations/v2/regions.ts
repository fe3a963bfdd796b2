// v2 of regions: those of each organisation, and updating your own.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { needed } from '../../../http/v2/merge-patch.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { deleteRegion, renameRegion } from '../commands/update-region.ts'
import { createRegion } from '../commands/create-region.ts'
import { regionRows } from '../organisation-lists.ts'
import {
  newRegionBody,
  regionColumns,
  regionNameFromV2,
  regionProperties,
  regionSchema,
  regionToV2,
} from './organisations.wire.ts'

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const

/** The region with its organisation; not_found if the actor may not see it. */
async function regionOf(app: App, actor: Actor, text: string) {
  const id = idOf(text)
  const row = await regionRows(app, actor).get(id, ['organisationId'])
  return { id, organisationId: Number(row['organisationId']) }
}

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/regions', {
    config: use,
    summary: 'List regions',
    description:
      'The active regions of every organisation that you are connected with. `$orderby=Place,Name` lists them in the order that administrators have put them in.',
    item: regionSchema,
    properties: regionProperties,
    columns: regionColumns,
    rows: regionRows,
    toV2: regionToV2,
  })

  onGet(server, '/v2/regions/:regionId', {
    config: use,
    summary: 'Get a region',
    description: 'An active region.',
    returns: regionSchema,
    handler: async (request, reply) => {
      const rows = regionRows(app, actorOf(request))
      const row = await rows.get(idOf(request.params.regionId), [...regionColumns, 'version'])
      reply.header('etag', etagOf(Number(row['version'])))
      return regionToV2(row)
    },
  })
}

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/regions', {
    config: { ...administer, documentedBodies: newRegionBody },
    summary: 'Create a region',
    description: 'In your own organisation. A name that another region has is 409.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 3 }] }),
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const name = needed('name', regionNameFromV2(request.body))
      const id = await createRegion(app, actor, { organisationId: actor.organisationId, name })
      reply.header('location', `/v2/regions/${id}`)
      return { id }
    },
  })

  onPatch(server, '/v2/regions/:regionId', {
    config: { ...administer, ifMatch: true, documentedBodies: newRegionBody },
    summary: 'Rename a region',
    description: 'Records that have it show the new name.',
    handler: async (request) => {
      const actor = actorOf(request)
      const name = regionNameFromV2(request.body)
      const checkVersion = versionCheck(request)
      const region = await regionOf(app, actor, request.params.regionId)
      if (name !== undefined) await renameRegion(app, actor, { ...region, checkVersion }, name)
    },
  })

  onDelete(server, '/v2/regions/:regionId', {
    config: administer,
    summary: 'Delete a region',
    description: 'It can no longer be chosen, but records that have it keep showing it.',
    handler: async (request) => {
      const actor = actorOf(request)
      await deleteRegion(app, actor, await regionOf(app, actor, request.params.regionId))
    },
  })
}

export const regionRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes]) routes(server, app)
}
