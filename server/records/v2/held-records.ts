// v2 of all legal holds of an organisation, by kind of record.
import Type from 'typebox'
import { capitalised } from '../../platform/capitalised.ts'
import type { RouteModule } from '../../http/route.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  nullable,
  nullableObject,
  personExample,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { heldRows } from '../held-records.ts'
import type { AnyKind } from '../record-kind.ts'

const ofMembers = { description: 'Null for a restricted one of which the caller is no member.' }

const heldSchema = Type.Object(
  {
    id: Type.Integer(),
    name: nullable<string>('string', ofMembers),
    reason: nullable<string>('string', ofMembers),
    restricted: Type.Boolean(),
    owner: nullableObject(userReference),
    held: nullableObject(auditedByUser),
  },
  {
    title: 'HeldRecord',
    examples: [
      {
        id: 17,
        name: 'Harbour lease',
        reason: 'Investigation 2026/14',
        restricted: false,
        owner: personExample,
        held: createdExample,
      },
    ],
  },
)

const columns = [
  'id',
  'name',
  'reason',
  'restricted',
  ...userColumns('owner'),
  'heldAt',
  ...userColumns('heldBy'),
]

/** What the records under a hold can be filtered and sorted by. */
export const heldProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Reason: sorted('reason'),
  Restricted: filtered('restricted'),
  ...userProperties('Owner', 'owner'),
  'Held/DateUtc': sorted('heldAt'),
  ...userProperties('Held/User', 'heldBy'),
}

const heldToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: (row['name'] as string | null) ?? null,
  reason: (row['reason'] as string | null) ?? null,
  restricted: row['restricted'] === true,
  owner: userToV2(row, 'owner'),
  held: auditedToV2(row, 'held'),
})

/** The list of the records of a kind that are under a legal hold. */
export const heldRecordRoutes =
  (kind: AnyKind): RouteModule =>
  (server, app) => {
    const { many } = kind.names
    onList(server, app, `/v2/legalHolds/${many}`, {
      config: { access: { right: 'administer' } },
      operationId: `listHeld${capitalised(many)}`,
      summary: `List the ${many} under a legal hold`,
      description:
        'All of the organisation, for its administrators. Holds are placed and ended on the records.',
      item: heldSchema,
      properties: heldProperties,
      columns,
      rows: (reading, actor) => heldRows(kind, reading, actor),
      toV2: heldToV2,
    })
  }
