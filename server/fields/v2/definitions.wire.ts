// What a field is, in the shape of v2: made, shown and changed by administrators.
import { sometimes } from '../../http/openapi/always-sent.ts'
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  given,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  inside,
} from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { NewField } from '../commands/create-field.ts'
import { type FieldType, fieldTypes } from '../field.ts'
import { type FieldMeaning, fieldMeanings } from '../meaning.ts'
import { defaultToV2, rangeToV2 } from '../form-outline.ts'
import type { NewOption } from '../options.ts'
import type { FieldDetails } from '../field-details.ts'
import { fieldSchema, fieldToV2 } from './fields.wire.ts'
import { newOptionFromV2, newOptionSchema } from './options.wire.ts'

const word = Type.Unsafe<FieldType>({ type: 'string', enum: [...fieldTypes] })
const range = nullableObject(
  {
    start: nullable<number>('number'),
    end: nullable<number>('number'),
    step: nullable<number>('number', { description: 'Counts from the start, or from 0.' }),
  },
  { description: 'Of Slider (which needs start and end), Currency and Decimal.' },
)
const written = {
  name: Type.String({ maxLength: 255 }),
  description: nullable<string>('string'),
  fieldType: word,
  meaning: Type.Optional(
    Type.Unsafe<FieldMeaning | null>({
      type: ['string', 'null'],
      enum: [...fieldMeanings, null],
      description:
        'What its value means for the record: with it, an answer also becomes the counterparty, a key date, the expiry or the notice period of a contract, and the value of other fields that mean the same.',
    }),
  ),
  required: Type.Optional(
    Type.Boolean({ description: 'Required on every form that it is on, whatever the form says.' }),
  ),
  range,
  multiple: Type.Optional(Type.Boolean({ description: 'A Lookup that accepts several options.' })),
  allowExternalUsers: Type.Optional(
    Type.Boolean({ description: 'A User that may be somebody of a linked law firm.' }),
  ),
  properties: nullableObject({ userCanAddOption: nullable<boolean>('boolean') }),
  default: Type.Optional(
    Type.Unsafe<unknown>({
      description: 'The value of new records; null for none.',
    }),
  ),
} as const

// without a default: next to `properties`, a linter takes the example for a schema
const example = {
  name: 'Governing law',
  description: 'Whose courts decide',
  fieldType: 'Dropdown',
  meaning: null,
  required: false,
  range: null,
  multiple: false,
  allowExternalUsers: false,
  properties: { userCanAddOption: false },
}
const count = Type.Integer({ description: 'Records that have a value.' })

/** A field with all its properties. */
export const definitionSchema = Type.Object(
  {
    ...fieldSchema.properties,
    ...written,
    // required, it would have to be in the example
    default: sometimes(written.default),
    number: Type.Integer({ description: 'Its number in v1: field_<number>.' }),
    mergeName: Type.String({ description: 'Its name in the documents of wizards.' }),
    builtIn: Type.Boolean({ description: 'Every organisation has it; it cannot be deleted.' }),
    usage: Type.Object({ contracts: count, matters: count }),
  },
  {
    examples: [
      {
        id: 'governingLaw',
        number: 12,
        type: 'Option',
        ...example,
        mergeName: 'governingLaw',
        builtIn: false,
        usage: { contracts: 41, matters: 0 },
        created: { dateUtc: '2026-02-03T09:30:00.000Z', userName: 'Sam Reyes' },
        modified: { dateUtc: '2026-02-03T09:30:00.000Z', userName: 'Sam Reyes' },
      },
    ],
  },
)

const newOption = Type.Object(
  {
    ...newOptionSchema.properties,
    value: Type.Optional(
      Type.String({ description: 'The value in records; by default the label. Not for List and Lookup.' }),
    ),
  },
  { additionalProperties: false },
)

export const newFieldBody = jsonBody(
  Type.Object(
    {
      id: Type.Optional(
        Type.String({ description: 'The api name: a letter, then letters, digits and underscores.' }),
      ),
      ...written,
      options: Type.Optional(Type.Array(newOption)),
    },
    { additionalProperties: false },
  ),
  {
    id: 'governingLaw',
    ...example,
    options: [{ label: 'Norway' }, { label: 'New Zealand', value: 'nz' }],
  },
)
export const fieldChangesBody = mergePatchBody(
  Type.Partial(Type.Object(written, { additionalProperties: false })),
  { name: 'Governing law', default: null },
)
export const createdFieldSchema = Type.Object({ id: Type.String() }, { examples: [{ id: 'governingLaw' }] })

