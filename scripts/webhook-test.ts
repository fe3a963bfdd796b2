// `npm run webhook-test -- <name>`: the load and fault tests of notifications in full, with their figures. A short form
// of each runs with `npm test`.
//
//
//   npm run webhook-test                 the names
//   npm run webhook-test -- all          all of them, one after another
import { runNamedTests } from './named-tests.ts'

runNamedTests('webhook-test', {
  once: { words: ['test/webhooks/load.test.ts', '-t', 'four engines'], minutes: 1 },
  edges: { words: ['test/webhooks/load.test.ts', '-t', '4.9 seconds'], minutes: 3 },
  'many-subscriptions': { words: ['test/webhooks/load.test.ts', '-t', 'many subscriptions'], minutes: 1 },
  isolation: { words: ['test/webhooks/isolation.test.ts'], minutes: 3 },
  networks: { words: ['test/webhooks/networks.test.ts'], minutes: 1 },
  'real-time': { words: ['test/webhooks/real-time.test.ts'], minutes: 9 },
  'sandbox-clock': { words: ['test/webhooks/sandbox-clock.test.ts'], minutes: 1 },
  processes: { words: ['test/webhooks/processes.test.ts', '-t', 'four processes'], minutes: 5 },
  stops: { words: ['test/webhooks/processes.test.ts', '-t', 'stopped cleanly'], minutes: 10 },
  restarts: { words: ['test/webhooks/restarts.test.ts'], minutes: 7 },
})
