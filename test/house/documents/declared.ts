// What the API declares, from the documents in openapi/, as the tests of the documentation ask for it.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly enum?: readonly string[]
  readonly items?: Schema
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface DeclaredRoute {
  readonly method: string
  /** With its parameters as `{id}`. */
  readonly path: string
  /** The parameters of its query; undefined for a route that is in no document. */
  readonly query: readonly string[] | undefined
}

const documents = globSync('openapi/*.json', { cwd: root }).map(
  (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as Described,
)

const described: readonly DeclaredRoute[] = documents.flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    })),
  ),
)

/** Every route: those of the documents, and those of docs/routes.md, which is generated, that are in none. */
export const declaredRoutes: readonly DeclaredRoute[] = [
  ...described,
  ...[...readFileSync(`${root}docs/routes.md`, 'utf8').matchAll(/^\| ([A-Z]+) `([^`]+)`/gm)]
    .map(([, method = '', path = '']) => ({
      method,
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
      query: undefined,
    }))
    .filter(({ method, path }) => !described.some((each) => each.method === method && each.path === path)),
]

/** The names that a property of a schema of the API can have; a property of a property is behind it. */
export function enumOf(schema: string, ...path: readonly string[]): readonly string[] {
  let found: Schema | undefined = schemaOf(schema)
  for (const name of path) found = (found?.items ?? found)?.properties?.[name]
  if (!found?.enum) throw new Error(`${schema} has no property ${path.join('/')} with names`)
  return found.enum
}

/** The properties of a schema of the API. */
export const propertiesOf = (schema: string): readonly string[] =>
  Object.keys(schemaOf(schema).properties ?? {})

function schemaOf(name: string): Schema {
  const found = documents.map(({ components }) => components.schemas[name]).find(Boolean)
  if (!found) throw new Error(`The API has no schema ${name}`)
  return found
}
