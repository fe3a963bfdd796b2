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
  report(
    'contract-stages',
    ['Time in each stage', 'Median of days in each stage, by type, without the time with the other side.'],
    {
      list: contracts,
      by: ['type'],
      measures: [
        'medianDaysInDraft',
        'medianDaysInNegotiating',
        'medianDaysInApproval',
        'medianDaysInSigning',
      ],
    },
  ),
  report(
    'contract-stages-p90',
    [
      'Longest time in each stage',
      'How many days nine of ten contracts take at most in each stage, by type.',
    ],
    {
      list: contracts,
      by: ['type'],
      measures: ['p90DaysInDraft', 'p90DaysInNegotiating', 'p90DaysInApproval', 'p90DaysInSigning'],
    },
  ),
  report('approval-time', ['Time to approve contracts', 'Days from asking to the last answer, by type.'], {
    list: contracts,
    by: ['type'],
    measures: ['medianDaysToApprove', 'p90DaysToApprove', 'count'],
  }),
  report('obligations', ['Obligations', 'Key dates that are not done, by person: what is due and overdue.'], {
    list: 'keyDates',
    by: ['owner'],
    measures: ['due', 'overdue', 'value'],
    filter: 'Done eq false',
  }),
  report('obligations-by-month', ['What is due in the next 90 days', 'Key dates by their kind.'], {
    list: 'keyDates',
    by: ['category'],
    measures: ['count', 'value'],
    filter: 'Done eq false',
    range: 'date/Next90Days',
  }),
  report('renewals', ['Renewals in the next 90 days', 'Executed contracts that expire soon, by value.'], {
    list: contracts,
    by: ['contract'],
    measures: ['value', 'count'],
    filter: "Status eq 'Executed'",
    range: 'expiry/Next90Days',
    top: 50,
  }),
]
