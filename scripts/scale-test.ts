// `npm run scale-test -- <name>`: tries in full, with real servers, what an installation grows with. A short form of
// each runs with `npm test`.
//
//   npm run scale-test                   the names
//   npm run scale-test -- all            all of them, one after another
import { runNamedTests } from './named-tests.ts'

runNamedTests('scale-test', {
  replica: { words: ['server/platform/postgres/replica.test.ts'], minutes: 1 },
  failover: { words: ['test/scale/failover.test.ts'], minutes: 2 },
  pooler: { words: ['test/scale/pooler.test.ts'], minutes: 3 },
  outages: { words: ['test/kill/outages.test.ts'], minutes: 12 },
  roles: { words: ['server/operations/process/roles.test.ts'], minutes: 1 },
})
