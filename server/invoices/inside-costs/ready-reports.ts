// Reports of what the department itself costs, against outside counsel, that everybody who sees them finds ready.
import { readyReport as report } from '../../platform/lists/report-list.ts'

/** In the order in which they are offered. */
export const readyCostReports = [
  report(
    'inside-against-outside',
    [
      'Inside against outside',
      'What the department itself costs, what outside counsel costs, and the share of inside, by quarter.',
    ],
    {
      list: 'legalCosts',
      by: ['date/Quarter'],
      measures: ['inside', 'outside', 'insidePercent', 'cost', 'perHour'],
      order: 'Key',
      chart: 'Stacked',
      ownCurrency: true,
    },
  ),
  report(
    'costs-by-kind',
    ['Inside and outside by kind', 'What is spent inside and outside, by fiscal year and kind of cost.'],
    {
      list: 'legalCosts',
      by: ['date/Year', 'kind'],
      measures: ['cost', 'insidePercent', 'hours'],
      order: 'Key',
      ownCurrency: true,
    },
  ),
  report(
    'inside-costs',
    ['Inside costs by cost centre', 'What the department costs, by cost centre and kind.'],
    {
      list: 'insideCosts',
      by: ['costCentre', 'kind'],
      measures: ['inside', 'hours', 'perHour'],
      range: 'month/ThisYear',
    },
  ),
]
