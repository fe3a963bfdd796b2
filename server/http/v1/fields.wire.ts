// Forms and their values as v1 answers them: each depends on what the organisation has designed.
import Type from 'typebox'

const anyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: ['object', 'null'],
  additionalProperties: true,
})

/** A form: the schema of its fields and groups, and the model with their values. */
export const formSchema = Type.Object({ schema: anyObject, model: anyObject })

/** The two forms of a record. */
export const fieldDataSchema = Type.Object({ detailFields: formSchema, coreFields: formSchema })
