// What matters are reported by. docs/reports.md says what each figure means.
import { sql, type SqlBool } from 'kysely'
import type { Dimension, Measure } from '../platform/lists/measures.ts'
import { requestDimensions, requestMeasures } from './request-columns.ts'

/** The $filter that finds open matters. */
export const openMatters = "Status ne 'Complete' and Status ne 'Archived'"
const isOver = sql<SqlBool>`(matters.status in ('Complete', 'Archived'))`

/** Days from creation until it was closed, or until now. */
const ageDays = (now: Date, as: Measure['as'], title: string): Measure => ({
  title,
  unit: 'days',
  as,
  of: sql`(extract(epoch from case when ${isOver} then coalesce(matters.closed_at, matters.updated_at)
    else greatest(${now}::timestamptz, matters.created_at) end - matters.created_at) / 86400)`,
})

// not through access.ts: of matters that the reader sees, whose tasks are as visible
const openTasks = sql`(select count(*) from tasks t where t.organisation_id = matters.organisation_id
  and t.matter_id = matters.id and t.status not in ('Complete', 'NotRequired'))`

/** Points: 4 for an open matter, 4 more for one that is urgent, and 1 for each open task. */
const workload = sql`(case when not ${isOver} then 4 + (case when matters.urgent then 4 else 0 end) + ${openTasks} end)`

/** Measures of matters at a moment. */
export const matterMeasures = (now: Date) =>
  ({
    ...requestMeasures(now),
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1` },
    open: {
      title: 'Open matters',
      unit: 'count',
      as: 'sum',
      of: sql`(case when not ${isOver} then 1 end)`,
      filter: openMatters,
    },
    urgent: {
      title: 'Urgent and open',
      unit: 'count',
      as: 'sum',
      of: sql`(case when matters.urgent and not ${isOver} then 1 end)`,
      filter: `Urgent eq true and ${openMatters}`,
    },
    openTasks: {
      title: 'Open tasks',
      unit: 'count',
      as: 'sum',
      of: openTasks,
    },
    workload: { title: 'Workload in points', unit: 'count', as: 'sum', of: workload, filter: openMatters },
    meanAge: ageDays(now, 'mean', 'Age in days, mean'),
    medianAge: ageDays(now, 'median', 'Age in days, median'),
    p90Age: ageDays(now, 'p90', 'Age in days, 90th percentile'),
  }) as const satisfies Readonly<Record<string, Measure>>

/** What matters are put together by. */
export const matterDimensions = {
  matter: { title: 'Matter', column: 'id', labels: ['name'] },
  type: { title: 'Type', column: 'categoryId', labels: ['categoryName'] },
  status: { title: 'Status', column: 'state', labels: ['stateName'] },
  team: { title: 'Team', column: 'teamId', labels: ['teamName'] },
  department: { title: 'Department', column: 'ownerDepartmentId', labels: ['ownerDepartmentName'] },
  owner: { title: 'Owner', column: 'ownerId', labels: ['ownerName'] },
  manager: { title: 'Manager', column: 'managerId', labels: ['managerName'] },
  created: { title: 'Created', column: 'createdAt' },
  closed: { title: 'Closed', column: 'closedAt' },
  ...requestDimensions,
} as const satisfies Readonly<Record<string, Dimension>>
