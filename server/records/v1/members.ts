// v1 of the members of a record: the list of them.
import Type from 'typebox'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { filteringQuery, listQueryFromV1, type Names, sortingQuery } from '../../http/v1/filtering.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import type { Catalogue, ListQuery } from '../../platform/lists/list-query.ts'

interface MemberListShape<Member, Shown> {
  readonly catalogue: Catalogue
  readonly list: (
    app: App,
    actor: Actor,
    recordId: number,
    query: ListQuery,
  ) => Promise<{ readonly people: readonly Member[]; readonly total: number }>
  /** The schema of what `toV1` makes. */
  readonly properties: Type.TProperties
  readonly toV1: (member: Member) => Shown
}

/** `firstName` is `userFirstname` on the wire, `organisationId` is `userOrganisationId`; `userId` and `isDelegate…` are the same. */
const wireName = (name: string) => (/^(userId|isDelegate.*)$/.test(name) ? name : `user${name}`).toLowerCase()

const namesOf = (catalogue: Catalogue): Names => ({
  catalogue,
  find: (name) => Object.keys(catalogue).find((each) => wireName(each) === name.toLowerCase()),
})

/** The route that lists the members of a record, which the path's parameter identifies. */
export const memberListRouteV1 =
  <Member, Shown>(
    { catalogue, list, properties, toV1 }: MemberListShape<Member, Shown>,
    path: string,
  ): RouteModule =>
  (server, app) => {
    const ids = idsIn(path)
    const names = namesOf(catalogue)
    const page = Type.Unsafe<{ readonly data: readonly Shown[]; readonly total: number }>(
      Type.Object({ data: Type.Array(Type.Object(properties)), total: Type.Integer() }),
    )
    server.get(
      path,
      {
        config: { access: { right: 'use' } },
        schema: {
          params: ids.params,
          querystring: Type.Object({ ...skipQuery, ...filteringQuery, ...sortingQuery, ...takeQuery() }),
          response: { 200: page },
        },
      },
      async (request) => {
        const query = listQueryFromV1(request.query, names, [{ name: 'fullName', descending: false }])
        const { people, total } = await list(app, actorOf(request), ids.idOf(request), query)
        return { data: people.map(toV1), total }
      },
    )
  }
