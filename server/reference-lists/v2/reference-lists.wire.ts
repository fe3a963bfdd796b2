// The lists that people choose from, and their entries, in the shape of v2.
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { idIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullableObject, textOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { kinds } from '../../records/kinds.ts'
import { userKinds } from '../uses.ts'

const entryReference = Type.Object({ id: Type.Integer(), name: Type.String() })
const by = Type.Enum([...userKinds])
const count = Type.Integer({ minimum: 0 })

export const listsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As in the addresses of its calls.' }),
        field: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
          description: 'The field whose options it has; null for the others.',
        }),
        ordered: Type.Boolean({ description: 'Whether its entries have an order of their own.' }),
        entries: count,
      }),
    ),
  },
  {
    examples: [
      {
        items: [
          { name: 'departments', field: null, ordered: true, entries: 12 },
          {
            name: 'field-31',
            field: { id: 'governingLaw', name: 'Governing law' },
            ordered: true,
            entries: 5,
          },
        ],
      },
    ],
  },
)

export const entrySchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    value: Type.Union([Type.String(), Type.Null()], { description: 'Of an option: its value in records.' }),
    parent: nullableObject({ id: Type.Integer() }, { description: 'Of a department.' }),
    allowAssignment: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Of a team: whether matters and contracts can be assigned to it.',
    }),
    code: Type.Union([Type.String(), Type.Null()], { description: 'Of a cost centre or a legal entity.' }),
    active: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Of a cost centre or a legal entity: whether it can be chosen.',
    }),
    version: Type.Integer({ description: 'Goes up with each change; as `If-Match: "3"` of a change.' }),
    uses: Type.Integer({
      minimum: 0,
      description: 'How many things name it that the caller may see.',
    }),
    usedBy: Type.Array(Type.Object({ by, count })),
  },
  {
    title: 'ReferenceListEntry',
    examples: [
      {
        id: 31,
        name: 'Disputes',
        description: null,
        value: null,
        parent: { id: 7 },
        allowAssignment: null,
        code: null,
        active: null,
        version: 2,
        uses: 14,
        usedBy: [
          { by: kinds.matter.type, count: 12 },
          { by: 'User', count: 2 },
        ],
      },
    ],
  },
)

/** What lists of entries can be filtered and sorted by. */
export const entryProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Description: filtered('description'),
  'Parent/Id': filtered('parentId'),
  Value: filtered('value'),
  AllowAssignment: filtered('allowAssignment'),
  Code: sorted('code'),
  Active: filtered('active'),
  Version: filtered('version'),
  Uses: sorted('uses'),
}

export const entryColumns = [
  'id',
  'name',
  'description',
  'value',
  'parentId',
  'allowAssignment',
  'code',
  'active',
  'version',
  'usedBy',
]

const countsIn = (value: unknown): Readonly<Record<string, number>> =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Readonly<Record<string, number>>

/** An entry in the shape of v2. */
export function entryToV2(row: ListedRow) {
  const counts = countsIn(row['usedBy'])
  const usedBy = userKinds.flatMap((kind) => {
    const found = counts[kind]
    return found === undefined ? [] : [{ by: kind, count: found }]
  })
  return {
    id: Number(row['id']),
    name: textOf(row, 'name'),
    description: typeof row['description'] === 'string' ? row['description'] : null,
    value: typeof row['value'] === 'string' ? row['value'] : null,
    parent: typeof row['parentId'] === 'number' ? { id: row['parentId'] } : null,
    allowAssignment: typeof row['allowAssignment'] === 'boolean' ? row['allowAssignment'] : null,
    code: typeof row['code'] === 'string' ? row['code'] : null,
    active: typeof row['active'] === 'boolean' ? row['active'] : null,
    version: Number(row['version']),
    uses: usedBy.reduce((sum, use) => sum + use.count, 0),
    usedBy,
  }
}

export const usesSchema = Type.Object(
  {
    uses: Type.Array(
      Type.Object({
        by,
        count,
        filter: Type.Union([Type.String(), Type.Null()], {
          description: 'Of records: the `$filter` that finds them in the list of their kind.',
        }),
        items: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
          description: '25 at most of those that you may see.',
        }),
      }),
    ),
    similar: Type.Array(entryReference, { description: 'Entries with much the same name.' }),
  },
  {
    examples: [
      {
        uses: [
          {
            by: kinds.matter.type,
            count: 12,
            filter: 'TeamAssigned/Id eq 31',
            items: [{ id: '42', name: 'Lease, Harbour St' }],
          },
        ],
        similar: [{ id: 32, name: 'Dispute' }],
      },
    ],
  },
)

export const duplicatesSchema = Type.Object(
  { items: Type.Array(Type.Object({ entries: Type.Array(entryReference) })) },
  {
    examples: [
      {
        items: [
          {
            entries: [
              { id: 3, name: 'Northwind Ltd' },
              { id: 9, name: 'Northwind Limited' },
            ],
          },
        ],
      },
    ],
  },
)

export const replacementBody = jsonBody(
  Type.Object({ into: Type.Object({ id: Type.Integer() }) }, { additionalProperties: false }),
  { into: { id: 4 } },
)

/** The id of the entry that takes the place of another. */
export function replacementFromV2(body: unknown): number {
  const into = idIn(propertiesOf(body, ['into']), 'into')
  if (typeof into !== 'number') throw badInput('into', 'is missing: the entry that stays, such as {"id": 5}.')
  return into
}

export const placeBody = jsonBody(
  Type.Object({ after: nullableObject({ id: Type.Integer() }) }, { additionalProperties: false }),
  { after: { id: 4 } },
)

/** The id of the entry that another one comes after; null for the first place. */
export function placeFromV2(body: unknown): number | null {
  const after = idIn(propertiesOf(body, ['after']), 'after')
  if (after === undefined)
    throw badInput(
      'after',
      'is missing: the entry before it, such as {"id": 5}, or null for the first place.',
    )
  return after
}
