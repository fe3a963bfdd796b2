// v2 of the groups of contract types.
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import {
  createContractGroup,
  deleteContractGroup,
  renameContractGroup,
} from '../commands/update-contract-group.ts'
import { contractGroupRows } from '../templates.ts'
import {
  createdSchema,
  groupChangesBody,
  groupNameFromV2,
  groupProperties,
  groupSchema,
  groupToV2,
  newGroupBody,
} from './type-administration.wire.ts'

const administer = { access: { right: 'administer' } } as const

const readAndMake: RouteModule = (server, app) => {
  onList(server, app, '/v2/contractGroups', {
    config: { access: { right: 'use' } },
    summary: 'List groups of contract types',
    description:
      'Each contract type is in one of them: its parent. `$orderby=Place` lists them in the order that administrators have put them in.',
    item: groupSchema,
    properties: groupProperties,
    columns: ['id', 'name', 'place'],
    rows: contractGroupRows,
    toV2: groupToV2,
  })

  onPost(server, '/v2/contractGroups', {
    config: { ...administer, documentedBodies: newGroupBody },
    summary: 'Create a group of contract types',
    description: 'A name is unique in an organisation: otherwise 409.',
    creates: createdSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const name = groupNameFromV2(request.body)
      const id = await createContractGroup(app, actor, { organisationId: actor.organisationId, name })
      reply.header('location', `/v2/contractGroups/${id}`)
      return { id }
    },
  })
}

const singleRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contractGroups/:groupId', {
    config: { access: { right: 'use' } },
    summary: 'Get a group of contract types',
    description: 'Its name, and its place among the groups.',
    returns: groupSchema,
    handler: async (request, reply) => {
      const rows = contractGroupRows(app, actorOf(request))
      const row = await rows.get(idOf(request.params.groupId), ['id', 'name', 'place', 'version'])
      reply.header('etag', etagOf(Number(row['version'])))
      return groupToV2(row)
    },
  })

  onPatch(server, '/v2/contractGroups/:groupId', {
    config: { ...administer, ifMatch: true, documentedBodies: groupChangesBody },
    summary: 'Rename a group of contract types',
    description: 'Its types stay in it.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = {
        organisationId: actor.organisationId,
        id: idOf(request.params.groupId),
        checkVersion: versionCheck(request),
      }
      await renameContractGroup(app, actor, key, groupNameFromV2(request.body))
    },
  })

  onDelete(server, '/v2/contractGroups/:groupId', {
    config: administer,
    summary: 'Delete a group of contract types',
    description: '409 while types are in it, including those out of use.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, id: idOf(request.params.groupId) }
      await deleteContractGroup(app, actor, key)
    },
  })
}

export const contractGroupRoutes: RouteModule = (server, app) => {
  for (const routes of [readAndMake, singleRoutes]) routes(server, app)
}
