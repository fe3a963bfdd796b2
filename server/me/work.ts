// What waits for a person: tasks, approvals, proposed scopes, matters in intake, questions, invoices (invoice-work.ts),
// key dates and contracts that have expired, each read under its own access rule. A feature that is off has nothing
// waiting.
import { kinds } from '../records/kinds.ts'
import { sql, type SqlBool } from 'kysely'
import { contractsVisibleTo } from '../contracts/access.ts'
import { type FeatureCode, isOn } from '../identity/features/feature.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import { localDay } from '../identity/organisations/local-day.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { addDays } from '../platform/time/local-time.ts'
import { coversDay } from '../identity/users/approval-delegates.ts'
import { tasksVisibleTo } from '../tasks/access.ts'
import { expiredContracts } from './expired-contracts.ts'
import { invoices, invoicesOfFirm, unbilledWork } from './invoice-work.ts'
import { byUrgency, type Work } from './work-order.ts'
import { askerIn, matterColumns, mostOfKind, nameOf, type Reading, recordIn } from './work-rows.ts'

const daysAhead = 30
// what nobody marked as done in a month is not waited for any more
const daysKept = 30

interface Source {
  readonly feature: FeatureCode
  readonly read: (reading: Reading) => Promise<readonly Work[]>
}

/**
 * What waits for the caller, at most a hundred of each kind: first what others cannot go on without, then what is the
 * caller's, and last what anybody may take on. In each of these, what is due first.
 */
export async function listWork(app: App, actor: Actor): Promise<readonly Work[]> {
  const some = sources.filter(({ feature }) => isOn(actor, feature))
  const found = await Promise.all(some.map(({ read }) => read({ app, actor })))
  return found.flat().sort(byUrgency)
}

const contractColumns = [
  'contracts.id as recordId',
  'contracts.name as recordName',
  'contracts.own_number as displayId',
] as const

async function tasks(reading: Reading): Promise<readonly Work[]> {
  const { app, actor } = reading
  const rows = await tasksVisibleTo(app.db, actor)
    .where('tasks.assigned_to', '=', actor.userId)
    .where('tasks.status', 'not in', ['Complete', 'NotRequired'])
    .orderBy('tasks.due_at', (order) => order.asc().nullsLast())
    .orderBy('tasks.id')
    .limit(mostOfKind)
    .select([
      ...matterColumns(reading),
      'tasks.id',
      'tasks.name as title',
      'tasks.due_at as due',
      'tasks.created_at as since',
    ])
    .execute()
  return rows.map((row) => ({ ...row, kind: 'Task', by: null, record: recordIn(kinds.matter.type, row) }))
}

async function approvals({ app, actor }: Reading): Promise<readonly Work[]> {
  const rows = await contractsVisibleTo(app.db, actor)
    .innerJoin('contract_approvals as a', (join) =>
      join
        .onRef('a.organisation_id', '=', 'contracts.organisation_id')
        .onRef('a.contract_id', '=', 'contracts.id'),
    )
    .innerJoin('contract_approvers as p', (join) =>
      join.onRef('p.organisation_id', '=', 'a.organisation_id').onRef('p.approval_id', '=', 'a.id'),
    )
    .innerJoin('contract_approval_steps as s', (join) =>
      join
        .onRef('s.organisation_id', '=', 'p.organisation_id')
        .onRef('s.approval_id', '=', 'p.approval_id')
        .onRef('s.position', '=', 'p.position'),
    )
    .where('a.state', '=', 'Waiting')
    .where((eb) => eb.or([eb('p.user_id', '=', actor.userId), isForDelegate(actor, app.clock.now())]))
    .where('p.decision', 'is', null)
    .where('p.asked_at', 'is not', null)
    .orderBy('p.asked_at')
    .limit(mostOfKind)
    .select([...contractColumns, 'a.id', 's.name as title', 'a.due', 'p.asked_at as since'])
    .select(['a.started_by as askedBy', nameOf('a.started_by').as('askedByName')])
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: 'Approval',
    by: askerIn(row),
    record: recordIn(kinds.contract.type, row),
  }))
}

/** The approver has the actor decide today; not on what is the actor's own, or what they asked for. */
const isForDelegate = ({ userId, organisationId }: Actor, now: Date) =>
  sql<SqlBool>`(exists (select 1 from approval_delegates d where d.organisation_id = ${organisationId}
      and d.organisation_id = p.organisation_id and d.user_id = p.user_id and d.delegate_id = ${userId} and ${coversDay('d', now)})
    and contracts.owner_id <> ${userId} and a.started_by <> ${userId})`

