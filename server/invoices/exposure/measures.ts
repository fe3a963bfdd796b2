// What matters with an exposure are reported by. docs/reports.md says what each figure means.
import { sql } from 'kysely'
import { mattersVisibleTo } from '../../matters/access.ts'
import { latestExposure } from '../../matters/exposure-columns.ts'
import { matterDimensions } from '../../matters/measures.ts'
import { figureBase } from '../../platform/lists/figure-rows.ts'
import type { Measure, Reportable } from '../../platform/lists/measures.ts'
import type { ReportList } from '../../platform/lists/report-list.ts'
import { kinds } from '../../records/kinds.ts'

const amount = latestExposure('amount')
const expected = sql`(${amount} * ${latestExposure('probability')} / 100)`
const reserve = latestExposure('reserve')

const sum = (title: string, of: Measure['of']): Measure => ({ title, unit: 'amount', as: 'sum', of })

const reportable: Reportable = {
  measures: {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1` },
    exposure: sum('Exposure', amount),
    expected: sum('Expected cost', expected),
    reserve: sum('Reserve', reserve),
    unreserved: sum('Expected and not reserved', sql`(${expected} - coalesce(${reserve}, 0))`),
  },
  dimensions: {
    ...matterDimensions,
    probability: { title: 'Probability in percent', column: 'exposureProbability' },
  },
  currency: 'exposureCurrency',
  dates: ['created', 'closed'],
  open: [],
}

/** Matters with an exposure, by everything that matters are reported by; each group opens the list of matters. */
export const exposureReportList: ReportList = {
  name: 'exposures',
  of: kinds.matter.many,
  rows: 'Exposure/Amount ne null',
  title: 'Matters with an exposure',
  reportable: () => reportable,
  organisation: sql<number>`matters.organisation_id`,
  seen: (db, actor) => figureBase(mattersVisibleTo(db, actor).where(sql<boolean>`${amount} is not null`)),
  ownMeasures: Object.keys(reportable.measures),
}
