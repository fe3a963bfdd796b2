// JSON lines on standard output. What must never be logged is taken out here, not where it is logged.
import pino from 'pino'

export type Logger = pino.Logger

/** A logger that writes one JSON object a line; credentials in headers and bodies are left out. */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'res.headers["set-cookie"]',
          '*.password',
          '*.client_secret',
          '*.refresh_token',
          '*.access_token',
          '*.code',
        ],
        remove: true,
      },
    },
    destination ?? pino.destination(1),
  )
}
