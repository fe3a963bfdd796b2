// `npm test`: the tests (all, or the files and folders given), and at the end one plain line with their number.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath } from '../test/chromium.ts'

interface FileResult {
  readonly status: string
  readonly assertionResults: readonly { readonly status: string }[]
}
interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly FileResult[]
}

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chancery-results-'))
const file = join(folder, 'results.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
const results = readResults()
if (results && results.numPendingTests > 0 && !chromiumPath()) {
  console.log('Skipped among others: the tests in a browser, for want of one. Install chromium to run them.')
}
console.log(summary(results))
rmSync(folder, { recursive: true, force: true })
process.exit(status ?? 1)

function readResults(): Results | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch {
    return undefined
  }
}

/** `12 passed, 1 failed, 2 skipped`; a file that broke outside its tests counts as one failed. */
function summary(found: Results | undefined): string {
  if (!found) return '0 passed, 1 failed'
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = found
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  ).length
  // what broke outside every file (an error nobody handled, no database) must not read as nothing wrong
  const failed = Math.max(numFailedTests + brokenFiles, status === 0 ? 0 : 1)
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  return `${numPassedTests} passed, ${failed} failed${skipped}`
}
