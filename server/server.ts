// The HTTP server: Fastify with its hooks and error handlers, then every route of api.ts.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyRequest, LogController } from 'fastify'
import { api } from './api.ts'
import { authenticate, refuseTokenInAddress, type Authenticator } from './http/authenticate.ts'
import { documentRoutes } from './http/openapi.ts'
import { sendProblem } from './http/problem.ts'
import { takeRequestsLiberally } from './http/v1/liberal-requests.ts'
import { refuseOptionsNotTaken } from './http/v2/refused-options.ts'
import { checkAccess, requireAccessRule, type Server } from './http/route.ts'
import { rewriteAddress } from './http/addresses.ts'
import { refuseFormsForJson, takeJson } from './http/json-types.ts'
import { methodNotAllowed, methodsAt } from './http/methods.ts'
import { countRequests } from './http/metrics.ts'
import type { App } from './platform/app.ts'
import { AppError } from './platform/errors.ts'

/** What the server needs to know of nouns: how people are recognised, and which origins browsers may call from. */
export interface ServerParts {
  readonly authenticator: Authenticator
  /** Whether a page of this origin may call the API from a browser. */
  readonly originAllowed: (origin: string) => Promise<boolean>
}

/** Builds the server, ready to listen or to be called with inject. */
export async function buildServer(app: App, parts: ServerParts): Promise<Server> {
  const server: Server = Fastify({
    loggerInstance: app.log,
    logController: new LogController({
      disableRequestLogging: ({ url }) => url === '/healthz' || url === '/readyz',
    }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 0,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => rewriteAddress(request.url ?? '/'),
    // an address that is no address: it leads to no route, so the handler of errors does not hear of it
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1_000 },
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: 'array', useDefaults: true, allErrors: true },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  requireAccessRule(server)
  server.setErrorHandler(sendProblem)
  server.setNotFoundHandler({ preHandler: async () => undefined }, (request, reply) => {
    const methods = methodsAt(server.routeTable, request.url)
    const refusal =
      methods.length > 0 && !methods.includes(request.method)
        ? methodNotAllowed(request.method, methods)
        : new AppError('not_found', 'There is no such address. The API explorer at /docs lists all of them.')
    return sendProblem(refusal, request, reply)
  })
  takeJson(server)
  await server.register(cookie)
  await server.register(multipart, {
    limits: {
      fileSize: app.config.maxUploadBytes,
      files: 1,
      fields: 50,
      parts: 60,
      fieldSize: 1024 * 1024,
      headerPairs: 100,
    },
  })
  await registerHeaders(server, app, parts)
  server.decorateRequest('actor', null)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const { access } = request.routeOptions.config
    if (!access || access === 'public') return
    refuseTokenInAddress(request)
    request.actor = await authenticate(parts.authenticator, request)
    checkAccess(access, request.actor)
  })
  countRequests(server)
  understandRequests(server)
  await documentRoutes(server, app)
  for (const routes of api) await server.register(async (scope) => routes(scope as unknown as Server, app))
  return server
}

/** How requests are understood, before their routes validate them. */
function understandRequests(server: Server): void {
  takeRequestsLiberally(server)
  refuseOptionsNotTaken(server)
  takeNoBodyForEmpty(server)
  refuseFormsForJson(server)
}

/** A call of v2 that needs nothing in its body needs no body either: `curl -X POST …/test`. */
function takeNoBodyForEmpty(server: Server): void {
  server.addHook('preValidation', async (request) => {
    const { schema, url = '' } = request.routeOptions
    const body = schema?.body as
      | { readonly type?: unknown; readonly required?: readonly string[] }
      | undefined
    const needsNothing = body?.type === 'object' && (body.required ?? []).length === 0
    if (needsNothing && url.startsWith('/v2/') && (request.body ?? null) === null) request.body = {}
  })
}

async function registerHeaders(server: Server, app: App, { originAllowed }: ServerParts): Promise<void> {
  const https = app.config.publicUrl.startsWith('https:')
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  await server.register(cors, () => async (request: FastifyRequest) => ({
    origin: await allowedOrigin(request),
    credentials: false,
    exposedHeaders: [
      'etag',
      'location',
      'content-disposition',
      'www-authenticate',
      'retry-after',
      'x-request-id',
    ],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  }))

  async function allowedOrigin(request: FastifyRequest): Promise<string | false> {
    const origin = request.headers.origin
    // where a person signs in and consents is no API (RFC 9700 section 2.6)
    if (!origin || /^\/(authorize|session|oauth\/authorization-requests)\b/i.test(request.url)) return false
    if (!(await originAllowed(origin))) return false
    return app.config.environment === 'sandbox' ? '*' : origin
  }
}
