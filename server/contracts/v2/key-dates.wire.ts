// Key dates in the shapes of v2.
import Type from 'typebox'
import { jsonWithNumber } from '../../http/bodies/exact-numbers.ts'
import {
  choiceIn,
  decimalIn,
  given,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  namedReference,
  nullable,
  nullableObject,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { keyDateCategories, type KeyDateCategory } from '../key-date.ts'

const written = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  date: Type.String({ format: 'date', description: 'A day of the calendar of the organisation.' }),
  value: Type.Number({
    minimum: 0,
    description: 'The amount at stake, exact to the cent, as a number or as text; 0 when none.',
  }),
  category: Type.Unsafe<KeyDateCategory>({ type: 'string', enum: [...keyDateCategories] }),
  owner: nullableObject(userReference, {
    description:
      'Who looks after it and is reminded: somebody who sees the contract. Null: the owner of the contract.',
  }),
  done: Type.Boolean({
    description: 'Doing one that recurs moves it to its next occurrence; it is done after the last one.',
  }),
  reminders: Type.Array(Type.Integer({ minimum: 0, maximum: 730 }), {
    maxItems: 10,
    description: 'How many days before the date its owner is reminded; 0 is the day itself.',
  }),
  recurrence: nullable<string>('string', {
    maxLength: 255,
    description:
      'How it recurs: a rule (RRULE) of RFC 5545 for days. `date` is the first of the occurrences that are left, and COUNT how many these are.',
  }),
} as const

export const keyDateExample = {
  name: 'Renewal notice',
  date: '2027-01-31',
  value: 12500.5,
  category: 'Notice',
  owner: { id: personExample.id },
  reminders: [30, 7],
  recurrence: 'FREQ=YEARLY',
} as const

export const keyDateSchema = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    ...written,
    contract: Type.Object(namedReference, { readOnly: true }),
    created: nullableObject(auditedByUser, { readOnly: true }),
    modified: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, { readOnly: true }),
  },
  {
    title: 'KeyDate',
    examples: [
      {
        id: 7,
        ...keyDateExample,
        owner: personExample,
        done: false,
        contract: { id: 17, name: 'Harbour lease' },
        created: { dateUtc: '2026-05-06T10:00:00.000Z', user: null, userName: '' },
        modified: { dateUtc: '2026-05-06T10:00:00.000Z' },
      },
    ],
  },
)

const { name, date, ...optional } = written
const owner = nullableObject({ id: userReference.id })

/** What the documents say of a new key date and of a change. */
export const newKeyDateSchema = Type.Object(
  { name, date, ...Type.Partial(Type.Omit(Type.Object({ ...optional, owner }), ['done'])).properties },
  { additionalProperties: false },
)
export const keyDateChangesSchema = Type.Partial(Type.Object({ ...written, owner }), {
  additionalProperties: false,
})

export const keyDateColumns = [
  'id',
  'name',
  'date',
  'value',
  'category',
  ...userColumns('owner'),
  'done',
  'reminders',
  'recurrence',
  'version',
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
  Category: sorted('category'),
  ...userProperties('Owner', 'owner'),
  Done: filtered('done'),
  Recurrence: filtered('recurrence'),
  'Contract/Id': filtered('contractId'),
  'Contract/Name': sorted('contractName'),
  'Contract/Owner/Id': filtered('contractOwnerId'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
  'Modified/DateUtc': sorted('updatedAt'),
}

/** A key date as v2 shows it, without its value, of which a double would not keep all digits. */
const withoutValue = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  date: textOf(row, 'date'),
  category: textOf(row, 'category') as KeyDateCategory,
  owner: userToV2(row, 'owner'),
  done: row['done'] === true,
  reminders: (row['reminders'] as readonly (string | number)[]).map(Number),
  recurrence: textOf(row, 'recurrence') || null,
  contract: { id: Number(row['contractId']), name: textOf(row, 'contractName') },
  created: auditedToV2(row, 'created'),
  modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
})

/** A key date as v2 shows it, as JSON. */
export const keyDateJson = (row: ListedRow): string =>
  jsonWithNumber(withoutValue(row), ['value', String(row['value'])])

const readOnly = ['id', 'contract', 'created', 'modified']

/** The changes of a merge patch; without a value there is no amount at stake. */
export function keyDateChangesFromV2(body: unknown) {
  const properties = propertiesOf(body, Object.keys(written), readOnly)
  const value = decimalIn(properties, 'value')
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    date: neverNull('date', textIn(properties, 'date')),
    value: value === null ? '0' : value,
    category: properties['category'] === null ? 'Other' : choiceIn(properties, 'category', keyDateCategories),
    ownerId: userIdIn(properties, 'owner'),
    done: truthIn(properties, 'done'),
    reminders: daysIn(properties),
    recurrence: textIn(properties, 'recurrence'),
  })
}

function daysIn({ reminders }: Readonly<Record<string, unknown>>): readonly number[] | undefined {
  if (reminders === undefined) return undefined
  if (reminders === null) return []
  if (Array.isArray(reminders) && reminders.every((days): days is number => typeof days === 'number')) {
    return reminders
  }
  throw badInput('reminders', 'must be a list of days before the date such as [30, 7, 0].')
}

/** A new key date; 400 names what is missing. */
export function newKeyDateFromV2(body: unknown) {
  const { name, date, done, ...rest } = keyDateChangesFromV2(body)
  if (done === true) throw badInput('done', 'must not be true: add it, then mark it as done.')
  if (name !== undefined && date !== undefined) return { name, date, ...rest }
  throw badInputs({
    ...(name === undefined ? { name: ['is missing.'] } : {}),
    ...(date === undefined ? { date: ['is missing: a day such as 2026-05-06.'] } : {}),
  })
}
