// What a process says about itself outside the log of its requests: progress, addresses, the error that ends it. Text
// for a person at a terminal; where the log goes to standard output, lines of the log, since a supervisor collects both
// outputs as one.
import { format } from 'node:util'
import { createLog, type Logger } from '../../platform/installation/log.ts'
import type { Environment } from '../../platform/settings/config.ts'
import { logsToStandardOutput } from '../../platform/settings/server.ts'

export interface Report {
  readonly progress: (message: string) => void
  /** Something went wrong that the process survives, or that it ends with. */
  readonly failure: (message: string, error?: unknown) => void
  /** The process is ready: the text for a person, or its facts for the log. */
  readonly ready: (text: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Reports of a process whose log goes there. */
export function openReport(to: 'stdout' | 'file'): Report {
  return to === 'stdout' && !process.stderr.isTTY ? inLog() : onTerminal(to)
}

/**
 * Reports the error that ends the process, and ends it; in detail with where it was thrown. The settings may be wrong.
 */
export function endWith(error: unknown, env: Environment): never {
  const report = openReport(logsToStandardOutput(env) ? 'stdout' : 'file')
  const detailed = /debug|trace/.test(env['CHANCERY_LOG_LEVEL'] ?? '')
  if (error instanceof Error && !detailed) report.failure(error.message)
  else report.failure('The server could not start', error)
  process.exit(1)
}

let log: Logger | undefined

// One for the process. Whatever the level of the log: these lines are few, and somebody needs each.
function inLog(): Report {
  if (log === undefined) {
    log = createLog('info')
    reportWarnings(log)
    takeConsole(log)
  }
  const lines = log
  return {
    progress: (message) => lines.info(message),
    failure: (message, error) =>
      error === undefined ? lines.error(message) : lines.error({ err: error }, message),
    ready: (_, facts) => lines.info(facts, 'ready'),
  }
}

/** Node would print its own as text. */
function reportWarnings(lines: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => lines.warn({ err: warning }, 'a warning of Node'))
}

const levels = {
  debug: 'info',
  log: 'info',
  info: 'info',
  warn: 'warn',
  trace: 'warn',
  error: 'error',
} as const

/** What libraries print, such as the runner of jobs when it loses the database, are lines of the log as well. */
function takeConsole(lines: Logger): void {
  for (const [method, level] of Object.entries(levels))
    console[method as keyof typeof levels] = (...said: unknown[]) => {
      const error = said.find((each) => each instanceof Error)
      lines[level](
        error ? { err: error } : {},
        format(...said.map((each) => (each === error ? error?.message : each))),
      )
    }
}

function onTerminal(to: 'stdout' | 'file'): Report {
  const print = (message: string) => process.stderr.write(`${message}\n`)
  return {
    progress: print,
    failure: (message, error) => {
      const detail = error instanceof Error ? error.stack : JSON.stringify(error)
      print(detail === undefined ? message : `${message}: ${detail}`)
    },
    // not between the lines of a log that is collected from standard output
    ready: (text) => (to === 'stdout' ? process.stderr : process.stdout).write(text),
  }
}
