// Which properties of an answer the documents call `required`: every one, unless it is declared to be left out at
// times. Serialisers leave out what they are not given, so that no answer fails for it.
import Type, { type TSchema } from 'typebox'

const leftOut = Symbol('left out at times')

/** A property that answers leave out at times; every other property of an answer is always sent, maybe as null. */
export const sometimes = <Of extends TSchema>(schema: Of) =>
  Object.assign(Type.Optional(schema), { [leftOut]: true as const })

interface Schema {
  readonly properties?: Readonly<Record<string, object>>
  readonly [leftOut]?: true
}

/** The schemas of a route's answers as the documents have them, by status. */
export const answersWithRequired = (answers: unknown): unknown =>
  mapped(answers, (answer) => {
    const { content, ...rest } = answer as { readonly content?: unknown }
    if (content === undefined) return withRequired(answer)
    return {
      ...rest,
      content: mapped(content, (media) => mappedAt(media, 'schema', withRequired)),
    }
  })

/** The schema in which every property is required that is always sent. */
export function withRequired<Of>(schema: Of): Of {
  if (Array.isArray(schema)) return schema.map(withRequired) as Of
  if (typeof schema !== 'object' || schema === null) return schema
  const { properties } = schema as Schema
  const inside = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      withSchemas.has(keyword) ? withRequired<unknown>(value) : (value as unknown),
    ]),
  )
  if (!properties) return inside as Of
  const required = Object.keys(properties).filter((name) => !(properties[name] as Schema)[leftOut])
  return {
    ...inside,
    ...(required.length > 0 ? { required } : {}),
    properties: mapped(properties, withRequired),
  } as Of
}

/** Keywords with a schema, or several. */
const withSchemas = new Set(['items', 'additionalProperties', 'anyOf', 'allOf', 'oneOf'])

const mapped = (all: unknown, change: (each: unknown) => unknown) =>
  Object.fromEntries(Object.entries(all as object).map(([name, each]) => [name, change(each)]))

const mappedAt = (all: unknown, name: string, change: (each: unknown) => unknown) => ({
  ...(all as object),
  [name]: change((all as Readonly<Record<string, unknown>>)[name]),
})
