// Key dates in the shapes of v2.
import Type from 'typebox'
import { decimalIn, given, neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  namedReference,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from '../../http/v2/references.wire.ts'
import { badInputs } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'

const written = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  date: Type.String({ format: 'date', description: 'A day of the calendar of the organisation.' }),
  value: Type.Number({ minimum: 0, description: 'The amount at stake, exact to the cent; 0 when none.' }),
} as const

export const keyDateExample = { name: 'Renewal notice', date: '2027-01-31', value: 12500.5 }

export const keyDateSchema = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    ...written,
    contract: Type.Object(namedReference, { readOnly: true }),
    created: nullableObject(auditedByUser, { readOnly: true }),
    modified: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, { readOnly: true }),
  },
  {
    examples: [
      {
        id: 7,
        ...keyDateExample,
        contract: { id: 17, name: 'Harbour lease' },
        created: { dateUtc: '2026-05-06T10:00:00.000Z', user: null, userName: '' },
        modified: { dateUtc: '2026-05-06T10:00:00.000Z' },
      },
    ],
  },
)

/** What the documents say of a new key date and of a change. */
export const newKeyDateSchema = Type.Object(
  { name: written.name, date: written.date, value: Type.Optional(written.value) },
  { additionalProperties: false },
)
export const keyDateChangesSchema = Type.Partial(newKeyDateSchema)

export const keyDateColumns = [
  'id',
  'name',
  'date',
  'value',
  'contractId',
  'contractName',
  'createdAt',
  'updatedAt',
  ...userColumns('createdBy'),
]

/** What lists of key dates can be filtered and sorted by. */
export const keyDateProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Date: sorted('date'),
  Value: sorted('value'),
  'Contract/Id': filtered('contractId'),
  'Contract/Name': sorted('contractName'),
  'Contract/Owner/Id': filtered('contractOwnerId'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
  'Modified/DateUtc': sorted('updatedAt'),
}

/** A key date as v2 shows it. */
export const keyDateToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  date: textOf(row, 'date'),
  value: Number(row['value']),
  contract: { id: Number(row['contractId']), name: textOf(row, 'contractName') },
  created: auditedToV2(row, 'created'),
  modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
})

const readOnly = ['id', 'contract', 'created', 'modified']

/** The changes of a merge patch; without a value there is no amount at stake. */
export function keyDateChangesFromV2(body: unknown) {
  const properties = propertiesOf(body, ['name', 'date', 'value'], readOnly)
  const value = decimalIn(properties, 'value')
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    date: neverNull('date', textIn(properties, 'date')),
    value: value === null ? '0' : value,
  })
}

/** A new key date; 400 names what is missing. */
export function newKeyDateFromV2(body: unknown) {
  const { name, date, ...rest } = keyDateChangesFromV2(body)
  if (name !== undefined && date !== undefined) return { name, date, ...rest }
  throw badInputs({
    ...(name === undefined ? { name: ['is missing.'] } : {}),
    ...(date === undefined ? { date: ['is missing: a day such as 2026-05-06.'] } : {}),
  })
}
