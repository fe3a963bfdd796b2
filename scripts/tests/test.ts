// The tests. At the end the files that took longest, one plain line with the number of tests, and how many files there
// are besides.
//
//   npm test                            the heart: pure tests, the wire, access, three journeys (test/tiers.ts)
//   npm test -- --changed               and the files of folders with changes, and of the folders above them
//   npm test -- server/contracts        the tests of a folder, or of one file
//   npm run test:full                   every file, in short runs; with --rest those that `npm test` leaves out
//   npm run test:release                every file, with all repetitions of generated and killing tests
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testSeed } from '../../test/chance.ts'
import { chromiumPath } from '../../test/peers/chromium.ts'
import { allFiles, changedFiles, fullFiles, heartFiles } from './test-files.ts'

interface TestResult {
  readonly status: string
  readonly title: string
  readonly duration?: number | null
  /** Of every try, also of a test that passed in the end. */
  readonly failureMessages?: readonly string[]
}
interface FileResult {
  readonly name: string
  readonly status: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly TestResult[]
}
interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly FileResult[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const args = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'chancery-results-'))
const file = join(folder, 'results.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
const chosen = chosenFiles()
const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...chosen], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CHANCERY_TEST_SEED: String(testSeed),
    ...(args[0] === '--release' ? { CHANCERY_TEST_FULL: 'yes' } : {}),
  },
})
const results = readResults()
if (results && results.testResults.length > 20) console.log(slowest(results))
if (results && results.numPendingTests > 0 && !chromiumPath()) {
  console.log('Skipped: the browser tests, because there is no browser. Install chromium to run them.')
}
if (results) for (const line of unsteady(results)) console.log(line)
const left = allFiles().length - (results?.testResults.length ?? 0)
if (left > 0) console.log(`${left} more files run with npm run test:full and npm run test:release.`)
if (status !== 0) console.log(`Chance followed from CHANCERY_TEST_SEED=${testSeed}.`)
console.log(summary(results))
rmSync(folder, { recursive: true, force: true })
process.exit(status ?? 1)

/** What the runner is asked for: files by their paths, or what the caller has given. */
function chosenFiles(): readonly string[] {
  const [first, ...others] = args
  if (first === '--release') return others
  if (first === '--changed') return [...new Set([...heartFiles(), ...changedFiles()])]
  if (first !== '--full') return args.length > 0 ? args : heartFiles()
  if (others[0] !== '--rest') return others.length > 0 ? others : fullFiles()
  const before = new Set(heartFiles())
  return fullFiles().filter((each) => !before.has(each))
}

function readResults(): Results | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch {
    return undefined
  }
}

/** The twenty files with the longest tests, each with its longest test. */
function slowest({ testResults }: Results): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(6)} s`
  const lines = testResults
    .map(({ name, startTime, endTime, assertionResults }) => {
      const [longest] = assertionResults.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0))
      return {
        name: relative(root, name),
        took: endTime - startTime,
        tests: assertionResults.length,
        longest,
      }
    })
    .toSorted((a, b) => b.took - a.took)
    .slice(0, 20)
    .map(
      ({ name, took, tests, longest }) =>
        `${seconds(took)}  ${name} (${tests} tests)  longest ${seconds(longest?.duration ?? 0).trim()}: ${longest?.title.slice(0, 60)}`,
    )
  return ['The slowest 20 files:', ...lines].join('\n')
}

/** The tests that passed only when they were tried again, each with what it failed with. */
function unsteady({ testResults }: Results): readonly string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(
        ({ title, failureMessages = [] }) =>
          `Passed only at the second try: ${relative(root, name)}: ${title}\n${failureMessages.join('\n')}`,
      ),
  )
}

/** `12 passed, 1 failed, 2 skipped`; a file that fails outside its tests counts as one failure. */
function summary(found: Results | undefined): string {
  if (!found) return '0 passed, 1 failed'
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = found
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  ).length
  // failures outside every file (an uncaught error, no database) must not look like success
  const failed = Math.max(numFailedTests + brokenFiles, status === 0 ? 0 : 1)
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  return `${numPassedTests} passed, ${failed} failed${skipped}`
}
