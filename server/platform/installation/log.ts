// JSON lines on standard output. Anything that must never be logged is removed here, not where it is logged.
import pino from 'pino'

export type Logger = pino.Logger

/** A logger that writes one JSON object per line; credentials in headers and bodies are removed. */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: requestInLog, err: errorInLog },
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'res.headers["set-cookie"]',
          '*.password',
          '*.client_secret',
          '*.refresh_token',
          '*.access_token',
          'body.code',
        ],
        remove: true,
      },
    },
    destination ?? pino.destination(1),
  )
}

// Only some properties of an error: database errors carry their whole connection, and `detail` contains customers'
// values.
function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const { code, constraint, routine } = error as { code?: unknown; constraint?: unknown; routine?: unknown }
  return { type, message, stack, code, constraint, routine }
}

interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly host?: string
  readonly ip?: string
}

// Without the query: it contains authorization codes, and people's search terms.
const requestInLog = ({ method, url, host, ip }: LoggedRequest) => ({
  method,
  path: url.split('?', 1)[0],
  host,
  ip,
})
