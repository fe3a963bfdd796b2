// Matters in the shapes of v2.
import { fieldValuesV2, fieldUpdateFromV2, newFieldsFromV2 } from '../../fields/v2/values.wire.ts'
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import {
  choiceIn,
  given,
  idIn,
  neverNull,
  propertiesOf,
  refuseStatus,
  textIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import {
  createdExample,
  namedReference,
  nullable,
  nullableChoice,
  nullableObject,
  personExample,
} from '../../http/v2/references.wire.ts'
import {
  auditedV2,
  listedOf,
  namedV2,
  objectV2,
  type ShapeV2,
  userV2,
  valueV2,
} from '../../http/v2/shapes.ts'
import { type ListFilters, memberProperties } from '../../records/v2/filters.wire.ts'
import { filtered, sorted, sortedBy } from '../../http/v2/odata-properties.ts'
import { schemasOf } from '../../http/shape.ts'
import { badInput } from '../../platform/errors.ts'
import type { MatterChanges } from '../commands/update-matter.ts'
import type { NewMatter } from '../commands/create-matter.ts'
import { nameProblem } from '../matter.ts'
import { matterStates } from '../state.ts'

/** A matter in v2. */
export const matterShape = {
  id: valueV2('id', nullable<number>('integer', { readOnly: true })),
  name: valueV2('name', nullable<string>('string')),
  displayId: valueV2('number', nullable<string>('string', { readOnly: true }), 'filtered'),
  type: namedV2('category', { more: { readOnly: true } }),
  owner: userV2('owner'),
  manager: objectV2({
    intakeQueue: objectV2(
      {
        organizationId: valueV2('intakeOrganisationId', Type.Integer(), 'filtered'),
        organizationName: valueV2(
          'intakeOrganisationName',
          Type.Optional(Type.String({ readOnly: true })),
          'filtered',
        ),
      },
      { presence: 'intakeOrganisationId', thing: true },
    ),
    user: userV2('manager'),
  }),
  externalId: valueV2('externalId', nullable<string>('string')),
  fields: fieldValuesV2,
  restricted: valueV2('restricted', nullable<boolean>('boolean')),
  status: valueV2('state', nullableChoice(matterStates)),
  teamAssigned: namedV2('team', { thing: true }),
  created: auditedV2('created'),
} as const satisfies ShapeV2

const own = schemasOf(matterShape)

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
/** The documentation of a merge patch. */
export const matterChangesSchema = Type.Object(
  {
    ...changeable,
    type: nullableObject(namedReference, {
      description: 'Another type requires its required fields, unless the matter has values of them.',
    }),
  },
  { additionalProperties: false },
)
export const matterChangesBody = mergePatchBody(matterChangesSchema, {
  status: 'OnHold',
  teamAssigned: null,
  fields: { priority: { value: 'Low' } },
})
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

/** What lists of matters can be filtered and sorted by of what they show. */
export const matterProperties = listedOf(matterShape)

/** What else they can be filtered and sorted by. */
export const matterFilters: ListFilters = {
  properties: {
    DisplayId: sortedBy('number', 'numberInOrder'),
    InIntake: filtered('inIntake'),
    Urgent: filtered('urgent'),
    'Parent/Id': filtered('parentId'),
    'Modified/DateUtc': sorted('updatedAt'),
    'Closed/DateUtc': sorted('closedAt'),
    NextDue: filtered('nextDue'),
    'Exposure/Amount': filtered('exposureAmount'),
    'Exposure/Currency': filtered('exposureCurrency'),
    'Exposure/Probability': filtered('exposureProbability'),
    'RequestType/Id': filtered('requestTypeId'),
    'RequestType/Title': filtered('requestTypeTitle'),
    'RequestDecided/DateUtc': filtered('requestDecidedAt'),
    StatusName: filtered('stateName'),
    'Owner/Department/Id': filtered('ownerDepartmentId'),
    'Owner/Department/Name': filtered('ownerDepartmentName'),
  },
  collections: {
    Members: { collection: 'members', properties: memberProperties },
    Tags: {
      collection: 'tags',
      properties: { Id: filtered('id'), Description: filtered('description') },
    },
  },
}

/** The names of v2 for the inputs of the operations. */
export const matterInputNames = namesV2({
  teamId: 'teamAssigned',
  ownerId: 'owner',
  managerId: 'manager',
  categoryId: 'type',
  parentId: 'parent',
  state: 'status',
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
  refuseStatus(body, 'matter')
  const properties = propertiesOf(body, known, ['id', 'displayId', 'created'])
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
