// Organisations, departments and regions in the shapes of v2.
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import { given, idIn, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted, sortedBy, thing } from '../../../http/v2/odata-properties.ts'
import {
  namedProperties,
  namedReference,
  namedToV2,
  nullableObject,
  textOf,
} from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { DepartmentChanges } from '../commands/update-department.ts'
import type { OrganisationChanges } from '../commands/update-organisation.ts'
import { organisationTypes } from '../organisation.ts'

const id = Type.Integer({ readOnly: true })
const when = nullableObject({ dateUtc: Type.String({ format: 'date-time' }) }, { readOnly: true })
const typeWord = Type.Unsafe<(typeof organisationTypes)[number]>({
  type: 'string',
  enum: [...organisationTypes],
  readOnly: true,
})

const timeZone = Type.String({ description: 'For everything that is in local time of the organisation.' })
const currency = Type.String({ description: 'Three letters (ISO 4217).' })

/** When a row was created, or last updated. */
export const whenToV2 = (at: unknown) => (at instanceof Date ? { dateUtc: at.toISOString() } : null)

export const organisationSchema = Type.Object(
  {
    id,
    name: Type.String(),
    type: typeWord,
    timeZone,
    currency,
    displayIdPrefix: Type.String({
      readOnly: true,
      description: 'The prefix of the numbers of matters and files: a setting of the installation.',
    }),
    logo: nullableObject({ id: Type.Integer() }, { readOnly: true }),
    created: when,
    modified: when,
  },
  {
    examples: [
      {
        id: 5,
        name: 'Harbour Foods',
        type: 'Customer',
        timeZone: 'Pacific/Auckland',
        currency: 'NZD',
        displayIdPrefix: 'LW',
        logo: { id: 12 },
        created: { dateUtc: '2026-03-02T09:00:00.000Z' },
        modified: { dateUtc: '2026-03-02T09:00:00.000Z' },
      },
    ],
  },
)

export const organisationColumns = [
  'id',
  'name',
  'type',
  'timeZone',
  'currency',
  'logoId',
  'createdAt',
  'modifiedAt',
]

/** The properties that lists of organisations can be filtered and sorted by. */
export const organisationProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Type: sorted('type'),
  TimeZone: filtered('timeZone'),
  Currency: filtered('currency'),
  Logo: thing('logoId'),
  'Logo/Id': filtered('logoId'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('modifiedAt'),
}

/** An organisation in the shape of v2. */
export const organisationToV2 = (displayIdPrefix: string) => (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  type: textOf(row, 'type') as (typeof organisationTypes)[number],
  timeZone: textOf(row, 'timeZone'),
  currency: textOf(row, 'currency'),
  displayIdPrefix,
  logo: typeof row['logoId'] === 'number' ? { id: row['logoId'] } : null,
  created: whenToV2(row['createdAt']),
  modified: whenToV2(row['modifiedAt']),
})

export const organisationChangesBody = mergePatchBody(
  Type.Object(
    {
      name: Type.Optional(Type.String()),
      timeZone: Type.Optional(timeZone),
      currency: Type.Optional(currency),
    },
    { additionalProperties: false },
  ),
  { timeZone: 'Pacific/Auckland' },
)

/** The read-only properties of an organisation. */
export const organisationReadOnly = ['id', 'type', 'displayIdPrefix', 'logo', 'created', 'modified']

/** The changes of a merge patch. */
export function organisationChangesFromV2(body: unknown): OrganisationChanges {
  const properties = propertiesOf(body, ['name', 'timeZone', 'currency'], organisationReadOnly)
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    timeZone: neverNull('timeZone', textIn(properties, 'timeZone')),
    currency: neverNull('currency', textIn(properties, 'currency')),
  })
}

const organization = Type.Object({ ...namedReference }, { readOnly: true })

export const departmentSchema = Type.Object(
  {
    id,
    name: Type.String(),
    parent: nullableObject(namedReference),
    organization,
    created: when,
    modified: when,
  },
  {
    examples: [
      {
        id: 31,
        name: 'Disputes',
        parent: { id: 7, name: 'Legal' },
        organization: { id: 5, name: 'Harbour Foods' },
        created: { dateUtc: '2026-03-02T09:00:00.000Z' },
        modified: { dateUtc: '2026-03-02T09:00:00.000Z' },
      },
    ],
  },
)

const ofOrganisation = ['organisationId', 'organisationName', 'createdAt', 'modifiedAt']
export const departmentColumns = ['id', 'name', 'parentId', 'parentName', ...ofOrganisation]
export const regionColumns = ['id', 'name', ...ofOrganisation]

/** The properties that lists of regions can be filtered and sorted by. */
export const regionProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  'Organization/Id': filtered('organisationId'),
  'Organization/Name': sorted('organisationName'),
  Place: sortedBy('position', 'place'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('modifiedAt'),
}

/** The properties that lists of departments can be filtered and sorted by. */
export const departmentProperties: Properties = {
  ...regionProperties,
  ...namedProperties('Parent', 'parent'),
}

/** A region in the shape of v2. */
export const regionToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  organization: { id: Number(row['organisationId']), name: textOf(row, 'organisationName') },
  created: whenToV2(row['createdAt']),
  modified: whenToV2(row['modifiedAt']),
})

/** A department in the shape of v2. */
export const departmentToV2 = (row: ListedRow) => ({ ...regionToV2(row), parent: namedToV2(row, 'parent') })

const readOnlyNames = ['id', 'organization', 'created', 'modified']
const parent = Type.Optional(
  nullableObject(namedReference, { description: 'The parent department; null at the top level.' }),
)

export const departmentChangesBody = mergePatchBody(
  Type.Object({ name: Type.Optional(Type.String()), parent }, { additionalProperties: false }),
  { parent: { id: 7 } },
)
export const newDepartmentBody = jsonBody(
  Type.Object({ name: Type.String(), parent }, { additionalProperties: false }),
  { name: 'Disputes', parent: { id: 7 } },
)

/** The changes of a merge patch, or the properties of a new department. */
export function departmentFromV2(body: unknown): DepartmentChanges {
  const properties = propertiesOf(body, ['name', 'parent'], readOnlyNames)
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    parentId: idIn(properties, 'parent'),
  })
}

export const regionSchema = Type.Object(
  { id, name: Type.String(), organization, created: when, modified: when },
  {
    examples: [
      {
        id: 3,
        name: 'South Island',
        organization: { id: 5, name: 'Harbour Foods' },
        created: { dateUtc: '2026-03-02T09:00:00.000Z' },
        modified: { dateUtc: '2026-03-02T09:00:00.000Z' },
      },
    ],
  },
)
export const newRegionBody = jsonBody(Type.Object({ name: Type.String() }, { additionalProperties: false }), {
  name: 'South Island',
})

/** The name of a region that is created or renamed; undefined if the body has none. */
export const regionNameFromV2 = (body: unknown): string | undefined =>
  neverNull('name', textIn(propertiesOf(body, ['name'], readOnlyNames), 'name'))
