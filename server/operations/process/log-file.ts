// Where the log goes: to standard output for log collectors, or to a file when a person is at the terminal.
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/settings/config.ts'
import { bufferedLines } from '../../platform/installation/buffered-lines.ts'
import { createLog, type Logger } from '../../platform/installation/log.ts'

/** The log file of an installation that logs to a file. */
export const logFileOf = ({ stateDir }: Pick<Config, 'stateDir'>): string => join(stateDir, 'chancery.log')

/** The log of the process. When it goes to a file, errors are also printed to standard error in readable form. */
export function openLog(config: Config): Logger {
  if (config.log === 'stdout') return createLog(config.logLevel)
  const name = logFileOf(config)
  const file = openSync(name, 'a', 0o600)
  const lines = bufferedLines((some) => {
    try {
      // whole lines: several processes append to the file
      writeSync(file, some)
    } catch {
      // for example a full disk: losing log lines is better than stopping the server
    }
  })
  return createLog(config.logLevel, {
    write(line) {
      lines.write(line)
      if (/^\{"level":"(?:error|fatal)"/.test(line))
        process.stderr.write(`${errorLine(line)} (see ${name})\n`)
    },
  })
}

function errorLine(line: string): string {
  const { msg, err, reqId } = JSON.parse(line) as { msg?: string; err?: { message?: string }; reqId?: string }
  const what = [msg, err?.message]
    .map((text) => text?.split('\n', 1)[0])
    .filter(Boolean)
    .join(': ')
  return `Error: ${what}${reqId ? `, request ${reqId}` : ''}`
}
