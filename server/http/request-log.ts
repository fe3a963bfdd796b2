// What the log says of requests: one line when one has been answered.
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Bindings, ChildLoggerOptions } from 'pino'
import type { Actor } from '../platform/actor.ts'
import type { Logger } from '../platform/installation/log.ts'
import type { Config } from '../platform/settings/config.ts'
import { loggedPath } from './secret-paths.ts'

type LogArguments = [details: unknown, message?: string]

const unlogged = new Set(['/healthz', '/readyz'])

/**
 * Logs each answered request in one line, with its path but without its query and what is secret in it, except the
 * checks of load balancers.
 */
export class RequestLog extends LogController {
  readonly #lines: Logger

  readonly #withCallers: boolean

  constructor(log: Logger, { logCallers }: Pick<Config, 'logCallers'>) {
    super({ disableRequestLogging: ({ url }) => unlogged.has(url) })
    this.#withCallers = logCallers === 'ids'
    // nothing below is secret, and redaction copies every object
    this.#lines = log.child({}, { redact: [], serializers: { req: (request: unknown) => request } })
  }

  override incomingRequest(): void {
    // the line of the answer has everything that could be said here
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!this.#lines.isLevelEnabled('info') || this.isLogDisabled(request)) return
    const { method, url } = request
    const path = loggedPath(url, request.routeOptions.url)
    const line = {
      reqId: request.id,
      req: { method, path, host: request.host, ip: request.ip },
      ...(this.#withCallers && request.actor ? { caller: callerOf(request.actor) } : {}),
      res: { statusCode: reply.statusCode },
      responseTime: reply.elapsedTime,
    }
    if (error) this.#lines.error({ ...line, err: error }, 'request errored')
    else this.#lines.info(line, 'request completed')
  }
}

/** Ids only: an incident is told by caller, and the log names nobody. */
const callerOf = ({ organisationId: organisation, userId: person, via }: Actor) => ({
  organisation,
  person,
  ...(via.kind === 'token' ? { client: via.clientId } : {}),
})

/** The log of one request, with its id: made when something is logged, because few requests log anything themselves. */
export function logOfRequest(
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildLoggerOptions,
): FastifyBaseLogger {
  return new LazyLog(parent, bindings, options) as unknown as FastifyBaseLogger
}

class LazyLog {
  #log: FastifyBaseLogger | undefined
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: ChildLoggerOptions

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get #made(): FastifyBaseLogger {
    this.#log ??= this.#parent.child(this.#bindings, this.#options)
    return this.#log
  }

  get level(): string {
    return this.#parent.level
  }
  trace(...said: LogArguments) {
    this.#made.trace(...said)
  }
  debug(...said: LogArguments) {
    this.#made.debug(...said)
  }
  info(...said: LogArguments) {
    this.#made.info(...said)
  }
  warn(...said: LogArguments) {
    this.#made.warn(...said)
  }
  error(...said: LogArguments) {
    this.#made.error(...said)
  }
  fatal(...said: LogArguments) {
    this.#made.fatal(...said)
  }
  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#made.child(bindings, options)
  }
}