async function scopes(reading: Reading): Promise<readonly Work[]> {
  const { app, actor } = reading
  const { userId } = actor
  const rows = await mattersVisibleTo(app.db, actor)
    // not through access.ts: the caller's own membership of what is read there
    .innerJoin('matter_members as m', (join) =>
      join
        .onRef('m.organisation_id', '=', 'matters.organisation_id')
        .onRef('m.matter_id', '=', 'matters.id')
        .on('m.user_id', '=', userId),
    )
    .innerJoin('matter_scopes as s', (join) =>
      join
        .onRef('s.organisation_id', '=', 'matters.organisation_id')
        .onRef('s.matter_id', '=', 'matters.id')
        .on('s.outcome', 'is', null),
    )
    // owner and manager, and who stands in for them
    .where(
      sql<SqlBool>`(matters.status = 'AwaitingOwnerAcceptance' and (matters.owner_id = ${userId} or m.delegate_owner)
        or matters.status = 'AwaitingManagerAcceptance' and (matters.manager_id = ${userId} or m.delegate_manager))`,
    )
    .orderBy('s.proposed_at')
    .limit(mostOfKind)
    .select([...matterColumns(reading), 's.proposed_at as since', 's.scope'])
    .select(['s.proposed_by as askedBy', nameOf('s.proposed_by').as('askedByName')])
    .execute()
  return rows.map((row) => ({
    kind: 'Scope',
    id: row.recordId,
    record: recordIn(kinds.matter.type, row),
    title: row.scope.split('\n', 1)[0]?.slice(0, 200) ?? '',
    due: null,
    since: row.since,
    by: askerIn(row),
  }))
}

async function intake(reading: Reading): Promise<readonly Work[]> {
  const { app, actor } = reading
  if (!actor.permissions.has('ManageIntake')) return []
  const rows = await mattersVisibleTo(app.db, actor)
    .where('matters.organisation_id', '=', actor.organisationId)
    .where('matters.in_intake', '=', true)
    .leftJoin('requests as r', (join) =>
      join.onRef('r.organisation_id', '=', 'matters.organisation_id').onRef('r.matter_id', '=', 'matters.id'),
    )
    .orderBy('r.due')
    .orderBy('matters.created_at')
    .limit(mostOfKind)
    .select([...matterColumns(reading), 'matters.created_at as since', 'r.due'])
    .select(['r.requester_id as askedBy', nameOf('r.requester_id').as('askedByName')])
    .execute()
  return rows.map((row) => ({
    kind: 'Intake',
    id: row.recordId,
    record: recordIn(kinds.matter.type, row),
    title: row.recordName,
    due: row.due,
    since: row.since,
    by: askerIn(row),
  }))
}

async function questions(reading: Reading): Promise<readonly Work[]> {
  const { app, actor } = reading
  const rows = await mattersVisibleTo(app.db, actor)
    .innerJoin('requests as r', (join) =>
      join
        .onRef('r.organisation_id', '=', 'matters.organisation_id')
        .onRef('r.matter_id', '=', 'matters.id')
        .on('r.requester_id', '=', actor.userId),
    )
    .innerJoin('request_questions as q', (join) =>
      join.onRef('q.organisation_id', '=', 'r.organisation_id').onRef('q.matter_id', '=', 'r.matter_id'),
    )
    .where('q.answered_at', 'is', null)
    .where('r.decision', 'is', null)
    .orderBy('q.asked_at')
    .limit(mostOfKind)
    .select([...matterColumns(reading), 'q.id', 'q.question as title', 'q.asked_at as since'])
    .select(['q.asked_by as askedBy', nameOf('q.asked_by').as('askedByName')])
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: 'Question',
    due: null,
    by: askerIn(row),
    record: recordIn(kinds.matter.type, row),
  }))
}

async function keyDates({ app, actor }: Reading): Promise<readonly Work[]> {
  const today = await localDay(app.db, actor.organisationId, app.clock.now())
  const rows = await contractsVisibleTo(app.db, actor)
    .innerJoin('contract_key_dates as k', (join) =>
      join
        .onRef('k.organisation_id', '=', 'contracts.organisation_id')
        .onRef('k.contract_id', '=', 'contracts.id'),
    )
    .where(sql<SqlBool>`coalesce(k.owner_id, contracts.owner_id) = ${actor.userId}`)
    .where('k.done', '=', false)
    .where('contracts.status', '<>', 'Void')
    .where('k.date', '>=', addDays(today, -daysKept))
    // what has begun is not late
    .where((eb) => eb.or([eb('k.category', '<>', 'Start'), eb('k.date', '>=', today)]))
    .where('k.date', '<=', addDays(today, daysAhead))
    .orderBy('k.date')
    .limit(mostOfKind)
    .select([...contractColumns, 'k.id', 'k.name as title', 'k.date as due', 'k.created_at as since'])
    .execute()
  const dates = rows.map(
    (row): Work => ({
      ...row,
      kind: 'KeyDate',
      by: null,
      record: recordIn(kinds.contract.type, row),
    }),
  )
  const expired = await expiredContracts(app.db, actor, { from: addDays(today, -daysKept), most: mostOfKind })
  return [...dates, ...expired]
}

const sources: readonly Source[] = [
  { feature: 'TASKS', read: tasks },
  { feature: 'CONTRACTS', read: approvals },
  { feature: 'MATTERS', read: scopes },
  { feature: 'MATTER_INTAKE', read: intake },
  { feature: 'MATTER_INTAKE', read: questions },
  { feature: 'INVOICES', read: invoices },
  { feature: 'INVOICES', read: invoicesOfFirm },
  { feature: 'INVOICES', read: unbilledWork },
  { feature: 'CONTRACTS', read: keyDates },
]
