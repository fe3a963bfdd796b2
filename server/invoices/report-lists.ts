// The lists of money that reports are made of, and that of matters with their budgets.
import { sql } from 'kysely'
import { mattersHiddenFrom, mattersVisibleTo } from '../matters/access.ts'
import { matterDimensions, matterMeasures } from '../matters/measures.ts'
import { requestMeasureNames } from '../matters/request-columns.ts'
import { figureBase } from '../platform/lists/figure-rows.ts'
import type { ReportList } from '../platform/lists/report-list.ts'
import { kinds } from '../records/kinds.ts'
import { invoicesHiddenFrom, invoicesVisibleTo, linesOf } from './access.ts'
import { sharesOf } from './allocation/allocated-listing.ts'
import { reportableShares } from './allocation/share-measures.ts'
import { budgetCurrencyColumn, budgetMeasures } from './budgets/budget-measures.ts'
import { withFigures } from './budgets/matter-figures.ts'
import { planRateReportList } from './budgets/plan-rate-measures.ts'
import { exposureReportList } from './exposure/measures.ts'
import { costReportLists } from './inside-costs/cost-report-lists.ts'
import { moneyReportList } from './by-date/listing.ts'
import { reportableLines } from './line-measures.ts'
import { costMeasures, flagMeasures, reportableInvoices } from './measures.ts'
import { ownInvoices, ownLines } from './own-currency/own-figures.ts'

const organisation = sql<number>`matters.organisation_id`

/** In the order in which they are offered. */
export const moneyLists: readonly ReportList[] = [
  {
    name: 'invoices',
    title: 'Invoices',
    reportable: () => reportableInvoices,
    organisation,
    seen: (db, actor) => figureBase(invoicesVisibleTo(db, actor)),
    hidden: (db, actor) => figureBase(invoicesHiddenFrom(db, actor)),
    inOwnCurrency: ownInvoices,
    ownMeasures: [...costMeasures, ...flagMeasures],
  },
  {
    name: 'invoiceLines',
    title: 'Invoice lines',
    reportable: () => reportableLines,
    organisation,
    seen: (db, actor) => figureBase(linesOf(invoicesVisibleTo(db, actor))),
    hidden: (db, actor) => figureBase(linesOf(invoicesHiddenFrom(db, actor))),
    inOwnCurrency: ownLines,
    ownMeasures: costMeasures,
  },
  {
    name: 'invoiceAllocations',
    title: 'Allocated invoices',
    reportable: () => reportableShares,
    organisation,
    seen: (db, actor) => figureBase(sharesOf(invoicesVisibleTo(db, actor), actor)),
    hidden: (db, actor) => figureBase(sharesOf(invoicesHiddenFrom(db, actor), actor)),
    ownMeasures: Object.keys(reportableShares.measures),
  },
  {
    name: kinds.matter.many,
    title: 'Matters',
    reportable: (now) => ({
      measures: { ...matterMeasures(now), ...budgetMeasures },
      dimensions: matterDimensions,
      currency: 'budgetCurrency',
      dates: ['created', 'closed'],
      open: ['state', 'createdAt', 'budgetCurrency'],
    }),
    columns: budgetCurrencyColumn,
    organisation,
    seen: (db, actor, on) => figureBase(withFigures(mattersVisibleTo(db, actor), actor, on)),
    hidden: (db, actor, on) => figureBase(withFigures(mattersHiddenFrom(db, actor), actor, on)),
    ownMeasures: [...Object.keys(budgetMeasures), ...requestMeasureNames],
  },
  moneyReportList,
  exposureReportList,
  ...costReportLists,
  planRateReportList,
]
