// What can be fuzzed: every operation of our OpenAPI documents, and every route that they leave out.
import { globSync, readFileSync } from 'node:fs'

/** As much of a JSON schema as the fuzzer builds values from. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Schema
}

export interface Operation {
  /** `PATCH /v2/matters/{matterId}` */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** By content type. */
  readonly bodies: ReadonlyMap<string, Schema>
}

interface Described {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
}

const root = new URL('../../', import.meta.url)

/** All operations, in the order of their paths. */
export function allOperations(): readonly Operation[] {
  const described = globSync('openapi/*.json', { cwd: root }).flatMap((file) => operationsIn(file))
  const known = new Set(described.map(({ id }) => id))
  return [...described, ...undescribed().filter(({ id }) => !known.has(id))].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
}

function operationsIn(file: string): readonly Operation[] {
  const { paths } = JSON.parse(readFileSync(new URL(file, root), 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      id: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: new Map(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => [type, schema]),
      ),
    })),
  )
}

/** Routes of the web app and of signing in, which no OpenAPI document describes: from the generated list of routes. */
function undescribed(): readonly Operation[] {
  const lines = readFileSync(new URL('docs/routes.md', root), 'utf8').matchAll(/^\| ([A-Z]+) `([^`]+)`/gm)
  return [...lines].map(([, method = '', route = '']) => {
    const names = [...route.matchAll(/:(\w+)|\*/g)].map(([, name]) => name ?? 'rest')
    const path = route.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}')
    return {
      id: `${method} ${path}`,
      method,
      path,
      parameters: names.map((name) => ({ name, in: 'path' as const, schema: { type: 'string' } })),
      bodies: new Map(method === 'GET' || method === 'DELETE' ? [] : [['application/json', plausibleBody]]),
    }
  })
}

// properties that the undescribed routes take
const plausibleBody: Schema = {
  type: 'object',
  properties: Object.fromEntries(
    ['email', 'password', 'token', 'code', 'state', 'query', 'returnTo', 'decision', 'name'].map((name) => [
      name,
      { type: 'string' },
    ]),
  ),
}
