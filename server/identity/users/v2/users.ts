// v2 of people: list, details.
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { columnsFor } from '../../../http/v2/shown-columns.ts'
import { countVisiblePeople, getPersonRow, listVisiblePeople, peopleListing } from '../list-people.ts'
import { userCollections, userProperties, userSchema, userShownFrom, userToV2 } from './users.wire.ts'

const config = { access: { right: 'use' } } as const

export const userRoutesV2: RouteModule = (server, app) => {
  onList(server, app, '/v2/users', {
    config,
    summary: 'List people',
    description:
      'The people you may find: those of your organisation, of its law firms, and everybody you share a matter or contract with.',
    item: userSchema,
    properties: userProperties,
    collectionProperties: userCollections,
    columns: userShownFrom,
    rows: (reading, actor) => ({
      listing: peopleListing(actor),
      read: (asked) => listVisiblePeople(reading, actor, asked),
      count: (query) => countVisiblePeople(reading, actor, query),
    }),
    toV2: userToV2,
  })

  onGet(server, '/v2/users/:userId', {
    config,
    summary: 'Get a person',
    description: 'One of the people you may find, whatever their status.',
    returns: userSchema,
    handler: async (request) => {
      const columns = columnsFor(userShownFrom, null)
      return userToV2(await getPersonRow(app, actorOf(request), personIdOf(request.params.userId), columns))
    },
  })
}
