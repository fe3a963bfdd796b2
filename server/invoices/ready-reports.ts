// Reports of money and matters that everybody finds ready: definitions, as somebody would save them.
import { openMatters } from '../matters/measures.ts'
import { readyReport as report } from '../platform/lists/report-list.ts'
import { kinds } from '../records/kinds.ts'
import { readyCostReports } from './inside-costs/ready-reports.ts'

const matters = kinds.matter.many
const thisYear = 'invoiceDate/ThisYear'
const spend = ['approved', 'pending', 'reduced'] as const

/** In the order in which they are offered. */
export const readyMoneyReports = [
  report(
    'money-by-quarter',
    [
      'Budget and forecast by quarter',
      'What is approved, accrued and pending against the budget and the forecast, by quarter of this fiscal year.',
    ],
    {
      list: 'moneyByDate',
      by: ['date/Quarter'],
      measures: ['actual', 'accrued', 'pending', 'budget', 'forecast', 'overForecast'],
      range: 'date/ThisYear',
      order: 'Key',
      chart: 'Stacked',
    },
  ),
  report(
    'spend-by-month',
    ['Spend by month', 'What was approved and what is pending, by month of the invoice.'],
    {
      list: 'invoices',
      by: ['invoiceDate/Month'],
      measures: spend,
      range: 'invoiceDate/Last12Months',
      order: 'Key',
    },
  ),
  report(
    'spend-by-firm',
    ['Spend by firm', 'What each firm billed and what was approved of it, this fiscal year.'],
    {
      list: 'invoices',
      by: ['firm'],
      measures: ['approved', 'pending', 'reduced', 'count'],
      range: thisYear,
    },
  ),
  report(
    'firms-against-last-year',
    [
      'By firm against last year',
      'What was approved and billed by firm this fiscal year, against the same days of the last one, with the share of each.',
    ],
    {
      list: 'invoices',
      by: ['firm'],
      measures: ['approved', 'billed'],
      range: thisYear,
      compare: 'LastYear',
    },
  ),
  report('spend-by-matter-type', ['Spend by type of matter', 'Where the money goes, by type of matter.'], {
    list: 'invoices',
    by: ['matterType'],
    measures: spend,
    range: thisYear,
  }),
  report('spend-by-department', ['Spend by department', 'By the department of who owns the matter.'], {
    list: 'invoices',
    by: ['department'],
    measures: spend,
    range: thisYear,
  }),
  report(
    'spend-by-cost-centre',
    ['Spend by cost centre', 'What each cost centre bears, as invoices are allocated.'],
    { list: 'invoiceAllocations', by: ['costCentre'], measures: spend, range: thisYear },
  ),
  report(
    'tax-by-code',
    [
      'Tax by code',
      'What lines bill, the tax on them, what is owed by reverse charge and the cost, by tax code, this fiscal year.',
    ],
    {
      list: 'invoiceLines',
      by: ['taxCode'],
      measures: ['billed', 'tax', 'reverseChargeTax', 'cost', 'withheld'],
      range: thisYear,
    },
  ),
  report('spend-by-entity', ['Spend by entity', 'What each legal entity bears, as invoices are allocated.'], {
    list: 'invoiceAllocations',
    by: ['legalEntity'],
    measures: spend,
    range: thisYear,
  }),
  report('top-matters', ['Top matters by spend', 'The ten matters that cost most this fiscal year.'], {
    list: 'invoices',
    by: ['matter'],
    measures: spend,
    range: thisYear,
    top: 10,
  }),
  report('spend-by-timekeeper', ['Spend by timekeeper', 'Hours, fees and rates of those who did the work.'], {
    list: 'invoiceLines',
    by: ['timekeeper'],
    measures: ['fees', 'hours', 'blendedRate'],
    filter: "Kind eq 'Fee'",
    range: thisYear,
  }),
  report('spend-by-task', ['Spend by task code', 'Fees by phase and task of the work.'], {
    list: 'invoiceLines',
    by: ['taskCode'],
    measures: ['fees', 'hours', 'approved'],
    filter: "Kind eq 'Fee'",
    range: thisYear,
  }),
  report(
    'rates',
    ['Blended rate and seniority', 'Hours and rate by seniority: who does the work, and at what price.'],
    {
      list: 'invoiceLines',
      by: ['timekeeperClass'],
      measures: ['hours', 'blendedRate', 'fees'],
      filter: "Kind eq 'Fee'",
      range: thisYear,
    },
  ),
  report('rates-by-firm', ['Blended rate by firm', 'What an hour costs at each firm, billed and approved.'], {
    list: 'invoices',
    by: ['firm'],
    measures: ['blendedRate', 'approvedRate', 'hours'],
    range: thisYear,
  }),
  report('savings', ['Savings by review', 'What reviews took off, by firm.'], {
    list: 'invoices',
    by: ['firm'],
    measures: ['reduced', 'reducedPercent', 'billed'],
    filter: "Status in ('Approved','Paid')",
    range: thisYear,
  }),
  report(
    'savings-by-reason',
    ['Savings by reason', 'Why less was approved than billed: rates, hours, what was agreed.'],
    {
      list: 'invoiceLines',
      by: ['reductionReason'],
      measures: ['reduced', 'count'],
      filter: 'ReductionReason ne null',
      range: thisYear,
    },
  ),
  report(
    'invoices-by-status',
    ['Invoices by status', 'Where invoices are, from posting to payment, and what they come to.'],
    {
      list: 'invoices',
      by: ['status'],
      measures: ['billed', 'count'],
      filter: "Status ne 'Draft' and Status ne 'Void'",
      range: 'invoiceDate/Last12Months',
    },
  ),
  report(
    'guideline-flags',
    [
      'Invoices that break guidelines',
      'Invoices with open flags of the billing guidelines, by firm, this fiscal year.',
    ],
    {
      list: 'invoices',
      by: ['firm'],
      measures: ['flagged', 'openFlags', 'count'],
      range: thisYear,
    },
  ),
  report('cycle-time', ['Cycle time of invoices', 'Days from posting to approval and to payment.'], {
    list: 'invoices',
    by: ['approvedAt/Month'],
    measures: ['medianDaysToApprove', 'p90DaysToApprove', 'medianDaysToPay', 'count'],
    range: 'approvedAt/Last12Months',
    order: 'Key',
  }),
  report(
    'budgets',
    [
      'Budget against actual',
      'What is approved, pending and left of each budget. Totals of what is approved, pending and accrued include open matters without a budget.',
    ],
    {
      list: matters,
      by: ['matter'],
      measures: ['approved', 'pending', 'accrued', 'budget', 'available', 'usedPercent'],
      filter: openMatters,
      chart: 'Stacked',
      top: 50,
    },
  ),
  report(
    'planned-budgets',
    [
      'Budgets at plan rates',
      'Budgets in other currencies at the rate at which they are planned, and what of their use comes from the rates alone.',
    ],
    {
      list: 'plannedBudgets',
      by: ['matter'],
      measures: ['budget', 'usedAtPlan', 'rateDifference', 'used', 'available'],
      filter: openMatters,
      top: 50,
    },
  ),
  report(
    'forecasts',
    [
      'Forecast against budget',
      'The matters that will go over their budget by most, by what law firms expect still to bill. Totals of what is approved, pending and forecast include open matters without a budget.',
    ],
    {
      list: matters,
      by: ['matter'],
      measures: ['overForecast', 'forecast', 'budget', 'approved', 'pending', 'estimate'],
      filter: openMatters,
      top: 50,
    },
  ),
  report(
    'exposure',
    ['Open exposure', 'What disputes may cost, what is expected by how likely it is, and what is set aside.'],
    {
      list: 'exposures',
      by: ['matter'],
      measures: ['exposure', 'expected', 'reserve', 'unreserved'],
      filter: openMatters,
      top: 50,
    },
  ),
  ...readyCostReports,
  report(
    'accruals',
    [
      'Accruals of the month',
      'What is accrued for the latest closed month, reversed from the one before, and unbilled since.',
    ],
    {
      list: matters,
      by: ['matter'],
      measures: ['monthAccrual', 'monthReversal', 'monthMovement', 'accrued'],
      top: 50,
    },
  ),
  report('matters-by-type', ['Open matters by type', 'How many are open, and for how long.'], {
    list: matters,
    by: ['type'],
    measures: ['open', 'medianAge', 'p90Age'],
    filter: openMatters,
  }),
  report('matters-by-team', ['Open matters by team and state', 'What each team has, by state.'], {
    list: matters,
    by: ['team', 'status'],
    measures: ['count', 'medianAge'],
    filter: openMatters,
  }),
  report('matters-opened', ['Matters opened by month', 'How many matters came in.'], {
    list: matters,
    by: ['created/Month'],
    measures: ['count'],
    range: 'created/Last12Months',
    order: 'Key',
  }),
  report(
    'workload',
    ['Workload by person', 'What each manager has to do, in points: open matters, urgent ones, tasks.'],
    {
      list: matters,
      by: ['manager'],
      measures: ['workload', 'open', 'urgent', 'openTasks'],
      filter: openMatters,
    },
  ),
  report('requests', ['Requests by type', 'How many came in, how fast they were decided, and as promised.'], {
    list: matters,
    by: ['requestType'],
    measures: ['requests', 'undecided', 'medianDaysToDecide', 'p90DaysToDecide', 'inTimePercent'],
    filter: 'RequestType/Id ne null',
    range: 'created/Last12Months',
  }),
  report('requests-by-month', ['Requests by month', 'How many came in, and how fast they were decided.'], {
    list: matters,
    by: ['created/Month'],
    measures: ['requests', 'medianDaysToDecide', 'inTimePercent'],
    range: 'created/Last12Months',
    order: 'Key',
  }),
]
