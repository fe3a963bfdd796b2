// The access case of one route. Every route that is not public has exactly one.
import type { InjectOptions } from 'fastify'
import type { OpenApiDocument } from '../../../server/http/openapi.ts'
import type { Server } from '../../../server/http/route.ts'
import type { World } from './world.ts'

/** A call of the route that succeeds for people with the right. */
export interface Call {
  /** The values of path parameters. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
  /** Objects are sent as JSON. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  /** A text in the response that only people with the right may see. */
  readonly mark?: string
}

/**
 * 403, 404, 400   refused: 403 to those who may see the resource, 404 to those who may not; 400 if the body names
 * something of others
 * 'shown nothing' success, without anything of the organisation (the mark of the call)
 * 'may'           may call it as well
 */
export type ExpectedOutcome = 400 | 403 | 404 | 423 | 'shown nothing' | 'may'

/** What is particular to a route; `withDefaults` has the rest. */
export interface AccessCase {
  /** `METHOD /path/:id` as the route is registered. */
  readonly route: string
  /** Creates in this organisation what the call needs, each time again. */
  readonly make: (world: World) => Promise<Call> | Call
  /** The status for people with the right, if it is not the first one that the route declares. */
  readonly answers?: number
  /** How the caller authenticates; default: a token. */
  readonly way?: 'session'
  /** The owner of the same role in another organisation; default: 404 to an id, nothing in a list. */
  readonly outsider?: ExpectedOutcome
  /** Of the same organisation, without membership and permission; default: like an outsider. */
  readonly colleague?: ExpectedOutcome
  /** May see the resource but not change it; default, of everything that changes something: 403. */
  readonly viewer?: ExpectedOutcome
  /** Why the call changes no row although its method could; without it, rows must change when the owner calls. */
  readonly changesNothing?: string
  /** Path parameters that are words, not ids. */
  readonly words?: readonly string[]
  /** Path parameters that are ids of the installation, which belong to no organisation. */
  readonly ofInstallation?: readonly string[]
  /** Why two ids of the path need not belong together. */
  readonly unrelatedIds?: string
}

export interface CompleteCase extends AccessCase {
  readonly outsider: ExpectedOutcome
  readonly colleague: ExpectedOutcome
}

/** The case with the strictest outcome wherever it states none. Throws where nothing follows from the route. */
export function withDefaults(stated: AccessCase): CompleteCase {
  const isRead = stated.route.startsWith('GET ')
  const unknown = stated.route.includes(':') ? 404 : isRead ? 'shown nothing' : undefined
  const { outsider = unknown, colleague = outsider, viewer = isRead ? undefined : 403 } = stated
  if (outsider === undefined || colleague === undefined) {
    throw new Error(`The case of ${stated.route} does not say what an outsider gets`)
  }
  return { ...stated, outsider, colleague, ...(viewer === undefined ? {} : { viewer }) }
}

/** The status for people with the right: as the case says, or the first success that the route declares. */
export function successOf({ route, answers }: AccessCase, server: Server): number {
  if (answers !== undefined) return answers
  const { paths } = server.swagger() as unknown as OpenApiDocument
  const [method = '', path = ''] = route.split(' ')
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const success = Object.keys(operation?.responses ?? {}).find((status) => status.startsWith('2'))
  if (success === undefined)
    throw new Error(`${route} declares no success: its case must say what it answers`)
  return Number(success)
}

/** The request of the call. */
export function requestOf(
  { route }: AccessCase,
  { params = {}, query, body, headers = {} }: Call,
): InjectOptions {
  const [method, path = ''] = route.split(' ')
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The case of ${route} makes no ${name}`)
    return encodeURIComponent(value)
  })
  return {
    method: method as 'GET',
    url: query === undefined ? url : `${url}?${query}`,
    headers: { ...headers },
    ...(body === undefined ? {} : { payload: body }),
  }
}
