// v1 of the members of a record: the list of them.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { filteringQuery, listQueryFromV1, type Names, sortingQuery } from '../../http/v1/filtering.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { Person } from '../../platform/person.ts'
import type { Selected, ValuesOf } from '../../platform/postgres/prepared.ts'
import { listMembers, type MemberList } from '../members.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'

/** How v1 shows the people on the records of a kind. */
export interface MemberListWire<Columns extends Selected, Shown> extends Omit<MemberList<Columns>, 'query'> {
  /** The schema of what `toV1` makes. */
  readonly properties: Type.TProperties
  readonly toV1: (member: Person & ValuesOf<Columns>) => Shown
}

/**
 * `firstName` is `userFirstname` on the wire, `organisationId` is `userOrganisationId`; `userId` and `isDelegate…` are
 * the same.
 */
const wireName = (name: string) => (/^(userId|isDelegate.*)$/.test(name) ? name : `user${name}`).toLowerCase()

const namesOf = (catalogue: Catalogue, properties: Type.TProperties): Names => ({
  catalogue,
  offered: Object.keys(properties).filter((shown) =>
    Object.keys(catalogue).some((each) => wireName(each) === shown.toLowerCase()),
  ),
  find: (name) => Object.keys(catalogue).find((each) => wireName(each) === name.toLowerCase()),
})

/** The route that lists the members of a record. */
export const memberListRouteV1 =
  <DB, TB extends keyof DB & string, R extends RecordBase, Columns extends Selected, Shown>(
    kind: RecordKind<DB, TB, R>,
    { catalogue, columns, properties, toV1 }: MemberListWire<Columns, Shown>,
  ): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const path = `/${one}-apis/v1/${many}/:${one}Id/users`
    const ids = idsIn(path)
    const names = namesOf(catalogue, properties)
    const page = Type.Unsafe<{ readonly data: readonly Shown[]; readonly total: number }>(
      Type.Object({ data: Type.Array(Type.Object(properties)), total: Type.Integer() }),
    )
    onGet(server, path, {
      config: { access: { right: 'use' } },
      summary: `List the people on a ${one}`,
      description: 'Its members with their roles, filtered and sorted, in pages.',
      querystring: Type.Object({ ...skipQuery, ...filteringQuery, ...sortingQuery, ...takeQuery() }),
      returns: page,
      handler: async (request) => {
        const query = listQueryFromV1(request.query, names, [{ name: 'fullName', descending: false }])
        const list = { query, catalogue, columns }
        const { people, total } = await answerList(app, request, ({ db }) =>
          listMembers(kind, { db, actor: actorOf(request) }, ids.idOf(request), list),
        )
        return { data: people.map(toV1), total }
      },
    })
  }
