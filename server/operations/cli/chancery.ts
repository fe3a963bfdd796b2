// The command line `chancery`, as it is started: runs the command and reports errors.
import { CommanderError } from 'commander'
import { InvalidSettings } from '../../platform/settings/config.ts'
import { AppError } from '../../platform/errors.ts'
import { commandLine } from './command-line.ts'

try {
  await commandLine().parseAsync()
} catch (error) {
  process.exitCode = reportError(error)
}

/** Reports the error and returns the exit code: 2 for an invalid command line, 1 for a command that failed. */
function reportError(error: unknown): number {
  // commander has already printed it; --help is not an error
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const expected = error instanceof AppError || error instanceof InvalidSettings
  const detailed = !expected && /debug|trace/.test(process.env['CHANCERY_LOG_LEVEL'] ?? '')
  console.error(error instanceof Error && !detailed ? error.message : error)
  return 1
}
