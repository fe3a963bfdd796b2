// Tests: one database server for the run, a database of its own for each file.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/global.setup.ts'],
    pool: 'forks',
    // one more than the cores of a small machine: some wait for processes, browsers and real seconds
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: 'Pacific/Auckland' },
  },
})
