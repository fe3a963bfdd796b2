// Tests: one database server for the run, a database of its own for each file.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/global.setup.ts'],
    pool: 'forks',
    // one more than the cores of a small machine: some wait for processes, browsers and real seconds
    maxWorkers: 3,
    // No verdict may depend on speed: these end a hang, on any machine and under any load. A test that really takes longer says so.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 600_000 } },
    env: { TZ: 'Pacific/Auckland' },
    // Node loads the modules itself, as it does in production
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
