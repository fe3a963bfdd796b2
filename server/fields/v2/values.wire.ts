// v2 of the values of a record's fields: by api name, `{"region": {"value": "emea"}}`.
import Type from 'typebox'
import { jsonV2 } from '../../http/v2/shapes.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { atomKindOf, choiceIsId, type Field } from '../field.ts'
import { fieldsOfForms, namesOnForms } from '../form.ts'
import type { ReadFieldUpdate, RecordFields } from '../record-fields.ts'
import type { ReadNewFields } from '../values/field-input.ts'
import type { NamedValues } from '../values/named-values.ts'
import { readJson } from '../values/json-value.ts'

/** The property of a record with the values of its fields, from the column `fieldValues`. */
export const fieldValuesV2 = jsonV2(
  'fieldValues',
  Type.Optional(
    Type.Unsafe<NamedValues | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Values of custom fields, by the api name of the field.',
    }),
  ),
)

/** The values of a new record. What it returns throws 400 naming the first field that is not on the forms. */
export const newFieldsFromV2 =
  (given: unknown, kept: RecordFields['kept'] = []): ReadNewFields =>
  (forms) => {
    if (given === undefined || given === null) return new Map()
    if (typeof given !== 'object' || Array.isArray(given)) {
      throw badInput('fields', 'must be an object such as {"region": {"value": "emea"}}.')
    }
    // a field may also be named by its number
    const byName = new Map<string, Field>()
    for (const { field } of fieldsOfForms(forms)) {
      byName.set(String(field.id), field)
      byName.set(field.apiName.toLowerCase(), field)
    }
    const isKept = new Set(kept.flatMap(({ id, apiName }) => [String(id), apiName.toLowerCase()]))
    const isMeant = (name: string) => byName.has(name) || !isKept.has(name)
    const meant = Object.entries(given).filter(([name]) => isMeant(name.toLowerCase()))
    return new Map(
      meant.map(([name, value]: [string, unknown]) => {
        const field = byName.get(name.toLowerCase())
        if (!field) {
          const path = `fields.${name.slice(0, 100)}`
          throw badInput(
            path,
            sentence(`There is no ${path} on the forms of this record. ${namesOnForms(forms)}`),
          )
        }
        return [field.id, readJson(field, unwrapped(field, value))]
      }),
    )
  }

/**
 * The changed values of a record; undefined where none were sent. Values of another type that it had are passed over: a
 * caller who read the record before its type changed may send them back.
 */
export function fieldUpdateFromV2(given: unknown): ReadFieldUpdate | undefined {
  if (given === undefined || given === null) return undefined
  return ({ detail, core, kept }) => newFieldsFromV2(given, kept)([detail, core])
}

/** The value inside a choice or a reference. */
function unwrapped(field: Field, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => unwrapped(field, each))
  if (typeof value !== 'object' || value === null) return value
  if (atomKindOf(field.type) === 'user') return value
  if (!('value' in value)) return value
  return choiceIsId(field.type) || atomKindOf(field.type) === 'reference' ? { id: value.value } : value.value
}
