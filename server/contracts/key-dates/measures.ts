// What key dates are reported by. docs/reports.md says what each figure means.
import { sql } from 'kysely'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { Reportable } from '../../platform/lists/measures.ts'
import { ofOrganisation, todaySql } from '../list-facts.ts'

/** The currency of their values, as a column. */
export const keyDateCurrency = {
  currency: { kind: 'text', nullable: false, sql: ofOrganisation('currency') },
} as const satisfies Catalogue

/** What key dates are reported by at a moment. */
export function reportableKeyDates(now: Date): Reportable {
  const today = todaySql(now)
  const open = sql`not contract_key_dates.done`
  const count = (title: string, of: Reportable['measures'][string]['of'], filter?: string) =>
    ({ title, unit: 'count', as: 'sum', of, ...(filter === undefined ? {} : { filter }) }) as const
  return {
    measures: {
      count: count('Number', sql`1`),
      due: count('Not done', sql`(case when ${open} then 1 end)`, 'Done eq false'),
      overdue: count(
        'Overdue',
        sql`(case when ${open} and contract_key_dates.date < ${today} then 1 end)`,
        'Done eq false and Date lt today()',
      ),
      value: { title: 'Value', unit: 'amount', as: 'sum', of: sql`contract_key_dates.value` },
    },
    dimensions: {
      category: { title: 'Kind', column: 'category' },
      owner: { title: 'Owner', column: 'ownerId', labels: ['ownerFirstName', 'ownerLastName'] },
      contract: { title: 'Contract', column: 'contractId', labels: ['contractName'] },
      date: { title: 'Date', column: 'date' },
      created: { title: 'Created', column: 'createdAt' },
    },
    currency: 'currency',
    dates: ['date', 'created'],
    open: [],
  }
}
