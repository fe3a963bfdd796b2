// Normalises v1 requests: names of properties and parameters and enumeration values in any case, `[name]` for `.name`,
// empty parameters and unsupported nulls as absent. Requests are converted to the route's schema before validation.
import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { Server } from '../route.ts'

/** The parts of a JSON schema needed to find names and enumeration values. */
interface NamedParts {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, NamedParts>>
  readonly items?: NamedParts
}

type Request = { -readonly [Part in 'query' | 'params' | 'body']: FastifyRequest[Part] }

/** Normalises the requests of every v1 route registered from now on. */
export function normaliseV1Requests(server: Server): void {
  server.addHook('onRoute', (route) => {
    if (!/^\/\w+-apis\/v1\//.test(route.url) || !route.schema) return
    const { querystring, params, body } = route.schema as Readonly<Record<string, NamedParts | undefined>>
    // the names of path parameters are the route's own
    const wordsInPath = params && hasWords(params)
    const bringIntoForm: preValidationHookHandler = (request, _reply, done) => {
      const parts: Request = request
      if (querystring && request.url.includes('?'))
        parts.query = renamed(filledIn(request.query as Query), querystring, 'keep')
      if (wordsInPath) parts.params = renamed(request.params, params, 'keep')
      if (body) parts.body = renamed(request.body, body, 'drop')
      done()
    }
    route.preValidation = [bringIntoForm, ...[route.preValidation ?? []].flat()]
  })
}

/** Whether a parameter has words to choose from. */
const hasWords = ({ properties = {} }: NamedParts): boolean =>
  Object.values(properties).some((part) => part.enum ?? part.items ?? part.type === 'boolean')

type Query = Readonly<Record<string, string | readonly string[]>>

/**
 * The parameters that have a value, with `a[b]` rewritten to `a.b`, as clients write nested names. Comparison values
 * may be empty.
 */
const filledIn = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name.replace(/\[([a-z]\w*)\]/gi, '.$1'), value] as const)
      .filter(([name, value]) => value !== '' || /^filtering\..*\bvalue$/i.test(name)),
  )

/**
 * A value with the schema's spelling of names and enumeration values; names unknown to the schema are kept or dropped.
 */
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
    // null for a property that is not nullable counts as absent, rather than as an empty text or zero
    if (each === null && typeof part.type === 'string') return []
    return [[name, renamed(each, part, unknown)]]
  })
  return Object.fromEntries(known)
}

const namesOf = new WeakMap<object, ReadonlyMap<string, string>>()

/**
 * The names of a schema's properties by lower-case name; cached, because lists look up the same schema for each item.
 */
function namesIn(properties: Readonly<Record<string, NamedParts>>): ReadonlyMap<string, string> {
  const known = namesOf.get(properties)
  if (known) return known
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]))
  namesOf.set(properties, names)
  return names
}

// alternative spellings used by clients
const synonyms: ReadonlyMap<string, string> = new Map([['doesnotcontain', 'doesnotcon']])

/** An enumeration value, or `True`, as the schema writes it; other texts stay unchanged. */
function wordOf(text: string, { enum: words, items, type }: NamedParts): string {
  const list = words ?? items?.enum ?? (type === 'boolean' ? ['true', 'false'] : [])
  if (list.length === 0) return text
  const lower = text.toLowerCase()
  const word = synonyms.get(lower) ?? lower
  return list.find((each): each is string => typeof each === 'string' && each.toLowerCase() === word) ?? text
}
