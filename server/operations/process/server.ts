// The HTTP server: Fastify with its hooks and error handlers, and every route of api.ts.
import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify'
import { api } from './api.ts'
import { tagGroups } from './api-tags.ts'
import { tagOfPath } from './tag-of-path.ts'
import { authenticate, rejectTokenInUrl, type Authenticator } from '../../http/authenticate.ts'
import { allowOrigins } from '../../http/cross-origin.ts'
import { parseForms } from '../../http/bodies/multipart.ts'
import { createFramework } from '../../http/framework.ts'
import type { SchemaCompilers } from '../../http/schema-compilers.ts'
import { documentRoutes } from '../../http/openapi.ts'
import { sendProblem } from '../../http/responses/problem.ts'
import { normaliseV1Requests } from '../../http/v1/normalise-requests.ts'
import { sharedSchemas } from '../../http/v2/shared-schemas.ts'
import { rejectUnknownParameters } from '../../http/v2/unknown-parameters.ts'
import { actorAt, checkAccess, requireAccessRule, type RouteModule, type Server } from '../../http/route.ts'
import { checkAct } from '../../platform/acts.ts'
import { answerRepeatedCalls, hashRepeatableCalls } from '../../http/idempotency/repeated-calls.ts'
import { rejectForms, parseJsonBodies } from '../../http/json-types.ts'
import { methodNotAllowed, methodsAt } from '../../http/methods.ts'
import { typedPage } from '../../http/pages.ts'
import { rejectNul } from '../../http/bodies/nul.ts'
import { queueByOrganisation } from '../../http/limits/organisation-queue.ts'
import { createRateLimits, type RateLimits } from '../../http/limits/rate-limits.ts'
import { rejectSlowBodies } from '../../http/limits/slow-bodies.ts'
import { answerConditionalReads } from '../../http/responses/conditional-get.ts'
import { compressAnswers } from '../../http/responses/compression.ts'
import { sendLongAnswersInPieces } from '../../http/responses/long-answers.ts'
import { countRequests } from '../../http/metrics.ts'
import { addSecurityHeaders } from '../../http/responses/security-headers.ts'
import { drainRefusedSlowly } from '../../http/bodies/drain-slowly.ts'
import { limitRequestSize } from '../../http/bodies/request-limits.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { recordRecents } from '../../recents/endpoints/recent-hook.ts'
import { AppError } from '../../platform/errors.ts'
import { checkFeatures, type FeatureCode } from '../../identity/features/feature.ts'
import { featuresOfRoute } from '../../identity/features/feature-routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What must be switched on for the caller's organisation. */
    features?: readonly FeatureCode[]
  }
}

/** What the server needs from nouns: how callers are authenticated, and which origins browsers may call from. */
export interface ServerParts {
  readonly authenticator: Authenticator
  /** Whether a page of this origin may call the API from a browser. */
  readonly originAllowed: (origin: string) => Promise<boolean>
  /** A monotonic clock in milliseconds for rate limits; the machine's own unless a test replaces it. */
  readonly monotonic?: () => number
  /** What the server answers to, if not to everything. */
  readonly routes?: readonly RouteModule[]
  /** How schemas are compiled; those of tests share their work. */
  readonly compilers?: SchemaCompilers
}

/** Builds the server, ready to listen or to be called with inject. */
export async function buildServer(app: App, parts: ServerParts): Promise<Server> {
  const server = createFramework(app, parts.compilers)
  requireAccessRule(server)
  stateFeatures(server)
  hashRepeatableCalls(server)
  limitRequestSize(server)
  rejectSlowBodies(server, app.config.minimumBodyRate)
  server.setErrorHandler(sendProblem)
  server.setNotFoundHandler({ preHandler: async () => undefined }, (request, reply) =>
    sendProblem(noSuchAddress(server, request), request, reply),
  )
  parseJsonBodies(server)
  // cookies are read where they are needed: session-cookie.ts
  await server.register(cookie, { hook: false })
  await parseForms(server, app.config)
  const limits = createRateLimits(app.config, parts.monotonic)
  server.addHook('onClose', async () => limits.close())
  server.decorate('rememberCode', (code: string) => limits.rememberCode(code))
  // before the response to CORS preflight requests
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS') limits.countAnonymous(request, reply, 'visits')
    done()
  })
  followSandboxClock(server, app)
  addSecurityHeaders(server, app.config)
  allowOrigins(server, { allow: allowedOrigin(app, parts) })
  authenticateCallers(server, { ...parts, limits, webUrl: app.config.webUrl, now: () => app.clock.now() })
  queueByOrganisation(server, app.config)
  answerRepeatedCalls(server, app)
  answerConditionalReads(server)
  countRequests(server)
  recordRecents(server, app)
  normaliseRequests(server)
  sendLongAnswersInPieces(server)
  await compressAnswers(server)
  // last: what the request holds is given back before
  drainRefusedSlowly(server)
  await documentRoutes(server, app, { groups: tagGroups, tagOf: tagOfPath, shared: sharedSchemas })
  for (const routes of parts.routes ?? api)
    await server.register(async (scope) => routes(scope as unknown as Server, app))
  return server
}

