// Teams in the shapes of v2.
import Type from 'typebox'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  audited,
  auditedByNameToV2,
  auditedProperties,
  nullable,
  nullableObject,
  textOf,
} from '../../http/v2/references.wire.ts'
import type { ShownFrom } from '../../http/v2/shown-columns.ts'
import type { ListedRow } from '../../platform/list-rows.ts'

const readOnly = { readOnly: true }

export const teamSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    name: Type.String(),
    description: nullable<string>('string'),
    allowAssignment: Type.Boolean({ description: 'Whether matters and contracts can be assigned to it.' }),
    members: Type.Object({ count: Type.Integer() }, readOnly),
    created: nullableObject(audited, readOnly),
    modified: nullableObject(audited, readOnly),
  },
  {
    examples: [
      {
        id: 12,
        name: 'Commercial',
        description: 'Sales and purchasing agreements',
        allowAssignment: true,
        members: { count: 4 },
        created: { dateUtc: '2026-02-03T09:30:00.000Z', userName: 'Ana Prior' },
        modified: { dateUtc: '2026-04-17T14:05:21.000Z', userName: 'Ana Prior' },
      },
    ],
  },
)

/** The columns that a team is shown from. */
export const teamShownFrom: ShownFrom = {
  always: ['id'],
  of: {
    name: ['name'],
    description: ['description'],
    allowassignment: ['allowAssignment'],
    members: ['memberCount'],
    created: ['createdAt', 'createdByName'],
    modified: ['modifiedAt', 'modifiedByName'],
  },
}

/** A team as v2 shows it. */
export const teamToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  description: (row['description'] ?? null) as string | null,
  allowAssignment: row['allowAssignment'] === true,
  members: { count: Number(row['memberCount']) },
  created: auditedByNameToV2(row, 'created'),
  modified: auditedByNameToV2(row, 'modified'),
})

/** What lists of teams can be filtered and sorted by. */
export const teamProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Description: sorted('description'),
  AllowAssignment: sorted('allowAssignment'),
  'Members/Count': sorted('memberCount'),
  ...auditedProperties('Created', 'created'),
  ...auditedProperties('Modified', 'modified'),
}
