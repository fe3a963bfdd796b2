// v1's JSON bodies: property names in any case, unknown ones ignored.
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'

/** As much of a JSON schema as names are found by. */
interface NamedParts {
  readonly properties?: Readonly<Record<string, NamedParts>>
  readonly items?: NamedParts
}

/** A preValidation hook that gives the body's properties the names of the schema, and leaves out what it does not name. */
export const anyCase = (schema: TSchema) => async (request: FastifyRequest) => {
  request.body = renamed(request.body, schema)
}

function renamed(value: unknown, schema: NamedParts): unknown {
  if (Array.isArray(value))
    return schema.items ? value.map((item) => renamed(item, schema.items ?? {})) : value
  const { properties } = schema
  if (typeof value !== 'object' || value === null || !properties) return value
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]))
  const known = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    const name = names.get(key.toLowerCase())
    return name === undefined ? [] : [[name, renamed(each, properties[name] ?? {})]]
  })
  return Object.fromEntries(known)
}
