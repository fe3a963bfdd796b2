// `npm run webhook-test`: what must hold of notifications under load, whole, with its figures. Some minutes.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/webhook-load.test.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, CHANCERY_TEST_WHOLE_LOAD: 'yes' },
  },
)
process.exit(status ?? 1)
