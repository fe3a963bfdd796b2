// What every route declares: who may call it. A route without an access rule stops the process from starting.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { type Actor, checkIsHere, hasRight, type Right, rightNeeded } from '../platform/actor.ts'
import type { ActName } from '../platform/acts.ts'
import type { App } from '../platform/app.ts'
import { AppError, forbidden } from '../platform/errors.ts'
import type { InputNames } from './input-names.ts'
import type { Logger } from '../platform/installation/log.ts'
import { isInNetworks } from '../platform/outbound/client-network.ts'

/** `public` requires no authentication; otherwise the minimum right of every caller. Records add their own rules. */
export type Access = 'public' | { readonly right: Right }

/** A request body described in the OpenAPI documents but streamed instead of validated as a whole. */
export interface DocumentedBody {
  readonly contentType: string
  readonly schema: object
}

/** A registered route, for the documents, the list of routes and the access tests. */
export interface RouteEntry {
  readonly method: string
  readonly path: string
  readonly access: Access
  readonly act?: ActName
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order of registration; HEAD is implied by GET. */
    routeTable: RouteEntry[]
  }
  interface FastifyContextConfig {
    access?: Access
    /** Which act it is, if it is one of those that ask for a fresh proof. */
    act?: ActName
    /** How callers name the inputs of the operation, where that differs from the operation's own names. */
    inputNames?: InputNames
    /** The property of the body that is a number of any length: long ones are read as text. */
    exactNumber?: string
    /** Descriptions of bodies that the route reads itself. */
    documentedBodies?: readonly DocumentedBody[]
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Logger,
  TypeBoxTypeProvider
>

/** A module of routes: receives the server and the parts of the process. */
export type RouteModule = (server: Server, app: App) => void

/** The caller of an authenticated route. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error(`${request.routeOptions.url} is public: it has no actor`)
  return request.actor
}

/** Rejects, while the server is being built, a route without `config.access`; lists the others in `routeTable`. */
export function requireAccessRule(server: Server): void {
  server.decorate('routeTable', [])
  server.addHook('onRoute', ({ method, url, config }) => {
    // CORS preflight, handled by the plug-in
    if (method === 'OPTIONS') return
    const access = config?.access
    if (!access) throw new Error(`${String(method)} ${url} has no access rule: add config.access`)
    for (const each of [method].flat()) {
      if (each !== 'HEAD')
        server.routeTable.push({
          method: each,
          path: url,
          access,
          ...(config.act ? { act: config.act } : {}),
        })
    }
  })
}

/**
 * Rejects callers without the route's right: 401 without credentials, 403 for insufficient rights, and for what only
 * administrators may do from outside the networks that their organisation allows for it.
 */
export function checkAccess(access: Access, actor: Actor | null): void {
  if (access === 'public') return
  if (!actor) throw unauthenticated()
  if (!hasRight(actor, access.right)) throw forbidden(rightNeeded[access.right])
  if (access.right.startsWith('administer')) checkIsHere(actor)
}

/** The caller as they are here: it says so where they are outside the networks of administrators. */
export const actorAt = (actor: Actor, ip: string): Actor =>
  actor.administratorNetworks && !isInNetworks(ip, actor.administratorNetworks)
    ? { ...actor, awayAt: ip }
    : actor

/** The error for a missing or invalid token, naming the required scheme (RFC 6750 section 3). */
export function unauthenticated(why?: 'invalid_token'): AppError {
  const challenge = why ? `Bearer error="${why}"` : 'Bearer'
  const message = why
    ? 'The access token is invalid or has expired. Refresh it, or start the authorization again.'
    : 'Send an access token in the header Authorization: Bearer <token>.'
  return new AppError('unauthorized', message, { headers: { 'www-authenticate': challenge } })
}
