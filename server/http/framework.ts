// Fastify as this server uses it: ids of requests, trusted proxies, size and time limits, addresses, and how input is validated.
import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyServerOptions, LogController } from 'fastify'
import type { App } from '../platform/app.ts'
import { rewriteAddress } from './addresses.ts'
import { sendProblem } from './responses/problem.ts'
import type { Server } from './route.ts'

/** How the schemas of routes are compiled: by Fastify's own compilers, all of them before the server is ready. */
export type SchemaCompilers = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>

/** A server without hooks and routes; tests bring compilers that do less. */
export function createFramework(app: App, compilersFactory?: SchemaCompilers): Server {
  return Fastify({
    ...(compilersFactory ? { schemaController: { compilersFactory } } : {}),
    loggerInstance: app.log,
    logController: new LogController({
      disableRequestLogging: ({ url }) => url === '/healthz' || url === '/readyz',
    }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    bodyLimit: 1024 * 1024,
    // the framework's own would name every mistake; problem.ts names the first ones
    schemaErrorFormatter: () => new Error('The request is not what its schema asks for.'),
    // no time for a whole request, because files take as long as they take: see slow-bodies.ts
    requestTimeout: 0,
    connectionTimeout: 0,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => rewriteAddress(request.url ?? '/'),
    // an address that is no address: it leads to no route, so the handler of errors does not hear of it
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1_000 },
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: 'array', useDefaults: true, allErrors: true },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
}
