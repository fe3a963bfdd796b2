// Custom roles in the shapes of v2.
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import {
  choiceIn,
  choicesIn,
  given,
  idIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  audited,
  auditedByNameToV2,
  auditedProperties,
  nullable,
  nullableObject,
  oneOf,
  textOf,
} from '../../../http/v2/references.wire.ts'
import {
  type Group,
  groups,
  type Permission,
  permissions,
  type Role,
  roles,
} from '../../../platform/actor.ts'
import { badInput } from '../../../platform/errors.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { NewCustomRole } from '../roles/create-custom-role.ts'
import type { Replacement } from '../roles/delete-custom-role.ts'
import type { CustomRoleChanges } from '../roles/update-custom-role.ts'

const readOnly = { readOnly: true }
const closed = { additionalProperties: false }
const rights = {
  role: oneOf(roles, { description: 'What it is on the wire: people with it have this role.' }),
  permissions: Type.Array(oneOf(permissions)),
  groups: Type.Array(oneOf(groups)),
}
const example = {
  name: 'Paralegal',
  description: 'Works on matters, and deletes only what they added.',
  role: 'Contributor',
  permissions: ['CreateMatters', 'DeleteOwn'],
  groups: [],
} as const

export const customRoleSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    name: Type.String(),
    description: nullable<string>('string'),
    ...rights,
    people: Type.Object({ count: Type.Integer() }, { ...readOnly, description: 'How many have it.' }),
    created: nullableObject(audited, readOnly),
    modified: nullableObject(audited, readOnly),
  },
  {
    examples: [
      {
        id: 4,
        ...example,
        people: { count: 6 },
        created: { dateUtc: '2026-02-03T09:30:00.000Z', userName: 'Ana Prior' },
        modified: { dateUtc: '2026-04-17T14:05:21.000Z', userName: 'Ana Prior' },
      },
    ],
  },
)

export const customRoleColumns = [
  'id',
  'name',
  'description',
  'role',
  'permissions',
  'groups',
  'peopleCount',
  'createdAt',
  'createdByName',
  'modifiedAt',
  'modifiedByName',
]

/** The properties that lists of custom roles can be filtered and sorted by. */
export const customRoleProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Description: sorted('description'),
  Role: sorted('role'),
  'People/Count': sorted('peopleCount'),
  ...auditedProperties('Created', 'created'),
  ...auditedProperties('Modified', 'modified'),
}

/** A custom role in the shape of v2. */
export const customRoleToV2 = (row: ListedRow) => {
  const wordsOf = (name: string) => textOf(row, name).split(' ')
  return {
    id: Number(row['id']),
    name: textOf(row, 'name'),
    description: (row['description'] ?? null) as string | null,
    role: textOf(row, 'role') as Role,
    permissions: permissions.filter((each): each is Permission => wordsOf('permissions').includes(each)),
    groups: groups.filter((each): each is Group => wordsOf('groups').includes(each)),
    people: { count: Number(row['peopleCount']) },
    created: auditedByNameToV2(row, 'created'),
    modified: auditedByNameToV2(row, 'modified'),
  }
}

const changeable = {
  name: Type.Optional(Type.String()),
  description: nullable<string>('string'),
  role: Type.Optional(rights.role),
  permissions: Type.Optional(rights.permissions),
  groups: Type.Optional(rights.groups),
}

export const newCustomRoleBody = jsonBody(
  Type.Object({ ...changeable, name: Type.String(), role: rights.role }, closed),
  example,
)
export const customRoleChangesBody = mergePatchBody(Type.Object(changeable, closed), {
  permissions: ['CreateMatters', 'ContractCreator', 'DeleteOwn'],
})

const longestName = 100
const longestDescription = 2_000

/** The changes of a merge patch: lists are replaced as a whole. */
export function customRoleChangesFromV2(body: unknown): CustomRoleChanges {
  const properties = propertiesOf(body, Object.keys(changeable), ['id', 'people', 'created', 'modified'])
  return given({
    name: neverNull('name', textIn(properties, 'name', { longest: longestName })),
    description: textIn(properties, 'description', { longest: longestDescription }),
    role: choiceIn(properties, 'role', roles),
    permissions: choicesIn(properties, 'permissions', permissions),
    groups: choicesIn(properties, 'groups', groups),
  })
}

/** A new custom role. */
export function newCustomRoleFromV2(body: unknown): Omit<NewCustomRole, 'organisationId'> {
  const { name, role, ...more } = customRoleChangesFromV2(body)
  return { name: needed('name', name), role: needed('role', role), ...more }
}

export const replacementRoleBody = jsonBody(
  Type.Object(
    { customRole: nullableObject({ id: Type.Integer() }), role: Type.Optional(rights.role) },
    closed,
  ),
  { role: 'Standard' },
)

/** What people get instead: a role, or another custom role. */
export function replacementRoleFromV2(body: unknown): Replacement {
  const properties = propertiesOf(body, ['customRole', 'role'])
  const role = choiceIn(properties, 'role', roles)
  const customRoleId = idIn(properties, 'customRole') ?? undefined
  if (role !== undefined && customRoleId === undefined) return { role }
  if (role === undefined && customRoleId !== undefined) return { customRoleId }
  throw badInput('customRole', 'say what people get instead: a customRole or a role, one of them.')
}
