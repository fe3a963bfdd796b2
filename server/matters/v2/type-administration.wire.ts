// Matter types as administrators see and change them, in the shape of v2.
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import {
  given,
  idIn,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
  inside,
} from '../../http/v2/merge-patch.ts'
import { namedReference, namedToV2, nullable, nullableObject } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { CategoryRules } from '../categories.ts'
import type { CategoryChanges } from '../commands/update-matter-category.ts'
import { matterTypeSchema, matterTypeShownFrom, matterTypeToV2 } from './types.wire.ts'

const longest = 1_000
const written = {
  name: Type.String({ maxLength: 255 }),
  description: nullable<string>('string', { maxLength: longest, description: 'What it is for.' }),
  parent: nullableObject(namedReference, { description: 'The parent type; null at the top.' }),
  position: Type.Optional(
    Type.Integer({ description: 'The position among its siblings: smaller ones come first, then by name.' }),
  ),
  teamAssigned: nullableObject(namedReference, { description: 'The team of new matters that name none.' }),
  teamAssignmentRequired: Type.Optional(Type.Boolean()),
  defaults: nullableObject(
    {
      manager: nullableObject({ id: Type.String({ format: 'uuid' }) }),
      restricted: Type.Optional(Type.Boolean()),
      urgent: Type.Optional(Type.Boolean()),
    },
    { description: 'The defaults of new matters.' },
  ),
} as const

const example = {
  name: 'Employment',
  description: 'Hiring, leave and dismissal.',
  parent: null,
  position: 2,
  teamAssigned: { id: 4 },
  teamAssignmentRequired: false,
  defaults: { manager: null, restricted: true, urgent: false },
}

export const matterTypeDetailsSchema = Type.Object(
  { ...matterTypeSchema.properties, ...written, name: matterTypeSchema.properties.name },
  { examples: [{ id: 12, ...example, teamAssigned: { id: 4, name: 'Employment law' } }] },
)
export const matterTypeDetailsColumns = [
  ...matterTypeShownFrom.always,
  ...Object.values(matterTypeShownFrom.of).flat(),
  'description',
  'place',
  'teamId',
  'teamName',
  'teamRequired',
  'rules',
]

/** A matter type with its defaults for new matters. */
export function matterTypeDetailsToV2(row: ListedRow) {
  const rules = (row['rules'] ?? {}) as CategoryRules
  return {
    ...matterTypeToV2(row),
    description: (row['description'] ?? null) as string | null,
    position: Number(row['place']),
    teamAssigned: namedToV2(row, 'team'),
    teamAssignmentRequired: row['teamRequired'] === true,
    defaults: {
      manager: rules.managerId === undefined ? null : { id: rules.managerId },
      restricted: rules.restricted ?? false,
      urgent: rules.urgent ?? false,
    },
  }
}

export const newMatterTypeBody = jsonBody(Type.Object(written, { additionalProperties: false }), example)
export const matterTypeChangesBody = mergePatchBody(
  Type.Partial(Type.Object(written, { additionalProperties: false })),
  { name: 'Employment and pensions', parent: { id: 3 } },
)
export const createdTypeSchema = Type.Object({ id: Type.Integer() }, { examples: [{ id: 12 }] })

/** The names of v2 for the inputs of the operations. */
export const matterTypeInputNames = namesV2({
  parentId: 'parent',
  teamId: 'teamAssigned',
  managerId: 'defaults.manager',
})

/** The changes of a merge patch; defaults are replaced as a whole. */
export function matterTypeChangesFromV2(body: unknown): CategoryChanges {
  const properties = propertiesOf(body, Object.keys(written), ['id'])
  const { position } = properties
  if (position !== undefined && !Number.isInteger(position))
    throw badInput('position', 'must be a whole number.')
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    description: textIn(properties, 'description', { longest }),
    parentId: idIn(properties, 'parent'),
    position: position as number | undefined,
    teamId: idIn(properties, 'teamAssigned'),
    teamRequired: truthIn(properties, 'teamAssignmentRequired'),
    rules: inside('defaults', () => rulesIn(properties['defaults'])),
  })
}

function rulesIn(value: unknown): CategoryRules | null | undefined {
  if (value === undefined || value === null) return value
  const properties = propertiesOf(value, ['manager', 'restricted', 'urgent'])
  const [restricted, urgent] = [truthIn(properties, 'restricted'), truthIn(properties, 'urgent')]
  const rules = given({
    managerId: userIdIn(properties, 'manager') ?? undefined,
    restricted: restricted || undefined,
    urgent: urgent || undefined,
  })
  return Object.keys(rules).length === 0 ? null : rules
}
