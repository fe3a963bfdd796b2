// `npm run test:fuzz`: hostile requests to every operation of a separate server on loopback. It fails if one is
// answered with 5xx, blocks the event loop, fills the memory or gets a larger response than allowed; `npm test` sends
// 50 to each operation.
//
//
//   npm run test:fuzz                              400 to each operation
//   npm run test:fuzz -- --requests 1000000        this many in total
//   npm run test:fuzz -- --seed 7 --operation 'PATCH /v2/matters'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { allOperations } from '../test/fuzz/operations.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '400' },
    requests: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operation: { type: 'string', default: '' },
  },
})
for (const [name, value] of Object.entries(values)) {
  if (name !== 'operation' && value !== undefined && !/^[1-9]\d{0,8}$/.test(value)) {
    console.error(`--${name} must be a whole number, such as 1000.`)
    process.exit(2)
  }
}
const operations = allOperations().filter(({ id }) => id.includes(values.operation)).length
if (operations === 0) {
  console.error(`No operation has ${values.operation} in its name; docs/routes.md lists them.`)
  process.exit(2)
}
const cases = values.requests ? Math.ceil(Number(values.requests) / operations) : Number(values.cases)
console.log(`${cases} requests to each of ${operations} operations, seed ${values.seed}`)
const { status } = spawnSync(
  process.execPath,
  [fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url)), 'run', 'test/fuzz'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      CHANCERY_TEST_UNLIMITED: 'yes',
      CHANCERY_FUZZ_CASES: String(cases),
      CHANCERY_FUZZ_SEED: values.seed,
      CHANCERY_FUZZ_OPERATION: values.operation,
    },
  },
)
process.exit(status ?? 1)
