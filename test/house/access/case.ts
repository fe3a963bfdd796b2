// The access case of one route. Every route that is not public has exactly one.
import type { InjectOptions } from 'fastify'
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

export interface AccessCase {
  /** `METHOD /path/:id` as the route is registered. */
  readonly route: string
  /** Creates in this organisation what the call needs, each time again. */
  readonly make: (world: World) => Promise<Call> | Call
  /** The status for people with the right. */
  readonly answers: number
  /** How the caller authenticates; default: a token. */
  readonly way?: 'session'
  /** The owner of the same role in another organisation. */
  readonly outsider: ExpectedOutcome
  /** Of the same organisation, without membership and permission. */
  readonly colleague: ExpectedOutcome
  /** May see the resource but not change it. Required for everything that changes something. */
  readonly viewer?: ExpectedOutcome
  /** Why the call changes no row although its method could; without it, rows must change when the owner calls. */
  readonly changesNothing?: string
  /** Path parameters that are words, not ids. */
  readonly words?: readonly string[]
  /** Why two ids of the path need not belong together. */
  readonly unrelatedIds?: string
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
