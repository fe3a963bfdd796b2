// v1 of the values of a record's fields: `{"field_12": 5, "group_3": {"field_13": "a"}}`, nested as its forms are.
import { fieldChangesFromV1 } from '../../http/v1/field-patch.ts'
import { badInput, type InputProblem, refuseProblems, sentence } from '../../platform/errors.ts'
import { type Field, keyOfField } from '../field.ts'
import { fieldsOfForms, type Form, type FormPart, keyOfGroup, namesOnForms } from '../form.ts'
import type { ReadFieldUpdate, RecordFields } from '../record-fields.ts'
import { atomsOf } from '../values/check.ts'
import type { ReadNewFields } from '../values/field-input.ts'
import { readJson, valueToJson } from '../values/json-value.ts'
import { recordForm, type SchemaAndModel } from './forms.wire.ts'

/** The forms of a record with its values. */
export const recordFieldsToV1 = ({
  detail,
  core,
  values,
  own,
}: RecordFields): { readonly detailFields: SchemaAndModel; readonly coreFields: SchemaAndModel } => ({
  detailFields: recordForm(detail, values, own),
  coreFields: recordForm(core, values, own),
})

/**
 * The values of a new record. What it returns throws 400 for anything but an object, and naming each field that is not
 * on the forms.
 */
export const newFieldsFromV1 =
  (given: unknown): ReadNewFields =>
  (forms) => {
    if (given !== null && given !== undefined && !isObject(given)) {
      throw badInput('fields', 'must be an object such as {"field_12": "value"}.')
    }
    const fields = fieldsByPath(forms)
    const found = new Map<Field, unknown>()
    const problems: InputProblem[] = []
    const walk = (object: object, above: string): void => {
      for (const [name, value] of Object.entries(object) as [string, unknown][]) {
        const path = `${above}${name.toLowerCase()}`
        const field = fields.get(path)
        if (field) found.set(field, value)
        else if (/^group_\d+$/.test(name.toLowerCase()) && isObject(value)) walk(value, `${path}/`)
        else {
          const shown = JSON.stringify(`${above}${name}`.slice(0, 100))
          const reason = sentence(`There is no ${shown} on this form. ${namesOnForms(forms)}`)
          problems.push({ path: name.slice(0, 100), reason, asSent: true })
        }
      }
    }
    walk(given ?? {}, '')
    refuseProblems(problems)
    return new Map([...found].map(([field, value]) => [field.id, readJson(field, value)]))
  }

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A JSON Patch of the values of a record. What it returns throws 400 for a path that leads to no field, 409 for a
 * failed test.
 */
export const fieldUpdateFromV1 =
  (body: unknown): ReadFieldUpdate =>
  ({ detail, core, values, own }) => {
    const byPath = fieldsByPath([detail, core])
    const fields = fieldsOfForms([detail, core]).map(({ field }) => field)
    const model = fields.map((field): [string, unknown] => [
      keyOfField(field),
      valueToJson(field, atomsOf(field, values, own)),
    ])
    const changes = fieldChangesFromV1(body, {
      paths: new Map([...byPath].map(([path, field]) => [path, keyOfField(field)])),
      model: Object.fromEntries(model),
    })
    return new Map(
      [...changes].flatMap(([path, value]) => {
        const field = byPath.get(path)
        return field ? [[field.id, readJson(field, value)]] : []
      }),
    )
  }

/**
 * Every way to write the place of a field on the forms, in lower case: `field_12` or its api name alone, and
 * `group_3/field_12` as it is nested.
 */
function fieldsByPath(forms: readonly Form[]): ReadonlyMap<string, Field> {
  const walk = (part: FormPart, above: string): [string, Field][] => {
    if (part.kind === 'group') {
      return part.parts.flatMap((inner) => walk(inner, `${above}${keyOfGroup(part)}/`))
    }
    const { field } = part
    // a field may be named like the number of another one, which means the other one then
    return [field.apiName.toLowerCase(), keyOfField(field)].flatMap((key): [string, Field][] => [
      [key, field],
      [`${above}${key}`, field],
    ])
  }
  const all = forms.flatMap(({ parts }) => parts).flatMap((part) => walk(part, ''))
  const isNumbered = ([path, field]: [string, Field]) => path.endsWith(keyOfField(field))
  return new Map([...all.filter((each) => !isNumbered(each)), ...all.filter(isNumbered)])
}
