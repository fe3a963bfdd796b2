// Whether the calls, addresses and topics that a page names are there: method, path and the parameters of the query.
import { type EventName, historyNames } from '../../../server/platform/events/event-names.ts'
import { topics } from '../../../server/platform/events/topics.ts'
import { type DeclaredRoute, declaredRoutes } from './declared.ts'
import { blocksOf } from './markdown.ts'

/** A call as it is written: method, and a path with names, values or `…` in the place of its parameters. */
export interface NamedCall {
  readonly method: string
  readonly path: string
  /** The names in its query. */
  readonly query: readonly string[]
}

const call = /^(GET|POST|PUT|PATCH|DELETE) (\/(?:\{[^}]*\}|[^\s{])*)/

/**
 * The wrong calls, addresses and topics of a page, as sentences. `bases` are the addresses that its calls leave out.
 */
export function wrongWireNames(text: string, bases: readonly string[] = []): readonly string[] {
  const calls = callsIn(text).flatMap((each) => {
    const wrong = wrongCall(each)
    const placed = bases.map((base) => wrongCall({ ...each, path: `${base}${each.path}` }))
    return wrong === undefined || placed.includes(undefined) ? [] : [wrong]
  })
  const addresses = quotedIn(text)
    .filter((code) => /^\/(?:v2|[a-z]+-apis)\//.test(code))
    .filter((code) => !alternativesOf(code).every(isAddress))
  const named = quotedIn(text).filter((code) => eventLike.test(code) && !fileLike.test(code))
  return [
    ...calls,
    ...addresses.map((code) => `there is no address ${code}`),
    ...named.filter((code) => !events.has(code)).map((code) => `there is no topic or event ${code}`),
  ]
}

const isAddress = (address: string) => declaredRoutes.some(({ path }) => isBelow(placesOf(address), path))

const events = new Set<string>([...topics, ...historyNames] satisfies EventName[])
const subjects = new Set([...events].map((name) => name.split('.')[0]))
const eventLike = new RegExp(`^(?:${[...subjects].join('|')})(?:\\.[a-z-]+)+$`)
const fileLike = /\.(?:ts|tsx|sql|json|pdf|docx|csv|service|env|conf|url)$/

/** The calls in backticks, and those that stand alone in lines of blocks. */
function callsIn(text: string): readonly NamedCall[] {
  const lines = blocksOf(text)
    .filter(({ language }) => language === '')
    .flatMap((block) => block.text.split('\n'))
  return [...quotedIn(text), ...lines].flatMap((code) => {
    const [, method = '', address = ''] = call.exec(code.trim()) ?? []
    return method === '' ? [] : alternativesOf(address).map((path) => callOf(method, path))
  })
}

const quotedIn = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'))

/** A call from its method and address. */
export function callOf(method: string, address: string): NamedCall {
  const [path = '', query = ''] = address.split(/\?(.*)/s)
  const names = query === '' ? [] : query.split('&').map((pair) => pair.split('=')[0] ?? '')
  return { method, path, query: names.filter((name) => /^[$\w-]+$/.test(name)) }
}

/** What is wrong with a call, as a sentence. */
export function wrongCall({ method, path, query }: NamedCall): string | undefined {
  const found = routesOf(method, path)
  const [route] = found
  if (!route) return `there is no ${method} ${path}`
  const unknown = query.filter((name) => found.every((each) => each.query?.includes(name) === false))
  return unknown.length > 0 ? `${method} ${path} has no parameter ${unknown.join(', ')}` : undefined
}

/** The routes that a call can be of; paths under an area are those of v2 as well. */
function routesOf(method: string, path: string): readonly DeclaredRoute[] {
  const ofMethod = declaredRoutes.filter((route) => route.method === method)
  const exact = ofMethod.filter((route) => route.path === path)
  return exact.length > 0 ? exact : ofMethod.filter((route) => isOf(placesOf(path), route.path))
}

const placesOf = (path: string): readonly string[] =>
  path
    .replace(/\?.*/s, '')
    .replace(/^\/[a-z]+-apis(?=\/v2\/)/, '')
    .replace(/\/$/, '')
    .split('/')

function isOf(places: readonly string[], pattern: string): boolean {
  const wanted = pattern.split('/')
  if (places.at(-1) === '…') return isBelow(places.slice(0, -1), pattern)
  if (wanted.at(-1) === '*') return isBelow(places.slice(0, wanted.length - 1), pattern)
  return places.length === wanted.length && isBelow(places, pattern)
}

/** Whether a route is at a path or below it. */
function isBelow(places: readonly string[], pattern: string): boolean {
  const wanted = pattern.split('/')
  return places.every((name, index) => {
    const part = wanted[index]
    return part !== undefined && (part.startsWith('{') || name === part || name === '…')
  })
}

/** The paths that one with `{matters|contracts}` or `{Matter, Contract or Task}` stands for. */
function alternativesOf(path: string): readonly string[] {
  const [choice = '', names = ''] = /\{([^}]*(?:\||, | or )[^}]*)\}/.exec(path) ?? []
  if (choice === '') return [path]
  return names.split(/\||, | or /).flatMap((name) => alternativesOf(path.replace(choice, name)))
}
