// Teams in the shapes of v2.
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import {
  given,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
} from '../../../http/v2/merge-patch.ts'
import { type Properties, sorted, sortedBy } from '../../../http/v2/odata-properties.ts'
import {
  audited,
  auditedByNameToV2,
  auditedProperties,
  nullable,
  nullableObject,
  textOf,
} from '../../../http/v2/references.wire.ts'
import type { ShownFrom } from '../../../http/v2/shown-columns.ts'
import { badInput } from '../../../platform/errors.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { TeamChanges } from '../commands/update-team.ts'
import type { NewTeam } from '../commands/create-team.ts'

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

/** A team in the shape of v2. */
export const teamToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  description: (row['description'] ?? null) as string | null,
  allowAssignment: row['allowAssignment'] === true,
  members: { count: Number(row['memberCount']) },
  created: auditedByNameToV2(row, 'created'),
  modified: auditedByNameToV2(row, 'modified'),
})

/** The properties that lists of teams can be filtered and sorted by. */
export const teamProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Description: sorted('description'),
  AllowAssignment: sorted('allowAssignment'),
  'Members/Count': sorted('memberCount'),
  Place: sortedBy('position', 'place'),
  ...auditedProperties('Created', 'created'),
  ...auditedProperties('Modified', 'modified'),
}

const person = Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false })
const personExample = { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' }
const closed = { additionalProperties: false }
const changeable = {
  name: Type.Optional(Type.String()),
  description: nullable<string>('string'),
  allowAssignment: Type.Optional(Type.Boolean()),
}

export const teamChangesBody = mergePatchBody(Type.Object(changeable, closed), { allowAssignment: false })
export const newTeamBody = jsonBody(
  Type.Object({ ...changeable, name: Type.String(), members: Type.Optional(Type.Array(person)) }, closed),
  { name: 'Commercial', description: 'Sales and purchasing agreements', members: [personExample] },
)
export const teamMemberBody = jsonBody(person, personExample)

type Given = Readonly<Record<string, unknown>>
const longestDescription = 2_000
const known = Object.keys(changeable)
const readOnlyNames = ['id', 'created', 'modified']

const detailsIn = (properties: Given): TeamChanges =>
  given({
    name: neverNull('name', textIn(properties, 'name')),
    description: textIn(properties, 'description', { longest: longestDescription }),
    allowAssignment: truthIn(properties, 'allowAssignment'),
  })

/** The changes of a merge patch. */
export const teamChangesFromV2 = (body: unknown): TeamChanges =>
  detailsIn(propertiesOf(body, known, ['members', ...readOnlyNames]))

/** A new team, with its members. */
export function newTeamFromV2(body: unknown): Omit<NewTeam, 'organisationId'> {
  const properties = propertiesOf(body, [...known, 'members'], readOnlyNames)
  const { name, ...details } = detailsIn(properties)
  return { name: needed('name', name), ...details, memberIds: memberIdsIn(properties) }
}

const mostMembers = 1_000

function memberIdsIn({ members = [] }: Given): readonly string[] {
  if (Array.isArray(members) && members.length <= mostMembers) {
    return members.map((each) =>
      needed('members', neverNull('members', userIdIn({ members: each }, 'members'))),
    )
  }
  throw badInput('members', `must be a list of at most ${mostMembers} people, each as {"id": ...}.`)
}

/** The person to add to a team. */
export function teamMemberFromV2(body: unknown): string {
  const reference = propertiesOf(body, ['id'], ['email', 'firstName', 'lastName', 'organizationId'])
  return needed('id', neverNull('id', userIdIn({ id: reference }, 'id')))
}
