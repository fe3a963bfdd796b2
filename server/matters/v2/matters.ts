// v2 of matters: creating them, and what the routes that all records have need to know of matters.
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import type { RecordDescriptionV2 } from '../../records/v2/record-routes.ts'
import { deleteMatter } from '../commands/delete-matter.ts'
import { createMatter } from '../commands/create-matter.ts'
import { removeMatterMember } from '../commands/remove-matter-member.ts'
import { setMatterMember } from '../commands/set-matter-member.ts'
import { type MatterChanges, updateMatter } from '../commands/update-matter.ts'
import { purgedMatters } from '../purge-matter.ts'
import { type MatterBulkChanges, matterBulkChangesSchema } from './bulk.wire.ts'
import {
  changesFromV2,
  createdMatterSchema,
  matterChangesBody,
  matterSchema,
  matterFilters,
  matterShape,
  matterInputNames,
  newMatterBody,
  newMatterFromV2,
} from './matters.wire.ts'
import { matterBulkChange } from './reports.ts'

export const matterRoutesV2: RouteModule = (server, app) => {
  onPost(server, '/v2/matters', {
    config: {
      access: { right: 'create-matters' },
      documentedBodies: newMatterBody,
      inputNames: matterInputNames,
    },
    summary: 'Create a matter',
    description:
      'Of a type, which determines the fields to fill in. Without a manager, or created by a business user, it goes to intake; its creator is its owner unless another one is given.',
    creates: createdMatterSchema,
    handler: async (request, reply) => {
      const id = await createMatter(app, actorOf(request), newMatterFromV2(request.body))
      reply.header('location', `/v2/matters/${id}`)
      return { id }
    },
  })
}

export const matterDescriptionV2: RecordDescriptionV2<MatterChanges, MatterBulkChanges> = {
  wire: { shape: matterShape, schema: matterSchema, filters: matterFilters },
  changes: {
    body: matterChangesBody,
    inputNames: matterInputNames,
    read: changesFromV2,
    update: (app, actor, matterId, { changes, checkVersion }) =>
      updateMatter(app, actor, matterId, ({ matter }) => {
        checkVersion(matter.version)
        return changes
      }),
    delete: deleteMatter,
    kept: 'that has posted or approved invoices',
  },
  members: {
    roles: ['Member', 'Owner', 'Manager', 'OwnerDelegate', 'ManagerDelegate'],
    set: (app, actor, matterId, { userId, roles, note }) =>
      setMatterMember(app, actor, matterId, {
        userId,
        isOwner: roles.has('Owner'),
        isManager: roles.has('Manager'),
        isDelegateOwner: roles.has('OwnerDelegate'),
        isDelegateManager: roles.has('ManagerDelegate'),
        note,
      }),
    remove: removeMatterMember,
  },
  reports: {
    bulk: matterBulkChange,
    schema: matterBulkChangesSchema,
    example: { ids: [42, 43], change: { teamAssigned: { id: 4 } }, checkOnly: true },
    inputNames: matterInputNames,
    more: 'Beside what PATCH takes, `change` may have the `parent` of the matters, and tags to put on and take off: these are words, in any case, and onlyEmpty does not concern them.',
  },
  purged: purgedMatters,
}
