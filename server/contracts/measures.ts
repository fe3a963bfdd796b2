// What contracts are reported by. docs/reports.md says what each figure means.
import { sql } from 'kysely'
import type { Measure, Reportable } from '../platform/lists/measures.ts'
import { listFactColumns } from './list-facts.ts'
import { stageMeasures } from './stage-stays.ts'

/**
 * Days from creation to execution. Those that were executed before they were entered, such as imported ones, do not
 * count.
 */
const daysToExecute = (as: Measure['as'], title: string): Measure => ({
  title,
  unit: 'days',
  as,
  of: sql`(case when contracts.executed_at > contracts.created_at
    then extract(epoch from contracts.executed_at - contracts.created_at) / 86400 end)`,
})

/** Days from asking for approval to the last answer, of the latest approval that somebody gave or declined. */
const daysToApprove = (as: Measure['as'], title: string): Measure => ({
  title,
  unit: 'days',
  as,
  of: sql`(select extract(epoch from a.ended_at - a.started_at) / 86400 from contract_approvals a
    where a.organisation_id = contracts.organisation_id and a.contract_id = contracts.id
      and a.state in ('Approved', 'Declined') order by a.id desc limit 1)`,
})

/** What contracts are reported by at a moment. */
export const reportableContracts = (now: Date): Reportable => ({
  measures: {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1` },
    value: { title: 'Value', unit: 'amount', as: 'sum', of: listFactColumns(now).value.sql },
    meanDaysToExecute: daysToExecute('mean', 'Days to execution, mean'),
    medianDaysToExecute: daysToExecute('median', 'Days to execution, median'),
    p90DaysToExecute: daysToExecute('p90', 'Days to execution, 90th percentile'),
    medianDaysToApprove: daysToApprove('median', 'Days to approve, median'),
    p90DaysToApprove: daysToApprove('p90', 'Days to approve, 90th percentile'),
    ...stageMeasures,
  },
  dimensions: {
    contract: { title: 'Contract', column: 'id', labels: ['name'] },
    type: { title: 'Type', column: 'templateId', labels: ['templateName'] },
    stage: { title: 'Stage', column: 'stage', labels: ['stageName'] },
    otherParty: { title: 'Counterparty', column: 'otherPartyId', labels: ['otherPartyName'] },
    team: { title: 'Team', column: 'teamId', labels: ['teamName'] },
    department: { title: 'Department', column: 'ownerDepartmentId', labels: ['ownerDepartmentName'] },
    owner: { title: 'Owner', column: 'ownerId', labels: ['ownerName'] },
    created: { title: 'Created', column: 'createdAt' },
    executed: { title: 'Executed', column: 'executedAt' },
    expiry: { title: 'Expiry', column: 'expiry' },
    nextDate: { title: 'Next date', column: 'nextDate' },
    decision: { title: 'Decision about renewal', column: 'renewalDecision' },
  },
  currency: 'valueCurrency',
  dates: ['created', 'executed', 'expiry', 'nextDate'],
  open: [],
})
