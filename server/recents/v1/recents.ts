// v1 of the records that the caller viewed last.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { utcText } from '../../http/v1/dates.wire.ts'
import { takeQuery } from '../../http/v1/paging.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { recordType } from '../../http/v1/record-types.wire.ts'
import { contractStages } from '../../contracts/contract.ts'
import { listRecents, type Recent } from '../list-recents.ts'

const recentItem = Type.Object({
  recordType,
  recordId: Type.Integer(),
  title: nullable<string>('string'),
  description: nullable<string>('string'),
  lastActivityDateUtc: Type.String({ format: 'date-time' }),
  matterId: nullable<number>('integer'),
  contractId: nullable<number>('integer'),
  fileContentType: nullable<string>('string'),
  fileId: nullable<string>('string'),
  ownerId: nullable<string>('string'),
  managerId: nullable<string>('string'),
  contractStatus: nullable<string>('string', { enum: [...contractStages, null] }),
  matterCategoryName: nullable<string>('string'),
})

const recentToV1 = (recent: Recent) => ({
  recordType: recent.kind,
  recordId: recent.id,
  title: recent.title,
  description: recent.description,
  lastActivityDateUtc: utcText(recent.lastActivityAt),
  matterId: recent.matterId,
  contractId: recent.contractId,
  fileContentType: recent.contentType,
  fileId: recent.kind === 'File' ? String(recent.id) : null,
  ownerId: recent.ownerId,
  managerId: recent.managerId,
  contractStatus: recent.stage,
  matterCategoryName: recent.categoryName,
})

export const recentRoutes: RouteModule = (server, app) => {
  onGet(server, '/account-apis/v1/my/recents', {
    config: { access: { right: 'use' }, listsRecents: true },
    summary: 'List what I viewed last',
    description:
      'The matters, contracts and files that the caller opened last and still sees, the latest first.',
    querystring: Type.Object(takeQuery(5)),
    returns: Type.Array(recentItem),
    handler: async (request) =>
      (await listRecents(app, actorOf(request), request.query.take ?? 5)).map(recentToV1),
  })
}
