// Tests that run small with `npm test` and in full by a command of their own, chosen by name.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The words for the test runner that choose a test, and the approximate duration of its full run. */
export interface NamedTest {
  readonly words: readonly string[]
  readonly minutes: number
}

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

/**
 * Runs the one that the command line names, or `all`, in full; ends the process if one fails or there is no such name.
 */
export function runNamedTests(command: string, tests: Readonly<Record<string, NamedTest>>): void {
  const [name = '', ...more] = process.argv.slice(2)
  const chosen = name === 'all' ? Object.values(tests) : [tests[name]]
  for (const each of chosen) {
    if (!each) {
      const names = Object.entries(tests).map(([known, { minutes }]) => `${known} (${minutes} min)`)
      console.error(`npm run ${command} -- <name> accepts one of: ${names.join(', ')}; or all`)
      process.exit(2)
    }
    runTests([...each.words, ...more], { CHANCERY_TEST_WHOLE_LOAD: 'yes' })
  }
}

/** Runs the tests that the words choose, with these settings; ends the process if one fails. */
export function runTests(words: readonly string[], settings: Readonly<Record<string, string>>): void {
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...words], {
    stdio: 'inherit',
    env: { ...process.env, CHANCERY_TEST_UNLIMITED: 'yes', ...settings },
  })
  if (status !== 0) process.exit(status ?? 1)
}
