// Reports of contracts that everybody finds ready: definitions, as somebody would save them.
import { readyReport as report } from '../platform/lists/report-list.ts'
import { kinds } from '../records/kinds.ts'

const contracts = kinds.contract.many

/** In the order in which they are offered. */
export const readyContractReports = [
  report(
    'contract-time',
    ['Time to execute contracts', 'Median and 90th percentile of days from creation to execution, by type.'],
    {
      list: contracts,
      by: ['type'],
      measures: ['medianDaysToExecute', 'p90DaysToExecute', 'count'],
      range: 'executed/Last12Months',
    },
  ),
  report('renewals', ['Renewals in the next 90 days', 'Executed contracts that expire soon, by value.'], {
    list: contracts,
    by: ['contract'],
    measures: ['value', 'count'],
    filter: "Status eq 'Executed'",
    range: 'expiry/Next90Days',
    top: 50,
  }),
]
