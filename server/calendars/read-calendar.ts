// The calendar of a feed: key dates, expiries and due tasks that its person may see now.
import { kinds } from '../records/kinds.ts'
import { sql, type SqlBool } from 'kysely'
import { contractsVisibleTo } from '../contracts/access.ts'
import { daysBefore } from '../contracts/key-dates/remind-of-expiry.ts'
import { localDay } from '../identity/organisations/local-day.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { addDays } from '../platform/time/local-time.ts'
import { pageOf } from '../platform/web-addresses.ts'
import { tasksVisibleTo } from '../tasks/access.ts'
import { type FeedScope, findFeedReader } from './calendar-feed.ts'
import { calendarText, type Entry } from './calendar-text.ts'

// calendars show what comes; the rest is in the app
const daysBack = 90
const mostOfKind = 1_000

interface Reading {
  readonly app: App
  readonly actor: Actor
  readonly scope: FeedScope
  /** The first day that is shown. */
  readonly from: string
}

/** The text of the calendar at this address; undefined if there is none. */
export async function readCalendar(app: App, token: string): Promise<string | undefined> {
  const reader = await findFeedReader(app.db, token)
  if (!reader) return undefined
  const { scope, actor } = reader
  const today = await localDay(app.db, actor.organisationId, app.clock.now())
  const reading = { app, actor, scope, from: addDays(today, -daysBack) }
  const entries = await Promise.all([
    actor.featuresOff?.has('CONTRACTS') ? [] : keyDates(reading),
    actor.featuresOff?.has('CONTRACTS') ? [] : expiries(reading),
    actor.featuresOff?.has('TASKS') ? [] : tasks(reading),
  ])
  return calendarText(scope === 'Mine' ? 'Chancery: mine' : 'Chancery', entries.flat())
}

const uidOf = ({ config }: App, kind: string, organisationId: number, id: number) =>
  `${kind}-${organisationId}-${id}@${new URL(config.publicUrl).hostname}`

async function keyDates({ app, actor, scope, from }: Reading): Promise<readonly Entry[]> {
  const isMine = sql<SqlBool>`coalesce(k.owner_id, contracts.owner_id) = ${actor.userId}`
  const rows = await contractsVisibleTo(app.db, actor)
    .innerJoin('contract_key_dates as k', (join) =>
      join
        .onRef('k.organisation_id', '=', 'contracts.organisation_id')
        .onRef('k.contract_id', '=', 'contracts.id'),
    )
    .where('k.done', '=', false)
    .where('contracts.status', '<>', 'Void')
    .where('k.date', '>=', from)
    .$if(scope === 'Mine', (query) => query.where(isMine))
    .orderBy('k.date')
    .orderBy('k.id')
    .limit(mostOfKind)
    .select([
      'contracts.id as contractId',
      'contracts.name as contractName',
      'k.organisation_id as organisationId',
      'k.id',
      'k.name',
      'k.date',
      'k.category',
      'k.recurrence',
      'k.reminders',
      'k.version',
      'k.created_at as createdAt',
      'k.updated_at as changedAt',
      isMine.as('isMine'),
    ])
    .execute()
  return rows.map((row) => ({
    uid: uidOf(app, 'key-date', row.organisationId, row.id),
    start: row.date,
    summary: `${row.name}: ${row.contractName}`,
    description: row.contractName,
    category: row.category,
    page: pageOf(app.config, kinds.contract.many, row.contractId),
    recurrence: row.recurrence,
    // other people's reminders do not concern them
    reminders: row.isMine ? row.reminders.map(Number) : [],
    sequence: row.version - 1,
    createdAt: row.createdAt,
    changedAt: row.changedAt,
  }))
}

/** The day on which each contract ends, which is kept with the contract and not among its key dates. */
async function expiries({ app, actor, scope, from }: Reading): Promise<readonly Entry[]> {
  const rows = await contractsVisibleTo(app.db, actor)
    .where('contracts.status', '<>', 'Void')
    .where('contracts.expiry', '>=', `${from}T00:00:00`)
    .$if(scope === 'Mine', (query) => query.where('contracts.owner_id', '=', actor.userId))
    .orderBy('contracts.expiry')
    .orderBy('contracts.id')
    .limit(mostOfKind)
    .select([
      'contracts.id',
      'contracts.name',
      'contracts.organisation_id as organisationId',
      'contracts.owner_id as ownerId',
      'contracts.created_at as createdAt',
      'contracts.updated_at as changedAt',
      sql<string>`to_char(contracts.expiry, 'YYYY-MM-DD')`.as('day'),
    ])
    .execute()
  return rows.map(({ id, name, organisationId, ownerId, day, createdAt, changedAt }) => ({
    uid: uidOf(app, 'expiry', organisationId, id),
    start: day,
    summary: `Expiry: ${name}`,
    description: name,
    category: 'Expiry',
    page: pageOf(app.config, kinds.contract.many, id),
    recurrence: null,
    reminders: ownerId === actor.userId ? [daysBefore, 0] : [],
    sequence: Math.floor((changedAt.getTime() - createdAt.getTime()) / 1_000),
    createdAt,
    changedAt,
  }))
}

async function tasks({ app, actor, scope, from }: Reading): Promise<readonly Entry[]> {
  const rows = await tasksVisibleTo(app.db, actor)
    .innerJoin('organisations as o', 'o.id', 'tasks.organisation_id')
    .where('tasks.status', 'not in', ['Complete', 'NotRequired'])
    .where('matters.status', 'not in', ['Complete', 'Archived'])
    .where('tasks.due_at', '>=', `${from}T00:00:00`)
    .$if(scope === 'Mine', (query) => query.where('tasks.assigned_to', '=', actor.userId))
    .orderBy('tasks.due_at')
    .orderBy('tasks.id')
    .limit(mostOfKind)
    .select([
      'matters.name as matterName',
      matterNumberSql(app.config.displayIdPrefix, kinds.matter.many).as('displayId'),
      'tasks.organisation_id as organisationId',
      'tasks.id',
      'tasks.name',
      'tasks.type',
      'tasks.due_at as due',
      sql<Date>`tasks.due_at at time zone o.time_zone`.as('dueAt'),
      'tasks.created_at as createdAt',
      'tasks.updated_at as changedAt',
    ])
    .execute()
  return rows.map((row) => ({
    uid: uidOf(app, 'task', row.organisationId, row.id),
    // one without a time is due by the end of the day
    start: row.due?.endsWith('T00:00:00') ? row.due.slice(0, 10) : row.dueAt,
    summary: row.name,
    description: `${row.displayId} ${row.matterName}`,
    category: row.type,
    page: pageOf(app.config, 'tasks', row.id),
    recurrence: null,
    reminders: [],
    // tasks have no version: it must only never go back
    sequence: Math.floor((row.changedAt.getTime() - row.createdAt.getTime()) / 1_000),
    createdAt: row.createdAt,
    changedAt: row.changedAt,
  }))
}
