// v1 of what is related to matters: quick find, recents, external ids.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { utcText } from '../../http/v1/dates.wire.ts'
import { takeQuery } from '../../http/v1/paging.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { findByExternalId } from '../../records/find-by-external-id.ts'
import { matterKind } from '../matter-kind.ts'
import { quickFindMatters, recentMatters } from '../matter-lookups.ts'

const config = { access: { right: 'use' } } as const

const foundMatter = Type.Object({
  id: Type.Integer(),
  matterNumber: nullable<string>('string'),
  name: nullable<string>('string'),
  organisationName: nullable<string>('string'),
  reference: nullable<string>('string'),
  managerReference: nullable<string>('string'),
  purchaseOrderNumber: nullable<string>('string'),
  parentId: nullable<number>('integer'),
  organisationId: Type.Integer(),
})

const recentMatter = Type.Object({
  id: Type.Integer(),
  name: nullable<string>('string'),
  matterNumber: nullable<string>('string'),
  lastActivityDateUtc: nullable<string>('string', { format: 'date-time' }),
  organisationId: Type.Integer(),
  managerId: nullable<string>('string'),
  ownerId: nullable<string>('string'),
})

export const matterLookupRoutes: RouteModule = (server, app) => {
  onGet(server, '/matter-apis/v1/matters/quickfind', {
    config,
    summary: 'Find matters by a few letters',
    description:
      'By name, number and external id, best first. Without a term, the latest that the caller is a member of.',
    querystring: Type.Object({
      term: Type.Optional(Type.String({ maxLength: 255 })),
      includeRestricted: Type.Optional(Type.Boolean({ default: false })),
      ...takeQuery(),
    }),
    returns: Type.Array(foundMatter),
    handler: async (request) => {
      const { term = '', includeRestricted = false, take = 50 } = request.query
      const found = await quickFindMatters(app, actorOf(request), { typed: term, includeRestricted, take })
      return found.map(({ number, ...matter }) => ({ ...matter, matterNumber: number }))
    },
  })

  onGet(server, '/matter-apis/v1/matters/recent', {
    config: { ...config, listsRecents: true },
    summary: 'List the matters I viewed last',
    description: 'Those that the caller opened last and still sees.',
    querystring: Type.Object(takeQuery(5)),
    returns: Type.Array(recentMatter),
    handler: async (request) => {
      const recent = await recentMatters(app, actorOf(request), request.query.take ?? 5)
      return recent.map(({ number, lastActivityAt, ...matter }) => ({
        ...matter,
        matterNumber: number,
        lastActivityDateUtc: utcText(lastActivityAt),
      }))
    },
  })
  onGet(server, '/matter-apis/v1/matters/externalid/:externalId', {
    config,
    summary: 'Find a matter by its external id',
    description: 'Answers the id of the matter with this external id.',
    operationId: 'findMatterByExternalIdV1',
    returns: Type.Object({ id: Type.Integer() }),
    handler: async (request) =>
      findByExternalId(matterKind, app, actorOf(request), request.params.externalId),
  })
}
