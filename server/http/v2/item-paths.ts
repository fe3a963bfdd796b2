// What the items of a list show, from the schema of the route's response.
import type { FastifyRequest } from 'fastify'

interface SchemaOfItem {
  readonly properties?: Readonly<Record<string, SchemaOfItem>>
}

interface SchemaOfPage {
  readonly properties?: { readonly items?: { readonly items?: SchemaOfItem } }
}

/** The properties of an item in the schema of the route's response. */
export function itemOf({ routeOptions }: FastifyRequest): object {
  const { response } = (routeOptions.schema ?? {}) as {
    readonly response?: Readonly<Record<number, unknown>>
  }
  const page = response?.[200] as SchemaOfPage | undefined
  return page?.properties?.items?.items?.properties ?? {}
}

const pathsOf = new WeakMap<object, readonly string[]>()

/** The paths of all properties: `owner`, `owner/id`. */
export function pathsIn(properties: object): readonly string[] {
  const known = pathsOf.get(properties)
  if (known) return known
  const read = (below: NonNullable<SchemaOfItem['properties']>, before: string): readonly string[] =>
    Object.entries(below).flatMap(([name, { properties: inner }]) => [
      `${before}${name}`,
      ...(inner ? read(inner, `${before}${name}/`) : []),
    ])
  const paths = read(properties as NonNullable<SchemaOfItem['properties']>, '')
  pathsOf.set(properties, paths)
  return paths
}
