// `npm run webhook-test -- <name>`: the load and fault tests of notifications in full, with their figures. A short form
// of each runs with `npm test`.
//
//
//   npm run webhook-test                 the names
//   npm run webhook-test -- all          all of them, one after another
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The test of each name, and the approximate duration of the full run. */
const runs: Readonly<Record<string, { readonly words: readonly string[]; readonly minutes: number }>> = {
  once: { words: ['load.test.ts', '-t', 'four engines'], minutes: 1 },
  edges: { words: ['load.test.ts', '-t', '4.9 seconds'], minutes: 3 },
  'many-subscriptions': { words: ['load.test.ts', '-t', 'many subscriptions'], minutes: 1 },
  isolation: { words: ['isolation.test.ts'], minutes: 3 },
  networks: { words: ['networks.test.ts'], minutes: 1 },
  'real-time': { words: ['real-time.test.ts'], minutes: 9 },
  'sandbox-clock': { words: ['sandbox-clock.test.ts'], minutes: 1 },
  processes: { words: ['processes.test.ts', '-t', 'four processes'], minutes: 5 },
  stops: { words: ['processes.test.ts', '-t', 'stopped cleanly'], minutes: 10 },
  restarts: { words: ['restarts.test.ts'], minutes: 7 },
}

const [name = '', ...more] = process.argv.slice(2)
const chosen = name === 'all' ? Object.values(runs) : [runs[name]]
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
for (const run of chosen) {
  if (!run) {
    const names = Object.entries(runs).map(([each, { minutes }]) => `${each} (${minutes} min)`)
    console.error(`npm run webhook-test -- <name> accepts one of: ${names.join(', ')}; or all`)
    process.exit(2)
  }
  const [file = '', ...words] = run.words
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--testTimeout=0', `test/webhooks/${file}`, ...words, ...more],
    { stdio: 'inherit', env: { ...process.env, CHANCERY_TEST_WHOLE_LOAD: 'yes' } },
  )
  if (status !== 0) process.exit(status ?? 1)
}
