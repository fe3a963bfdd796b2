// `npm run filter-test -- --cases 100000`: this many generated filters in total for all v2 lists, and as many invalid
// strings; without a number as many as `npm test` tries.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { cases } = parseArgs({ options: { cases: { type: 'string' } } }).values
if (cases !== undefined && !/^[1-9]\d{0,7}$/.test(cases)) {
  console.error('--cases must be a whole number, such as 100000.')
  process.exit(1)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const testsThat = (call: RegExp) =>
  globSync('server/**/*.test.ts', { cwd: root }).filter((file) =>
    call.test(readFileSync(`${root}${file}`, 'utf8')),
  )
const lists = testsThat(/\bexpect(PlainEvaluation|FieldsAsShown)\(/)
const files = [...lists, ...testsThat(/\bCHANCERY_GARBAGE\b/)]

const begin = performance.now()
const { status } = spawnSync(
  process.execPath,
  [`${root}node_modules/vitest/vitest.mjs`, 'run', '-t', 'plain evaluation|garbage', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHANCERY_TEST_UNLIMITED: 'yes',
      ...(cases === undefined
        ? {}
        : {
            CHANCERY_FILTER_CASES: String(Math.ceil(Number(cases) / lists.length)),
            CHANCERY_GARBAGE: cases,
          }),
    },
  },
)
const seconds = ((performance.now() - begin) / 1_000).toFixed(0)
console.log(`${lists.length} files of lists, ${cases ?? 'the usual number of'} filters, in ${seconds} s`)
process.exit(status ?? 1)
