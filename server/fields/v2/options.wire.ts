// Choices of fields in the shapes of v2, where they are called options.
import Type from 'typebox'
import { sometimes } from '../../http/openapi/always-sent.ts'
import { neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { nullable, textOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { OptionProperties } from '../options.ts'

const label = Type.String({ minLength: 1, maxLength: 255 })
const properties = nullable<OptionProperties>('object', {
  additionalProperties: true,
  description: 'What an integration stores with the option; at most 16 KiB.',
})

export const optionExample = { label: 'Asia Pacific', properties: { costCentre: '4711' } }

export const optionSchema = Type.Object(
  {
    label: nullable<string>('string'),
    value: nullable<string>('string', { readOnly: true }),
    properties,
    parentId: sometimes(
      Type.Integer({
        readOnly: true,
        description: 'Of a department that is below another one: the id of that one.',
      }),
    ),
  },
  { examples: [{ ...optionExample, value: 'apac' }] },
)
export const newOptionSchema = Type.Object({ label, properties }, { additionalProperties: false })
export const optionChangesSchema = Type.Object(
  { label: nullable<string>('string'), properties },
  { additionalProperties: false },
)
export const createdOptionSchema = Type.Object({ value: Type.String() }, { examples: [{ value: 'apac' }] })

export const optionColumns = ['label', 'value', 'properties', 'parentId']

/** What lists of options can be filtered and sorted by. */
export const optionProperties: Properties = {
  Label: sorted('label'),
  Value: sorted('value'),
  ParentId: filtered('parentId'),
}

/** An option as v2 shows it. */
export const optionToV2 = (row: ListedRow) => ({
  label: textOf(row, 'label'),
  value: textOf(row, 'value'),
  properties: (row['properties'] ?? null) as OptionProperties | null,
  ...(row['parentId'] === null ? {} : { parentId: Number(row['parentId']) }),
})

/** The changes of a merge patch. */
export function optionChangesFromV2(body: unknown) {
  const given = propertiesOf(body, ['label', 'properties'], ['value', 'parentId'])
  const changed = neverNull('label', textIn(given, 'label'))
  const kept = propertiesIn(given)
  return {
    ...(changed === undefined ? {} : { label: changed }),
    ...(kept === undefined ? {} : { properties: kept }),
  }
}

/** A new option; 400 when it has no label. */
export function newOptionFromV2(body: unknown) {
  const { label: given, ...rest } = optionChangesFromV2(body)
  if (given === undefined) throw badInput('label', 'is missing.')
  return { label: given, ...rest }
}

function propertiesIn(given: Readonly<Record<string, unknown>>): OptionProperties | null | undefined {
  const value = given['properties']
  if (value === undefined || value === null) return value
  if (typeof value !== 'object' || Array.isArray(value))
    throw badInput('properties', 'must be an object, or null.')
  return { ...value }
}
