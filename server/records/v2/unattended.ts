// v2 of records that nobody of their organisation can open: an administrator finds them, and takes them over.
import Type from 'typebox'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  nullableObject,
  personExample,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { takeOver } from '../commands/take-over.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { hidesRecords } from '../hidden.ts'
import { unattendedRows } from '../unattended.ts'

const administer = { access: { right: 'administer' } } as const

const itemSchema = Type.Object(
  {
    id: Type.Integer(),
    restricted: Type.Boolean(),
    owner: nullableObject(userReference),
    created: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }),
  },
  {
    title: 'UnattendedRecord',
    examples: [
      { id: 17, restricted: true, owner: personExample, created: { dateUtc: '2026-03-02T09:00:00.000Z' } },
    ],
  },
)

const columns = ['id', 'restricted', ...userColumns('owner'), 'createdAt']

/** What the list can be filtered and sorted by. */
export const unattendedProperties: Properties = {
  Id: sorted('id'),
  Restricted: filtered('restricted'),
  ...userProperties('Owner', 'owner'),
  'Created/DateUtc': sorted('createdAt'),
}

const itemToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  restricted: row['restricted'] === true,
  owner: userToV2(row, 'owner'),
  created: { dateUtc: row['createdAt'] instanceof Date ? row['createdAt'].toISOString() : '' },
})

const hiddenSchema = Type.Object(
  { hidden: Type.Boolean() },
  { title: 'HiddenRecords', examples: [{ hidden: false }] },
)

const longestReason = 1_000
const reason = Type.String({ minLength: 1, maxLength: longestReason })

/** The routes that list the records of a kind that nobody can open, and give one to an administrator. */
export const unattendedRoutes =
  <DB, TB extends keyof DB & string, R extends RecordBase>(kind: RecordKind<DB, TB, R>): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const paths = { list: `/v2/unattended/${many}`, takeOver: `/v2/${many}/:${one}Id/takeOver` }
    const ids = idsIn(paths.takeOver)
    onList(server, app, paths.list, {
      config: administer,
      summary: `List the ${many} that nobody can open`,
      description: `Those of your organisation that no active person of it can open: whose people were disabled, or have left. Their names are for those who take them over.`,
      item: itemSchema,
      properties: unattendedProperties,
      columns,
      rows: (reading, actor) => unattendedRows(kind, reading, actor),
      toV2: itemToV2,
    })
    onGet(server, `/v2/${many}/hidden`, {
      config: administer,
      summary: `Say whether there are ${many} that you do not see`,
      description: `Whether your organisation has ${many} that your lists leave out: restricted ones that you are not on, and those of others unless you administer ${many}.`,
      returns: hiddenSchema,
      handler: async (request) => ({ hidden: await hidesRecords(kind, app, actorOf(request)) }),
    })
    onPost(server, paths.takeOver, {
      config: {
        ...administer,
        documentedBodies: jsonBody(Type.Object({ reason }, { additionalProperties: false }), {
          reason: 'Ana Prior has left, and nobody else was on it.',
        }),
      },
      summary: `Take over a ${one} that nobody can open`,
      description: `You become its owner. The reason is in its history, and the people on it are notified. 409 while an active person of your organisation can open it.`,
      handler: async (request) => {
        const given = textIn(propertiesOf(request.body, ['reason']), 'reason', { longest: longestReason })
        await takeOver(kind, app, actorOf(request), { id: ids.idOf(request), reason: given ?? '' })
      },
    })
  }
