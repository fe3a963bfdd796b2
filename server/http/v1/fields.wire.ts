// Forms and their values in v1: their content depends on the organisation's configuration.
import Type from 'typebox'

const anyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: ['object', 'null'],
  additionalProperties: true,
})

/** A form: the schema of its fields and groups, and the model with their values. */
export const formSchema = Type.Object({ schema: anyObject, model: anyObject })

/** The two forms of a record. */
export const fieldDataSchema = Type.Object({ detailFields: formSchema, coreFields: formSchema })
