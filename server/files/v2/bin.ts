// v2 of the bin: listing, restoring and purging what was deleted, for administrators; and what a person deleted
// themselves, to be restored.
import { kinds, sortedRecordTypes } from '../../records/kinds.ts'
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  createdExample,
  auditedByUser,
  auditedToV2,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { binRows } from '../bin.ts'
import { purgeFile } from '../commands/purge-bin.ts'
import { restoreFile } from '../commands/restore-file.ts'

const config = { access: { right: 'administer' }, act: 'purges' } as const
const use = { access: { right: 'use' } } as const

const entrySchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    type: Type.Unsafe<string>({ type: 'string', enum: ['File', 'Folder'] }),
    size: Type.Integer({ description: 'Bytes; 0 for a folder.' }),
    resource: Type.Object({
      type: Type.Unsafe<string>({ type: 'string', enum: [...sortedRecordTypes] }),
      id: Type.Integer(),
    }),
    deleted: nullableObject(auditedByUser),
    purged: Type.Object(
      { dateUtc: Type.String({ format: 'date-time' }) },
      { description: 'When it is deleted permanently.' },
    ),
  },
  {
    examples: [
      {
        id: 71,
        name: 'Annexes',
        type: 'Folder',
        size: 0,
        resource: { type: kinds.matter.type, id: 17 },
        deleted: createdExample,
        purged: { dateUtc: '2026-04-01T09:00:00.000Z' },
      },
    ],
  },
)

const columns = [
  'id',
  'name',
  'type',
  'size',
  'resourceType',
  'resourceId',
  'deletedAt',
  ...userColumns('deletedBy'),
  'purgedAt',
]

/** The properties that the bin can be filtered and sorted by. */
export const binProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Type: sorted('type'),
  Size: sorted('size'),
  'Resource/Type': sorted('resourceType'),
  'Resource/Id': sorted('resourceId'),
  'Deleted/DateUtc': sorted('deletedAt'),
  ...userProperties('Deleted/User', 'deletedBy'),
  'Purged/DateUtc': sorted('purgedAt'),
}

const entryToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  type: textOf(row, 'type'),
  size: Number(row['size'] ?? 0),
  resource: { type: textOf(row, 'resourceType'), id: Number(row['resourceId']) },
  deleted: auditedToV2(row, 'deleted'),
  purged: { dateUtc: row['purgedAt'] instanceof Date ? row['purgedAt'].toISOString() : '' },
})

export const binRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/bin', {
    config: use,
    summary: 'List the bin',
    description:
      'What was deleted from matters and contracts that you may see: files, and folders with everything that was in them. Administrators find all of their organisation, everybody what they have deleted themselves within a day.',
    item: entrySchema,
    properties: binProperties,
    columns,
    rows: binRows,
    toV2: entryToV2,
  })

  onGet(server, '/v2/bin/:fileId', {
    config: use,
    summary: 'Get an entry of the bin',
    description: 'A file or folder that was deleted as one item.',
    returns: entrySchema,
    handler: async (request) =>
      entryToV2(await binRows(app, actorOf(request)).get(idOf(request.params.fileId), columns)),
  })

  onPost(server, '/v2/bin/:fileId/restore', {
    config: use,
    operationId: 'restoreBinnedFile',
    summary: 'Restore a file or folder',
    description:
      'To its previous folder, or the nearest folder above that still exists; if its name is taken, as `name (1)`. By administrators, and for a day by who deleted it: undo. Raises the same events as adding files to the record.',
    returns: Type.Object(
      { id: Type.Integer(), name: Type.String() },
      { examples: [{ id: 71, name: 'Annexes' }] },
    ),
    handler: async (request) => {
      const actor = actorOf(request)
      const id = idOf(request.params.fileId)
      return { id, ...(await restoreFile(app, actor, id)) }
    },
  })

  onDelete(server, '/v2/bin/:fileId', {
    config,
    summary: 'Purge a file or folder',
    description:
      'Deletes it permanently, with all its versions. For administrators who may change the record it was on.',
    handler: (request) => purgeFile(app, actorOf(request), { id: idOf(request.params.fileId) }),
  })
}
