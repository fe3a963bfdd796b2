// Objects on the wire that the database makes: of each property its schema and the column that it comes from, said
// once. The schema of the answer and the SQL of its body both follow from it.
import Type, { type TObjectOptions, type TSchema } from 'typebox'
import type { JsonPart, JsonShape } from '../platform/lists/json-shape.ts'

/** A property: how it is documented, and how it is read. */
export interface WireProperty {
  readonly schema: TSchema
  readonly json: JsonPart
}

/** The properties of an object in their order. */
export type WireShape = Readonly<Record<string, WireProperty>>

/** The schemas of the properties. */
export const schemasOf = <Shape extends WireShape>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, { schema }]) => [name, schema])) as {
    readonly [Name in keyof Shape]: Shape[Name]['schema']
  }

/** The schema of the object; a shape says it once, and nothing reads the object in this process. */
export const schemaOf = (shape: WireShape, options: TObjectOptions = {}) =>
  Type.Object({ ...schemasOf(shape) }, options)

/** What the database makes; required properties come first, as where a serialiser writes by the schema. */
export function jsonOf(shape: WireShape): JsonShape {
  const all = Object.entries(shape)
  const required = all.filter(([, { schema }]) => !Type.IsOptional(schema))
  const optional = all.filter(([, { schema }]) => Type.IsOptional(schema))
  return Object.fromEntries([...required, ...optional].map(([name, { json }]) => [name, json]))
}
