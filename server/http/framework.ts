// Fastify as configured for this server: request ids, trusted proxies, size and time limits, URLs, and validation.
import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { App } from '../platform/app.ts'
import { rewriteAddress } from './addresses.ts'
import { logOfRequest, RequestLog } from './request-log.ts'
import { sendProblem } from './responses/problem.ts'
import type { Server } from './route.ts'
import { lazyCompilers, type SchemaCompilers } from './schema-compilers.ts'

/** A server without hooks and routes. */
export function createFramework(app: App, compilersFactory: SchemaCompilers = lazyCompilers()): Server {
  return Fastify({
    schemaController: { compilersFactory },
    loggerInstance: app.log,
    logController: new RequestLog(app.log),
    childLoggerFactory: logOfRequest,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    bodyLimit: 1024 * 1024,
    // the framework's own formatter lists every error; problem.ts lists only the first ones
    schemaErrorFormatter: () => new Error('The request does not match its schema.'),
    // no limit for whole requests, because files take as long as they take: see slow-bodies.ts
    requestTimeout: 0,
    connectionTimeout: 0,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => rewriteAddress(request.url ?? '/'),
    // an invalid URL matches no route, so the error handler is not called for it
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1_000 },
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: 'array', useDefaults: true, allErrors: true },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
}
