// What every route states: who may call it. A route that does not say stops the process from starting.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { type Actor, hasRight, type Right, rightNeeded } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { AppError, forbidden } from '../platform/errors.ts'
import type { InputNames } from './input-names.ts'
import type { Logger } from '../platform/installation/log.ts'

/** `public` needs no one; otherwise the least right that any caller needs. What a record asks comes on top of it. */
export type Access = 'public' | { readonly right: Right }

/** A request body that the OpenAPI documents describe but that is read as a stream instead of being validated whole. */
export interface DocumentedBody {
  readonly contentType: string
  readonly schema: object
}

/** A route as it was registered: what the documents, the list of routes and the tests of access go by. */
export interface RouteEntry {
  readonly method: string
  readonly path: string
  readonly access: Access
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order of registration; HEAD goes with GET. */
    routeTable: RouteEntry[]
  }
  interface FastifyContextConfig {
    access?: Access
    /** How callers name the inputs of the operation, where that differs from the operation's own names. */
    inputNames?: InputNames
    /** Who may call with a cookie: the web app's own endpoints do, the v1 areas never. */
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

/** A file of routes: gets the server and the parts of the process. */
export type RouteModule = (server: Server, app: App) => void

/** The caller of a route that is not public. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error(`${request.routeOptions.url} is public: it has no actor`)
  return request.actor
}

/** Refuses, while the server is being built, a route without `config.access`; lists the others in `routeTable`. */
export function requireAccessRule(server: Server): void {
  server.decorate('routeTable', [])
  server.addHook('onRoute', ({ method, url, config }) => {
    // the preflight answer of CORS, which is the plug-in's own
    if (method === 'OPTIONS') return
    const access = config?.access
    if (!access) throw new Error(`${String(method)} ${url} does not say who may call it: add config.access`)
    for (const each of [method].flat()) {
      if (each !== 'HEAD') server.routeTable.push({ method: each, path: url, access })
    }
  })
}

/** Turns away callers without the route's right: 401 for nobody, 403 for somebody who lacks it. */
export function checkAccess(access: Access, actor: Actor | null): void {
  if (access === 'public') return
  if (!actor) throw unauthenticated()
  if (!hasRight(actor, access.right)) throw forbidden(rightNeeded[access.right])
}

/** No token, or one that is not valid: says by which scheme to come back (RFC 6750 section 3). */
export function unauthenticated(why?: 'invalid_token'): AppError {
  const challenge = why ? `Bearer error="${why}"` : 'Bearer'
  const message = why
    ? 'The access token is not valid or has expired. Refresh it, or start the authorization again.'
    : 'Send an access token in the header Authorization: Bearer <token>.'
  return new AppError('unauthorized', message, { headers: { 'www-authenticate': challenge } })
}
