// The visible state of a matter: while it is Active, it shows what is overdue. It follows from its tasks and from the
// time, so it is computed wherever it is read: in details, and in lists, which filter and sort by it.
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { choicesThat, type Column } from '../platform/lists/list-query.ts'
import { isOneOf } from '../platform/postgres/statement.ts'
import { type MatterState, matterStates } from './state.ts'

const isLateSql = (now: Date) =>
  sql`t.late_from <= ${now}::timestamptz at time zone o.time_zone and t.status not in ('Complete', 'NotRequired')`

const lateTasks = (now: Date) => sql`tasks t join organisations o on o.id = t.organisation_id
  where t.organisation_id = matters.organisation_id and t.matter_id = matters.id and ${isLateSql(now)}`

/** The visible state of a matter at a moment, as SQL over `matters`; reads the tasks of each matter separately. */
export const seenStateSql = (
  now: Date,
) => sql<MatterState>`(case when matters.status <> 'Active' then matters.status
  else coalesce((select case
      when bool_or(t.type = 'Milestone') and bool_or(t.type <> 'Milestone') then 'TasksAndMilestonesLate'
      when bool_or(t.type = 'Milestone') then 'MilestonesLate'
      when bool_or(t.type <> 'Milestone') then 'TasksLate' end
    from ${lateTasks(now)}), 'Active') end)`

/** The visible state as a column of lists, with filters and an order that collect all overdue matters first. */
export const seenStateColumn = (now: Date): Column => ({
  kind: 'choice',
  nullable: false,
  choices: matterStates,
  sql: seenStateSql(now),
  order: orderOfStates(now),
  compare: (comparison, value) => isSeenAsOneOf(choicesThat(comparison, value, matterStates), now),
  stored: {
    sql: sql.ref('matters.status'),
    differs: (organisationIds) => {
      const ofThese = isOneOf(sql.ref('t.organisation_id'), organisationIds)
      // not through access.ts: the ids alone show nothing, and lists look for them among what is visible
      return sql`select t.matter_id from tasks t join organisations o on o.id = t.organisation_id
        where ${ofThese} and ${isLateSql(now)}`
    },
  },
})

const orderOfStates = (now: Date) => sql`(case
  when matters.status <> 'Active' then matters.status
  when ${isLate('Milestone', now)} then case when ${isLate('other', now)} then 'TasksAndMilestonesLate' else 'MilestonesLate' end
  when ${isLate('other', now)} then 'TasksLate'
  else 'Active' end) collate "C"`

const isLate = (kind: 'Milestone' | 'other', now: Date) => sql<SqlBool>`exists (
  select from ${lateTasks(now)} and t.type ${kind === 'Milestone' ? sql`=` : sql`<>`} 'Milestone')`

/** What is overdue in an active matter of this visible state. */
const lateness: Readonly<
  Partial<Record<MatterState, { readonly milestones: boolean; readonly others: boolean }>>
> = {
  Active: { milestones: false, others: false },
  TasksLate: { milestones: false, others: true },
  MilestonesLate: { milestones: true, others: false },
  TasksAndMilestonesLate: { milestones: true, others: true },
}

function isSeenAsOneOf(states: readonly MatterState[], now: Date): Expression<SqlBool> {
  const when = (holds: boolean, condition: RawBuilder<SqlBool>) => (holds ? condition : sql`not ${condition}`)
  // however late its tasks are: they need not be read
  const isAnyActive = Object.keys(lateness).every((state) => states.includes(state as MatterState))
  const kept = states.filter((state) => !lateness[state] || (isAnyActive && state === 'Active'))
  const active = isAnyActive ? [] : states.flatMap((state) => lateness[state] ?? [])
  const parts = [
    ...(kept.length > 0 ? [sql<SqlBool>`matters.status in (${sql.join(kept)})`] : []),
    ...active.map(
      ({ milestones, others }) =>
        sql<SqlBool>`(matters.status = 'Active' and ${when(milestones, isLate('Milestone', now))}
          and ${when(others, isLate('other', now))})`,
    ),
  ]
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}
