// A form as v1 describes it: a schema of its fields and groups, and the model that holds the values in the same shape.
import { type OwnValues, atomsOf } from '../values/check.ts'
import { atomKindOf, choiceIsId, type Field, keyOfField, numberOfType, takesSeveral } from '../field.ts'
import { type Form, type FormField, type FormPart, keyOfGroup } from '../form.ts'
import { valueToJson } from '../values/json-value.ts'
import type { Values } from '../values/values.ts'

type Json = Readonly<Record<string, unknown>>

/** A form with the values of a record, or with the defaults of a new one, in the shape of v1. */
export interface SchemaAndModel {
  readonly schema: Json
  readonly model: Json
}

/** The form with the values of a record. */
export const recordForm = (form: Form, values: Values, own: OwnValues): SchemaAndModel => ({
  schema: schemaOf(form.parts),
  model: modelOf(form.parts, (field) => valueToJson(field, atomsOf(field, values, own))),
})

/** The form for a new record: the model holds its defaults. */
export const newRecordForm = (form: Form): SchemaAndModel => ({
  schema: schemaOf(form.parts),
  model: modelOf(form.parts, (field) => valueToJson(field, field.defaults)),
})

const keyOf = (part: FormPart): string => (part.kind === 'group' ? keyOfGroup(part) : keyOfField(part.field))

function schemaOf(parts: readonly FormPart[]): Json {
  const required = parts.filter((part) => part.kind === 'field' && part.required)
  return {
    properties: Object.fromEntries(
      parts.map((part) => [keyOf(part), part.kind === 'group' ? groupSchema(part) : fieldSchema(part)]),
    ),
    order: parts.map(keyOf),
    required: required.map(keyOf),
  }
}

const groupSchema = (group: Extract<FormPart, { kind: 'group' }>): Json => ({
  title: group.title,
  type: 'object',
  ...schemaOf(group.parts),
})

function fieldSchema({ field, label, readOnly }: FormField): Json {
  return {
    fieldId: field.id,
    title: field.title,
    description: field.description,
    lawvuType: numberOfType(field.type),
    isReadOnly: readOnly,
    ...jsonTypeOf(field),
    label,
    ...choicesOf(field),
    ...(field.rangeStart === null ? {} : { minimum: Number(field.rangeStart) }),
    ...(field.rangeEnd === null ? {} : { maximum: Number(field.rangeEnd) }),
    ...(field.stepSize === null ? {} : { step: Number(field.stepSize) }),
  }
}

function jsonTypeOf(field: Field): Json {
  if (takesSeveral(field)) return { type: 'array' }
  switch (atomKindOf(field.type)) {
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'user':
      return { type: 'object' }
    case 'reference':
      return { type: 'integer' }
    case 'text':
      return { type: 'string' }
    case 'option':
      return { type: choiceIsId(field.type) ? 'object' : 'string' }
    case undefined:
      return { type: 'null' }
  }
}

/** Choices as they are written in values. Those of a lookup have a list of their own: there may be very many. */
function choicesOf(field: Field): Json {
  if (field.type === 'Lookup') return { canAddOptions: field.canAddOptions }
  if (atomKindOf(field.type) !== 'option') return {}
  const name = choiceIsId(field.type) ? 'id' : 'value'
  return { choices: field.options.map((option) => ({ [name]: option[name], label: option.label })) }
}

function modelOf(parts: readonly FormPart[], valueOf: (field: Field) => unknown): Json {
  const shown = parts.filter((part) => part.kind === 'group' || part.field.type !== 'SectionHeader')
  return Object.fromEntries(
    shown.map((part) => [
      keyOf(part),
      part.kind === 'group' ? modelOf(part.parts, valueOf) : valueOf(part.field),
    ]),
  )
}
