// What the items of a v2 list show, by the paths that a $filter would name, from openapi/v2.json.
import type { OpenApiDocument } from '../server/http/openapi.ts'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** A path, and whether it leads to a collection, whose items are asked by `any` and `all`. */
export interface ShownPath {
  readonly path: string
  readonly isCollection: boolean
}

/** The paths of the items of the list; undefined where the answer has none, as an export. */
export function shownPaths(document: OpenApiDocument, path: string): readonly ShownPath[] | undefined {
  const answer = schemaOfAnswer(document, path)
  const page = answer && resolved(document, answer)
  const item = page?.properties?.['items']?.items
  return item && pathsBelow(document, { schema: item, before: '', above: [] })
}

function schemaOfAnswer({ paths }: OpenApiDocument, path: string): Schema | undefined {
  const { responses } = (paths[path]?.['get'] ?? {}) as {
    readonly responses?: Readonly<Record<string, { readonly content?: Record<string, { schema?: Schema }> }>>
  }
  return responses?.['200']?.content?.['application/json']?.schema
}

function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = schema.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((within, key) => (within as Readonly<Record<string, unknown>>)[key], document)
  return resolved(document, found as Schema)
}

interface Place {
  readonly schema: Schema
  readonly before: string
  /** The schemas that this one is in: a folder has a folder. */
  readonly above: readonly Schema[]
}

function pathsBelow(document: OpenApiDocument, { schema, before, above }: Place): readonly ShownPath[] {
  const whole = resolved(document, schema)
  if (above.includes(whole)) return []
  const inner = [...above, whole]
  const own = Object.entries(whole.properties ?? {}).flatMap(([name, property]) => {
    const path = `${before}${name.charAt(0).toUpperCase()}${name.slice(1)}`
    const isCollection = resolved(document, property).items !== undefined
    const below = pathsBelow(document, { schema: property, before: `${path}/`, above: inner })
    return [{ path, isCollection }, ...below]
  })
  const alternatives = [...(whole.anyOf ?? []), ...(whole.allOf ?? [])].flatMap((part) =>
    pathsBelow(document, { schema: part, before, above: inner }),
  )
  const seen = new Set<string>()
  return [...own, ...alternatives].filter(({ path }) => !seen.has(path) && seen.add(path))
}
