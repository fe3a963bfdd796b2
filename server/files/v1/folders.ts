// v1 of folders: listing the folders of a record, and creating one.
import { kindNames, kinds } from '../../records/kinds.ts'
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { Subject } from '../../platform/subject.ts'
import { createFolder } from '../commands/create-folder.ts'
import { listFolders } from '../lists/list-folder.ts'
import { placeFromV1 } from './list.wire.ts'
import { targetPath } from './record-target.wire.ts'
import { type RecordType, recordType } from '../../http/v1/record-types.wire.ts'

const int32 = Type.Integer({ format: 'int32' })
const largestId = 2_147_483_647

const newFolder = Type.Object({
  name: Type.String({ minLength: 1 }),
  parentFolderId: nullable<number>('integer', { format: 'int32', minimum: 0, maximum: largestId }),
})

const subjectKinds = new Map<RecordType, Subject['kind']>(kindNames.map((kind) => [kinds[kind].type, kind]))

export const folderRoutes: RouteModule = (server, app) => {
  onGet(server, '/file-apis/v1/folders', {
    config: { access: { right: 'use' } },
    summary: 'List folders',
    description: 'The folders of a record, or in one of its folders, as a plain array.',
    querystring: Type.Object({
      recordId: Type.Integer({ format: 'int32', minimum: 1, maximum: largestId }),
      recordType,
      parentFolderId: Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: largestId })),
    }),
    returns: Type.Array(
      Type.Object({ id: int32, name: nullable<string>('string') }, { additionalProperties: false }),
    ),
    handler: async (request) => {
      const { recordType: type, recordId, parentFolderId } = request.query
      const place = placeFromV1(type, recordId, 'recordType')
      return [...(await listFolders(app, actorOf(request), place, parentFolderId))]
    },
  })

  server.post(
    '/file-apis/v1/folders/:targetType/:targetId',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Create a folder',
        description: 'Answers the bare id of the folder.',
        operationId: 'createFolderV1',
        params: targetPath('targetId'),
        body: newFolder,
        response: { 201: int32 },
      },
    },
    async (request, reply) => {
      const { targetType, targetId } = request.params
      const kind = subjectKinds.get(targetType)
      if (!kind) throw badInput('targetType', 'must be Matter or Contract.')
      const { name, parentFolderId } = request.body
      const subject = { kind, id: idOf(targetId) }
      const id = await createFolder(app, actorOf(request), subject, { name, folderId: parentFolderId })
      return reply.code(201).type('application/json').send(id)
    },
  )
}
