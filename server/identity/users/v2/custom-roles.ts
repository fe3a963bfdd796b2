// v2 of the roles of an organisation's own, for its administrators.
import Type from 'typebox'
import { idsIn } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule, type Server } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import type { App } from '../../../platform/app.ts'
import { customRoleRows } from '../list-custom-roles.ts'
import { createCustomRole } from '../roles/create-custom-role.ts'
import { deleteCustomRole, replaceCustomRole } from '../roles/delete-custom-role.ts'
import { updateCustomRole } from '../roles/update-custom-role.ts'
import {
  customRoleChangesBody,
  customRoleChangesFromV2,
  customRoleColumns,
  customRoleProperties,
  customRoleSchema,
  customRoleToV2,
  newCustomRoleBody,
  newCustomRoleFromV2,
  replacementRoleBody,
  replacementRoleFromV2,
} from './custom-roles.wire.ts'

const administer = { access: { right: 'administer' } } as const
const changing = { ...administer, act: 'roles' } as const
const ids = idsIn('/v2/customRoles/:roleId')

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/customRoles', {
    config: administer,
    summary: 'List custom roles',
    description:
      'The roles that your organisation has made: named sets of permissions and groups on top of a role. Who has one: `GET /v2/users?$filter=CustomRole/Id eq 4`.',
    item: customRoleSchema,
    properties: customRoleProperties,
    columns: customRoleColumns,
    rows: customRoleRows,
    toV2: customRoleToV2,
  })

  onGet(server, '/v2/customRoles/:roleId', {
    config: administer,
    summary: 'Get a custom role',
    description: 'With how many people have it.',
    returns: customRoleSchema,
    handler: async (request, reply) => {
      const rows = customRoleRows(app, actorOf(request))
      const row = await rows.get(ids.idOf(request), [...customRoleColumns, 'version'])
      reply.header('etag', etagOf(Number(row['version'])))
      return customRoleToV2(row)
    },
  })
}

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/customRoles', {
    config: { ...changing, documentedBodies: newCustomRoleBody },
    summary: 'Create a custom role',
    description:
      'In your own organisation. Without permissions, it begins with those of its role. A name that another role has is 409. People get it with `PATCH /v2/users/{userId}/rights`, with an invitation, or by a group of the identity provider.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 4 }] }),
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const role = { ...newCustomRoleFromV2(request.body), organisationId: actor.organisationId }
      const id = await createCustomRole(app, actor, role)
      reply.header('location', `/v2/customRoles/${id}`)
      return { id }
    },
  })

  onPatch(server, '/v2/customRoles/:roleId', {
    config: { ...changing, ifMatch: true, documentedBodies: customRoleChangesBody },
    summary: 'Update a custom role',
    description:
      'What people with the role may do follows at once, in every process. Lists are replaced as a whole. If you have the role yourself, you cannot add rights to it: 403. 409 where no administrator would be left, or nobody could open a record.',
    handler: async (request) => {
      const actor = actorOf(request)
      const changes = customRoleChangesFromV2(request.body)
      const name = { organisationId: actor.organisationId, id: ids.idOf(request) }
      await updateCustomRole(app, actor, { ...name, checkVersion: versionCheck(request) }, changes)
    },
  })

  onDelete(server, '/v2/customRoles/:roleId', {
    config: changing,
    summary: 'Delete a custom role',
    description: 'One that nobody has: otherwise 409, and `POST …/replace` says what people get instead.',
    handler: async (request) => {
      const actor = actorOf(request)
      const { organisationId } = actor
      await deleteCustomRole(app, actor, { organisationId, id: ids.idOf(request) })
    },
  })

  onPost(server, '/v2/customRoles/:roleId/replace', {
    config: { ...changing, documentedBodies: replacementRoleBody },
    operationId: 'replaceCustomRole',
    summary: 'Replace a custom role and delete it',
    description:
      'Everybody who has it gets another custom role, or a role with its default permissions, and so do groups of the identity provider that give it: all at once. Refused as an update of the role is.',
    handler: async (request) => {
      const actor = actorOf(request)
      const name = { organisationId: actor.organisationId, id: ids.idOf(request) }
      await replaceCustomRole(app, actor, name, replacementRoleFromV2(request.body))
    },
  })
}

/** Adds the routes of custom roles. */
export function addCustomRoleRoutes(server: Server, app: App): void {
  for (const routes of [readRoutes, writeRoutes]) routes(server, app)
}
