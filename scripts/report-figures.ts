// `npm run report-figures -- [<lines>]`: what each ready-made report takes on generated lines of invoices, 100,000
// without a number, over all of them and over a year, and the tiles of each dashboard together: the time of the answer,
// and the processor time of the server process and of the database in it. Asserts nothing of that.
import { runTests } from './named-tests.ts'

const [, , lines = '100000'] = process.argv
runTests(['server/reports/v2/report-figures.test.ts'], { CHANCERY_TEST_REPORT_LINES: lines })
