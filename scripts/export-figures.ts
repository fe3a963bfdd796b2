// `npm run export-figures -- [<records>]`: generates an organisation of so many records, 20,000 without a number, half
// of them matters and half contracts, with a file on every fourth that is not restricted; exports it, imports it into
// an empty installation, and compares every row and every byte. Prints times, processor time and sizes; fails if
// anything differs.
import { runTests } from './named-tests.ts'

const [, , records = '20000'] = process.argv
runTests(['server/operations/offboarding/export-figures.test.ts'], {
  CHANCERY_TEST_EXPORT_RECORDS: records,
})