/**
 * In a sandbox a process that does not hear when the clock is moved reads it with each request, and answers of v2 say
 * what it shows: pages go by it.
 */
function followSandboxClock(server: Server, { config, database, clock }: App): void {
  if (config.environment !== 'sandbox') return
  server.addHook('onSend', (request, reply, payload, done) => {
    const isAnswer = reply.statusCode < 400 && request.method !== 'OPTIONS'
    if (isAnswer && request.url.startsWith('/v2/')) reply.header('sandbox-clock', clock.now().toISOString())
    done(null, payload)
  })
  server.addHook('onRequest', async (request) => {
    if (database.announcements.listening || request.routeOptions.config.rate === 'none') return
    // without the database nothing can be answered that depends on the time
    await clock.refresh().catch(() => undefined)
  })
}

/** Has every route state the features it belongs to. */
function stateFeatures(server: Server): void {
  server.addHook('onRoute', (route) => {
    const features = featuresOfRoute(route.url)
    if (features.length > 0) route.config = { ...route.config, features }
  })
}

interface Callers extends Pick<ServerParts, 'authenticator'> {
  readonly limits: RateLimits
  readonly webUrl: string
  readonly now: () => Date
}

/** Authenticates every request, and rejects callers who may not call its route. */
function authenticateCallers(server: Server, { authenticator, limits, webUrl, now }: Callers): void {
  server.decorateRequest('actor', null)
  server.decorateRequest('attempt', null)
  server.addHook('onSend', (request, reply, payload, done) => {
    request.attempt?.settle(reply.statusCode)
    done(null, payload)
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // before the body is read
    if (request.is404) {
      limits.countAnonymous(request, reply)
      const page = typedPage(request)
      if (page === undefined || methodsAt(server.routeTable, request.url).length > 0)
        throw noSuchAddress(server, request)
      return void reply.redirect(`${webUrl}/#${page}`, 302)
    }
    const { access, rate, features, act } = request.routeOptions.config
    // CORS preflight requests have been counted already
    if (!access || rate === 'none') return done()
    if (access === 'public') {
      if (rate === 'failures' || rate === 'credentials') countByOutcome(limits, request, reply)
      else limits.countAnonymous(request, reply, rate)
      return done()
    }
    const admit = (found: Actor | null) => {
      const actor = found && actorAt(found, request.ip)
      request.actor = actor
      checkAccess(access, actor)
      if (actor && features) checkFeatures(actor, features)
      if (actor && act) checkAct(actor, act, now())
    }
    const actor = limits.countCaller(request, reply, () => {
      rejectTokenInUrl(request)
      return authenticate(authenticator, request)
    })
    if (actor instanceof Promise) return void actor.then(admit).then(() => done(), done)
    admit(actor)
    done()
  })
}

/** What is proven by the call is known when it is answered; until then it runs as an attempt. */
function countByOutcome(limits: RateLimits, request: FastifyRequest, reply: FastifyReply): void {
  request.attempt = limits.startAttempt(request, reply)
  if (request.routeOptions.config.rate === 'failures') request.attempt.begin()
}

function noSuchAddress(server: Server, { url, method }: FastifyRequest): AppError {
  const methods = methodsAt(server.routeTable, url)
  return methods.length > 0 && !methods.includes(method)
    ? methodNotAllowed(method, methods)
    : new AppError('not_found', 'There is no such address. The API explorer at /docs lists all addresses.')
}

/** Normalises requests before their routes validate them. What is registered last runs first. */
function normaliseRequests(server: Server): void {
  normaliseV1Requests(server)
  rejectUnknownParameters(server)
  rejectForms(server)
  allowEmptyBody(server)
  rejectNul(server)
}

/** v2 calls whose body has no required properties may be sent without one: `curl -X POST …/test`. */
function allowEmptyBody(server: Server): void {
  server.addHook('onRoute', (route) => {
    const body = route.schema?.body as
      | { readonly type?: unknown; readonly required?: readonly string[] }
      | undefined
    const needsNothing = body?.type === 'object' && (body.required ?? []).length === 0
    if (!needsNothing || !route.url.startsWith('/v2/')) return
    const fillIn: preValidationHookHandler = (request, _reply, done) => {
      if ((request.body ?? null) === null) request.body = {}
      done()
    }
    route.preValidation = [fillIn, ...[route.preValidation ?? []].flat()]
  })
}

/** The origins whose pages may call: those of integrations, in a sandbox all. */
function allowedOrigin({ config }: App, { originAllowed }: ServerParts) {
  return async ({ url }: FastifyRequest, origin: string): Promise<string | undefined> => {
    // sign-in and consent are not an API for browsers (RFC 9700 section 2.6)
    if (/^\/(authorize|session|oauth\/authorization-requests)\b/i.test(url)) return undefined
    if (!(await originAllowed(origin))) return undefined
    return config.environment === 'sandbox' ? '*' : origin
  }
}
