// `npm run import-faults -- [<places>] [<seed>]`: disturbs every kind of import at so many places of each step (10
// without a number): the process is killed, the disks are full, a file is changed. After each, nothing may be half
// done. The same seed chooses the same places.
import { runTests } from './named-tests.ts'

const [, , places = '10', seed = String(Date.now() % 2 ** 31)] = process.argv
console.log(`Seed ${seed}`)
runTests(['server/imports/work/fault-trials.test.ts'], {
  CHANCERY_TEST_IMPORT_FAULTS: places,
  CHANCERY_TEST_SEED: seed,
})
