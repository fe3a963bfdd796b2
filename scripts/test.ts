// `npm test`: builds the web app if needed, then runs the tests (all, or the files and folders given).
import { spawnSync } from 'node:child_process'

const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
