// Runs a command of the command line and reports errors.
import { CommanderError } from 'commander'
import { InvalidSettings } from '../../platform/settings/config.ts'
import { AppError } from '../../platform/errors.ts'
import { commandLine } from './command-line.ts'

/** Runs the command with these words; `process.exitCode` says how it went: 2 for invalid words, 1 for a failure. */
export async function runWords(words: readonly string[]): Promise<void> {
  try {
    await commandLine().parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = reportError(error)
  }
}

/** Reports the error and returns the exit code. */
function reportError(error: unknown): number {
  // commander has already printed it; --help is not an error
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const expected = error instanceof AppError || error instanceof InvalidSettings
  const detailed = !expected && /debug|trace/.test(process.env['CHANCERY_LOG_LEVEL'] ?? '')
  console.error(error instanceof Error && !detailed ? error.message : error)
  return 1
}
