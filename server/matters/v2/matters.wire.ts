// Matters in the shapes of v2.
import { fieldUpdateFromV2, newFieldsFromV2 } from '../../fields/v2/values.wire.ts'
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import type { NamedValues } from '../../fields/values/named-values.ts'
import {
  choiceIn,
  given,
  idIn,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableChoice,
  nullableObject,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { ShownFrom } from '../../http/v2/shown-columns.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { MatterChanges } from '../commands/update-matter.ts'
import type { NewMatter } from '../commands/create-matter.ts'
import { nameProblem } from '../matter.ts'
import { matterStates } from '../state.ts'

const manager = {
  intakeQueue: nullableObject({
    organizationId: Type.Integer(),
    organizationName: Type.Optional(Type.String({ readOnly: true })),
  }),
  user: nullableObject(userReference),
} as const

const own = {
  id: nullable<number>('integer', { readOnly: true }),
  name: nullable<string>('string'),
  displayId: nullable<string>('string', { readOnly: true }),
  type: nullableObject(namedReference, { readOnly: true }),
  owner: nullableObject(userReference),
  manager: nullableObject(manager),
  externalId: nullable<string>('string'),
  fields: Type.Optional(
    Type.Unsafe<NamedValues | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Values of custom fields, by the api name of the field.',
    }),
  ),
  restricted: nullable<boolean>('boolean'),
  status: nullableChoice(matterStates),
  teamAssigned: nullableObject(namedReference),
  created: nullableObject(auditedByUser, { readOnly: true }),
} as const

export const matterSchema = Type.Object(own, {
  examples: [
    {
      id: 42,
      name: 'Harbour lease dispute',
      displayId: 'LW0001-0042',
      type: { id: 12, name: 'Court proceedings' },
      owner: personExample,
      manager: { intakeQueue: null, user: personExample },
      externalId: 'CLAIM-77',
      fields: { court: 'High Court', priority: { value: 'High', label: 'High' } },
      restricted: false,
      status: 'Active',
      teamAssigned: { id: 4, name: 'Disputes' },
      created: createdExample,
    },
  ],
})

const { id, displayId, type, created, ...changeable } = own
const { status: _status, ...atFirst } = changeable
export const matterChangesBody = mergePatchBody(
  Type.Object(
    {
      ...changeable,
      type: nullableObject(namedReference, {
        description: 'Another type requires its required fields, unless the matter has values of them.',
      }),
    },
    { additionalProperties: false },
  ),
  { status: 'OnHold', teamAssigned: null, fields: { priority: { value: 'Low' } } },
)
export const newMatterBody = jsonBody(
  Type.Object(
    { type: Type.Object(namedReference), id, displayId, created, ...atFirst },
    { additionalProperties: false },
  ),
  {
    type: { id: 12 },
    name: 'Harbour lease dispute',
    manager: { user: { id: personExample.id } },
    externalId: 'CLAIM-77',
    fields: { court: 'High Court', priority: { value: 'High' } },
  },
)
export const createdMatterSchema = Type.Object({ id: Type.Integer() }, { examples: [{ id: 42 }] })

const readOnlyNames = Object.keys({ id, displayId, type, created })

/** The columns that a matter is shown from. */
export const matterShownFrom: ShownFrom = {
  always: ['id', 'organisationId', 'categoryId', 'version'],
  of: {
    name: ['name'],
    displayid: ['number'],
    type: ['categoryName'],
    owner: userColumns('owner'),
    manager: ['inIntake', 'organisationName', ...userColumns('manager')],
    externalid: ['externalId'],
    restricted: ['restricted'],
    status: ['state'],
    teamassigned: ['teamId', 'teamName'],
    created: ['createdAt', ...userColumns('createdBy')],
  },
}

/** A matter in the shape of v2. */
export function matterToV2(row: ListedRow, values: NamedValues | undefined) {
  const queue = {
    organizationId: Number(row['organisationId']),
    organizationName: textOf(row, 'organisationName'),
  }
  return {
    id: Number(row['id']),
    name: textOf(row, 'name'),
    displayId: textOf(row, 'number'),
    type: { id: Number(row['categoryId']), name: textOf(row, 'categoryName') },
    owner: userToV2(row, 'owner'),
    manager: { intakeQueue: row['inIntake'] === true ? queue : null, user: userToV2(row, 'manager') },
    externalId: (row['externalId'] ?? null) as string | null,
    fields: values ?? {},
    restricted: row['restricted'] === true,
    status: (row['state'] ?? null) as (typeof matterStates)[number] | null,
    teamAssigned: namedToV2(row, 'team'),
    created: auditedToV2(row, 'created'),
  }
}

/** What lists of matters can be filtered and sorted by. */
export const matterProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  DisplayId: filtered('number'),
  'Type/Id': filtered('categoryId'),
  'Type/Name': sorted('categoryName'),
  ...userProperties('Owner', 'owner'),
  ...userProperties('Manager/User', 'manager'),
  ExternalId: sorted('externalId'),
  Restricted: sorted('restricted'),
  Status: sorted('state'),
  ...namedProperties('TeamAssigned', 'team'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
  'Created/UserName': sorted('createdByName'),
}

/** The names of v2 for the inputs of the operations. */
export const matterInputNames = namesV2({
  teamId: 'teamAssigned',
  ownerId: 'owner',
  managerId: 'manager',
  categoryId: 'type',
})

type Given = Readonly<Record<string, unknown>>

/** The changes of a merge patch. */
export function changesFromV2(body: unknown): MatterChanges {
  const readOnly = readOnlyNames.filter((name) => name !== 'type')
  const properties = propertiesOf(body, ['type', ...Object.keys(changeable)], readOnly)
  return {
    ...detailsIn(properties),
    ...given({ categoryId: neverNull('type', idIn(properties, 'type')) }),
    ...given({ state: choiceIn(properties, 'status', matterStates) }),
    ...given({ fields: fieldUpdateFromV2(properties['fields']) }),
  }
}

/** A new matter, of the organisation that its type belongs to. */
export function newMatterFromV2(body: unknown): NewMatter {
  const known = ['type', ...Object.keys(atFirst)]
  const properties = propertiesOf(body, known, ['id', 'displayId', 'created', 'status'])
  const categoryId = idIn(properties, 'type')
  if (typeof categoryId !== 'number')
    throw badInput('type', 'is missing: the matter type, such as {"id": 5}.')
  const fields = newFieldsFromV2(properties['fields'])
  return { categoryId, organisationId: 'of-category', ...detailsIn(properties), fields }
}

function detailsIn(properties: Given) {
  const name = neverNull('name', textIn(properties, 'name'))
  const problem = name === undefined ? undefined : nameProblem(name)
  if (problem !== undefined) throw badInput('name', problem)
  return given({
    name,
    ownerId: neverNull('owner', userIdIn(properties, 'owner')),
    managerId: managerIn(properties),
    teamId: idIn(properties, 'teamAssigned'),
    externalId: textIn(properties, 'externalId'),
    restricted: truthIn(properties, 'restricted'),
  })
}

/** A person, or the intake queue, where a matter without a manager waits. */
function managerIn(properties: Given): string | null | undefined {
  const value = properties['manager']
  if (value === undefined || value === null) return value
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw badInput('manager', 'must be {"user": {"id": ...}} or {"intakeQueue": {"organizationId": ...}}.')
  }
  return userIdIn({ manager: (value as Given)['user'] ?? null }, 'manager')
}