/** A field for administrators: the properties of the list, and its definition. */
export const definitionToV2 = (row: ListedRow, { field, contractCount, matterCount }: FieldDetails) => ({
  ...fieldToV2(row),
  name: field.title,
  number: field.id,
  description: field.description,
  fieldType: field.type,
  meaning: field.meaning,
  required: field.alwaysRequired,
  range: rangeToV2(field),
  multiple: field.multiple,
  allowExternalUsers: field.allowExternalUsers,
  default: defaultToV2(field),
  mergeName: field.mergeName,
  builtIn: field.category === 'Lawvu',
  usage: { contracts: contractCount, matters: matterCount },
})

/** The names of v2 for the inputs of the operations. */
export const fieldInputNames = namesV2({
  title: 'name',
  type: 'fieldType',
  alwaysRequired: 'required',
  rangeStart: 'range.start',
  rangeEnd: 'range.end',
  stepSize: 'range.step',
  canAddOptions: 'properties',
  apiName: 'id',
})

type Given = Readonly<Record<string, unknown>>
const readOnly = ['id', 'number', 'type', 'mergeName', 'builtIn', 'usage', 'created', 'modified']

/** The changes of a merge patch. */
export function fieldChangesFromV2(body: unknown) {
  const properties = propertiesOf(body, Object.keys(written), readOnly)
  return given({
    title: neverNull('name', textIn(properties, 'name')),
    description: textIn(properties, 'description', { longest: 4_000 }),
    type: choiceIn(properties, 'fieldType', fieldTypes),
    meaning: meaningIn(properties),
    alwaysRequired: truthIn(properties, 'required'),
    ...rangeIn(properties),
    multiple: truthIn(properties, 'multiple'),
    allowExternalUsers: truthIn(properties, 'allowExternalUsers'),
    canAddOptions: userCanAddOption(properties),
    default: plain(properties['default']),
  })
}

/** A new field; 400 names what is missing. */
export function newFieldFromV2(body: unknown): Omit<NewField, 'organisationId'> {
  const { id, options, ...rest } = propertiesOf(body, ['id', 'options', ...Object.keys(written)], readOnly)
  const { title, type, ...more } = fieldChangesFromV2(rest)
  if (title === undefined) throw badInput('name', 'is missing.')
  if (type === undefined) throw badInput('fieldType', 'is missing: what the field takes.')
  const apiName = neverNull('id', textIn({ id }, 'id'))
  return { title, type, ...more, ...given({ apiName, options: optionsIn(options) }) }
}

function optionsIn(value: unknown): readonly NewOption[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw badInput('options', 'must be a list such as [{"label": "Norway"}].')
  return value.map((each: unknown, index) => inside(`options[${index}]`, () => newOptionIn(each)))
}

function newOptionIn(each: unknown): NewOption {
  const { value: kept, ...option } = propertiesOf(each, ['label', 'value', 'properties'])
  const stands = textIn({ value: kept }, 'value')
  return { ...newOptionFromV2(option), ...(stands ? { value: stands } : {}) }
}

function rangeIn({ range: value }: Given) {
  if (value === undefined) return {}
  if (value === null) return { rangeStart: null, rangeEnd: null, stepSize: null }
  const limits = inside('range', () => propertiesOf(value, ['start', 'end', 'step']))
  const limit = (name: string) => {
    const number = limits[name]
    if (number === undefined || number === null) return number
    if (typeof number === 'number' && Number.isFinite(number)) return number
    throw badInput(`range.${name}`, 'must be a number, or null.')
  }
  return { rangeStart: limit('start'), rangeEnd: limit('end'), stepSize: limit('step') }
}

const meaningIn = (properties: Given): FieldMeaning | null | undefined =>
  properties['meaning'] === null ? null : choiceIn(properties, 'meaning', fieldMeanings)

function userCanAddOption({ properties }: Given): boolean | undefined {
  if (properties === undefined) return undefined
  if (properties === null) return false
  return inside('properties', () =>
    truthIn(propertiesOf(properties, ['userCanAddOption']), 'userCanAddOption'),
  )
}

/** Values of v2 name options and references as `{"value": …}`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value
}
