// Where the log goes: to standard output for programs that collect logs, or to a file when a person looks at the terminal.
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { createLog, type Logger } from '../platform/installation/log.ts'

/** The log file of an installation that keeps its log itself. */
export const logFileOf = ({ stateDir }: Pick<Config, 'stateDir'>): string => join(stateDir, 'chancery.log')

/** The process's log. When it goes to a file, what goes wrong is said on standard error as well, in words. */
export function openLog(config: Config): Logger {
  if (config.log === 'stdout') return createLog(config.logLevel)
  const name = logFileOf(config)
  const file = openSync(name, 'a', 0o600)
  return createLog(config.logLevel, {
    // Appended at once: several processes share the file, and none keeps lines back when it is killed.
    write(line) {
      try {
        writeSync(file, line)
      } catch {
        // A full disk, for one. The log is not worth the server.
      }
      if (/^\{"level":"(?:error|fatal)"/.test(line)) process.stderr.write(`${inWords(line)} (see ${name})\n`)
    },
  })
}

function inWords(line: string): string {
  const { msg, err, reqId } = JSON.parse(line) as { msg?: string; err?: { message?: string }; reqId?: string }
  const what = [msg, err?.message]
    .map((text) => text?.split('\n', 1)[0])
    .filter(Boolean)
    .join(': ')
  return `Error: ${what}${reqId ? `, request ${reqId}` : ''}`
}
