// JSON lines on standard output. Anything that must never be logged is removed here, not where it is logged.
import pino from 'pino'
import { bufferedLines } from './buffered-lines.ts'

export type Logger = pino.Logger

/**
 * A logger that writes one JSON object per line; credentials in headers and bodies are removed. Standard output gets
 * the lines a moment later (`bufferedLines`), a destination each at once.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
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
    destination ?? standardOutput(),
  )
}

/** The time as pino wants it, formatted once per millisecond. */
function createTimestamp(): () => string {
  let formatted = Number.NaN
  let text = ''
  return () => {
    // real time: what happened when on this machine
    const now = Date.now()
    if (now !== formatted) {
      formatted = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

function standardOutput(): pino.DestinationStream {
  // waits when a pipe is full
  const output = pino.destination({ dest: 1, sync: true })
  return bufferedLines((lines) => output.write(lines))
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
