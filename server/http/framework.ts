// Fastify as configured for this server: request ids, trusted proxies, size and time limits, URLs, and validation.
import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { rewriteAddress } from './addresses.ts'
import { logOfRequest, RequestLog } from './request-log.ts'
import { sendProblem } from './responses/problem.ts'
import type { Server } from './route.ts'
import { lazyCompilers, type SchemaCompilers } from './schema-compilers.ts'

/** A server without hooks and routes. */
export function createFramework(app: App, compilersFactory: SchemaCompilers = lazyCompilers()): Server {
  const server = Fastify({
    schemaController: { compilersFactory },
    loggerInstance: app.log,
    logController: new RequestLog(app.log, app.config),
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
  keepAnswers(server)
  return server
}

type Answer = readonly [request: FastifyRequest, reply: FastifyReply, payload: unknown]
type OnSend = (this: Server, ...sending: readonly [...Answer, done?: Sent]) => unknown
type Sent = (error: Error | null, payload?: unknown) => void
type AddHook = (this: Server, name: string, hook: OnSend) => Server

/**
 * What prepares an answer for being sent never replaces it: by then something may have been done that must not be
 * answered with an error, and the framework's own answer would show what went wrong inside. It is logged.
 */
function keepAnswers(server: Server): void {
  const addHook = server.addHook as unknown as AddHook
  const guarded: AddHook = function (name, hook) {
    return addHook.call(this, name, name === 'onSend' ? guardedHook(hook) : hook)
  }
  Object.assign(server, { addHook: guarded })
}

function guardedHook(hook: OnSend): OnSend {
  const failed = (request: FastifyRequest, error: unknown) =>
    request.log.error({ err: error }, 'an answer was sent without what a hook adds to it')
  if (hook.length < 4)
    return async function (request, reply, payload) {
      try {
        return await hook.call(this, request, reply, payload)
      } catch (error) {
        failed(request, error)
        return payload
      }
    }
  return function (request, reply, payload, done) {
    const sent: Sent = (error, next) => {
      if (error) failed(request, error)
      done?.(null, error ? payload : next)
    }
    try {
      hook.call(this, request, reply, payload, sent)
    } catch (error) {
      sent(error as Error)
    }
  }
}
