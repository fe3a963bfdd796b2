// What a request of v1 may be written like: names of properties and parameters and the words of lists in any case, `[name]` for
// `.name`, empty parameters and needless nulls for absent ones. It is brought into the form of the route's schema before it is validated.
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import type { Server } from '../route.ts'

/** As much of a JSON schema as names and words are found by. */
interface NamedParts {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, NamedParts>>
  readonly items?: NamedParts
}

type Request = { -readonly [Part in 'query' | 'params' | 'body']: FastifyRequest[Part] }

/** Has every route of v1 that is registered from now on take its requests so. */
export function takeRequestsLiberally(server: Server): void {
  server.addHook('onRoute', (route) => {
    if (!/^\/\w+-apis\/v1\//.test(route.url) || !route.schema) return
    const { querystring, params, body } = route.schema as Readonly<Record<string, NamedParts | undefined>>
    const bringIntoForm: preValidationAsyncHookHandler = async (request) => {
      const parts: Request = request
      if (querystring) parts.query = renamed(filledIn(request.query as Query), querystring, 'keep')
      if (params) parts.params = renamed(request.params, params, 'keep')
      if (body) parts.body = renamed(request.body, body, 'drop')
    }
    route.preValidation = [bringIntoForm, ...[route.preValidation ?? []].flat()]
  })
}

type Query = Readonly<Record<string, string | readonly string[]>>

/**
 * The parameters that have a value, `a[b]` as `a.b`, as clients write nested names. What rows are compared with may be an
 * empty text.
 */
const filledIn = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name.replace(/\[([a-z]\w*)\]/gi, '.$1'), value] as const)
      .filter(([name, value]) => value !== '' || /^filtering\..*\bvalue$/i.test(name)),
  )

/** A value with the names and words of the schema; what the schema does not name is kept or dropped. */
function renamed(value: unknown, schema: NamedParts, unknown: 'keep' | 'drop'): unknown {
  if (typeof value === 'string') return wordOf(value, schema)
  if (Array.isArray(value)) return value.map((item) => renamed(item, schema.items ?? schema, unknown))
  const { properties } = schema
  if (typeof value !== 'object' || value === null || !properties) return value
  const names = namesIn(properties)
  const known = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    const name = names.get(key.toLowerCase())
    if (name === undefined) return unknown === 'keep' ? [[key, each]] : []
    const part = properties[name] ?? {}
    // null where there is no null is as good as absent, rather than an empty text or a zero
    if (each === null && typeof part.type === 'string') return []
    return [[name, renamed(each, part, unknown)]]
  })
  return Object.fromEntries(known)
}

const namesOf = new WeakMap<object, ReadonlyMap<string, string>>()

/** The names of a schema's properties by their lower case; a list of thousands asks for those of its items each time. */
function namesIn(properties: Readonly<Record<string, NamedParts>>): ReadonlyMap<string, string> {
  const known = namesOf.get(properties)
  if (known) return known
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]))
  namesOf.set(properties, names)
  return names
}

// other words that clients have for those of the reference
const synonyms: ReadonlyMap<string, string> = new Map([['doesnotcontain', 'doesnotcon']])

/** A word of a list, or `True`, as the schema writes it; any other text as it is. */
function wordOf(text: string, { enum: words, items, type }: NamedParts): string {
  const list = words ?? items?.enum ?? (type === 'boolean' ? ['true', 'false'] : [])
  if (list.length === 0) return text
  const lower = text.toLowerCase()
  const word = synonyms.get(lower) ?? lower
  return list.find((each): each is string => typeof each === 'string' && each.toLowerCase() === word) ?? text
}
