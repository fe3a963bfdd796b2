// v2 of departments: the tree of each organisation, and updating your own.
import { namesV2 } from '../../../http/input-names.ts'
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { needed } from '../../../http/v2/merge-patch.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { updateDepartment } from '../commands/update-department.ts'
import { createDepartment } from '../commands/create-department.ts'
import { deleteDepartment } from '../commands/delete-department.ts'
import { departmentRows } from '../organisation-lists.ts'
import {
  departmentChangesBody,
  departmentColumns,
  departmentFromV2,
  departmentProperties,
  departmentSchema,
  departmentToV2,
  newDepartmentBody,
} from './organisations.wire.ts'

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const
const inputNames = namesV2({ parentId: 'parent' })

/** The department with its organisation; not_found if the actor may not see it. */
async function departmentOf(app: App, actor: Actor, text: string) {
  const id = idOf(text)
  const row = await departmentRows(app, actor).get(id, ['organisationId'])
  return { id, organisationId: Number(row['organisationId']) }
}

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/departments', {
    config: use,
    summary: 'List departments',
    description:
      'The active departments of every organisation that you are connected with; parent makes them a tree. `$orderby=Place,Name` lists them in the order that administrators have put them in.',
    item: departmentSchema,
    properties: departmentProperties,
    columns: departmentColumns,
    rows: departmentRows,
    toV2: departmentToV2,
  })

  onGet(server, '/v2/departments/:departmentId', {
    config: use,
    summary: 'Get a department',
    description: 'An active department.',
    returns: departmentSchema,
    handler: async (request, reply) => {
      const rows = departmentRows(app, actorOf(request))
      const row = await rows.get(idOf(request.params.departmentId), [...departmentColumns, 'version'])
      reply.header('etag', etagOf(Number(row['version'])))
      return departmentToV2(row)
    },
  })
}

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/departments', {
    config: { ...administer, documentedBodies: newDepartmentBody, inputNames },
    summary: 'Create a department',
    description: 'In your own organisation. A name that is taken under the same parent is 409.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 31 }] }),
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { name, ...place } = departmentFromV2(request.body)
      const { organisationId } = actor
      const department = { organisationId, name: needed('name', name), ...place }
      const id = await createDepartment(app, actor, department)
      reply.header('location', `/v2/departments/${id}`)
      return { id }
    },
  })

  onPatch(server, '/v2/departments/:departmentId', {
    config: { ...administer, ifMatch: true, documentedBodies: departmentChangesBody, inputNames },
    summary: 'Rename or move a department',
    description: 'With parent, it moves with its subdepartments; a parent of null moves it to the top level.',
    handler: async (request) => {
      const actor = actorOf(request)
      const changes = departmentFromV2(request.body)
      const checkVersion = versionCheck(request)
      const department = await departmentOf(app, actor, request.params.departmentId)
      await updateDepartment(app, actor, { ...department, checkVersion }, changes)
    },
  })

  onDelete(server, '/v2/departments/:departmentId', {
    config: administer,
    summary: 'Delete a department',
    description:
      'It can no longer be chosen, but records that have it keep showing it. 409 while it has people or subdepartments.',
    handler: async (request) => {
      const actor = actorOf(request)
      await deleteDepartment(app, actor, await departmentOf(app, actor, request.params.departmentId))
    },
  })
}

export const departmentRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes]) routes(server, app)
}
