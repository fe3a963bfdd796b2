// The background work of an organisation in one list, including what other people started. It has no table of its
// own: the list is read from the tables of each kind of work.
import { sql } from 'kysely'
import { fullName } from '../../identity/users/user.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { stopImport } from '../../imports/commands/change-import.ts'
import { getImport } from '../../imports/import.ts'
import { removeStoredExport } from '../offboarding/stored/remove-export.ts'
import { getStoredExport } from '../offboarding/stored/stored-export.ts'
import { stopBulkChangeOf } from '../../records/bulk/commands/cancel-bulk-change.ts'

export const workKinds = [
  'BulkChange',
  'Import',
  'Replay',
  'OrganizationExport',
  'OrganizationDeletion',
] as const
export type WorkKind = (typeof workKinds)[number]
export const workStates = ['Waiting', 'Running', 'Stopped', 'Failed', 'Done'] as const
export type WorkState = (typeof workStates)[number]
export const activities = ['Change', 'Try', 'Undo', 'Check', 'Import', 'Replay', 'Export', 'Delete'] as const

export interface BackgroundWork {
  readonly kind: WorkKind
  /** Unique among those of its kind. */
  readonly id: string
  /** What it works on: a list, a file, an address, the organisation. */
  readonly subject: string
  readonly activity: (typeof activities)[number]
  readonly state: WorkState
  /** Null where it cannot be counted. */
  readonly total: number | null
  readonly done: number | null
  /** Why it failed or stopped by itself. */
  readonly failure: string | null
  /** The subscription that notifications are sent to again. */
  readonly subscriptionId: number | null
  /** Null for the operator. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly createdAt: Date
  /** When it is going to begin, if that is not soon. */
  readonly dueAt: Date | null
  readonly finishedAt: Date | null
}

interface Page {
  readonly limit: number
  readonly offset: number
  /** Whether to leave out finished work. */
  readonly unfinished: boolean
}

type Row = Omit<BackgroundWork, 'by'> & {
  readonly byId: string | null
  readonly first_name: string
  readonly last_name: string
}

/** A page of it, newest first. For administrators of the organisation, as the routes demand. */
export async function listBackgroundWork(
  db: Reader,
  { organisationId }: Pick<Actor, 'organisationId'>,
  { limit, offset, unfinished }: Page,
): Promise<readonly BackgroundWork[]> {
  const { rows } = await sql<Row>`with work as (
      ${bulkChanges(organisationId)} union all ${imports(organisationId)} union all
      ${replays(organisationId)} union all ${exports(organisationId)} union all ${deletions(organisationId)})
    select work.*, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name
    from work left join users u on u.id = work."byId"
    where ${!unfinished} or work.state in ('Waiting', 'Running')
    order by work."createdAt" desc, work.kind, work.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ byId, first_name, last_name, ...work }) => ({
    ...work,
    by: byId === null ? null : { id: byId, name: fullName({ first_name, last_name }) },
  }))
}

const bulkChanges = (
  organisationId: number,
) => sql`select 'BulkChange' as kind, id::text as id, list as subject,
    case when undo_of is not null then 'Undo' when check_only then 'Try' else 'Change' end as activity,
    case state when 'Cancelled' then 'Stopped' else state end as state, total, done, failure,
    null::int as "subscriptionId", created_by as "byId", created_at as "createdAt", null::timestamptz as "dueAt",
    finished_at as "finishedAt"
  from bulk_changes where organisation_id = ${organisationId}`

// one that waits for somebody to map or to begin it is no work of the background
const imports = (organisationId: number) => sql`select 'Import', id::text, name,
    case state when 'Checking' then 'Check' when 'Undoing' then 'Undo' when 'Undone' then 'Undo' else 'Import' end,
    case when state in ('Checking', 'Running', 'Undoing') then 'Running' when state <> 'Stopped' then 'Done'
      when failure is null then 'Stopped' else 'Failed' end,
    total, done, failure, null, created_by, coalesce(started_at, created_at), null,
    case when state in ('Checking', 'Running', 'Undoing') then null else coalesce(finished_at, updated_at) end
  from imports where organisation_id = ${organisationId} and state not in ('Mapping', 'Checked')`

// not through access.ts: administrators see the work of everybody in their organisation. Replays that are over are
// in the log of the subscription. Of its address only the host is shown, because the rest may be a secret; replays of
// law firms are left out.
const replays = (organisationId: number) => sql`select 'Replay', d.replay_id::text,
    substring(s.url from '^https?://([^/?#]+)'), 'Replay',
    case when count(*) = min(whole.total) then 'Waiting' else 'Running' end,
    min(whole.total)::int, (min(whole.total) - count(*))::int, null, d.subscription_id::int, s.user_id,
    min(d.created_at), null, null
  from webhook_deliveries d
  join webhook_subscriptions s on s.id = d.subscription_id
  join users o on o.id = s.user_id and o.organisation_id = d.organisation_id
  cross join lateral (select count(*) as total from webhook_deliveries w
    where w.organisation_id = d.organisation_id and w.replay_id = d.replay_id) whole
  where d.organisation_id = ${organisationId} and d.state = 'pending' and d.replay_id is not null
  group by d.replay_id, d.subscription_id, s.url, s.user_id`

const exports = (
  organisationId: number,
) => sql`select 'OrganizationExport', e.id::text, o.name, 'Export', e.state,
    e.contents_total, case when e.contents_total is null then null else e.contents_done end, e.failure, null,
    e.created_by, e.created_at, null, e.finished_at
  from organisation_exports e join organisations o on o.id = e.organisation_id
  where e.organisation_id = ${organisationId}`

const deletions = (
  organisationId: number,
) => sql`select 'OrganizationDeletion', id::text, name, 'Delete', 'Waiting',
    null, null, null, null, deletion_requested_by, deletion_requested_at, deletion_due_at, null
  from organisations where id = ${organisationId} and deletion_requested_at is not null`

/** Whether `stopWork` can end it. */
export const canStop = ({ kind, state }: Pick<BackgroundWork, 'kind' | 'state'>): boolean =>
  (kind === 'BulkChange' || kind === 'Import' || kind === 'OrganizationExport') &&
  (state === 'Waiting' || state === 'Running')

/**
 * Stops it, including work that somebody else started; what was done stays, except of an export. For administrators of
 * the organisation, as the route demands. Throws not_found for work of others, conflict for what is finished or is
 * stopped elsewhere.
 */
export async function stopWork(
  app: App,
  actor: Actor,
  { kind, id }: { readonly kind: WorkKind; readonly id: number },
): Promise<void> {
  switch (kind) {
    case 'BulkChange':
      return stopBulkChangeOf(app, actor, id)
    case 'Import': {
      const { state } = await getImport(app.db, actor, id)
      if (!['Checking', 'Running', 'Undoing'].includes(state))
        throw conflict('This import is not running: there is nothing to stop.')
      return stopImport(app, actor, id)
    }
    case 'OrganizationExport': {
      const key = { organisationId: actor.organisationId, id }
      const { finishedAt } = await getStoredExport(app, key)
      if (finishedAt !== null) throw conflict('This export is finished: there is nothing to stop.')
      return removeStoredExport(app, actor, key)
    }
    case 'Replay':
      throw conflict('A replay cannot be stopped by itself. Ending the subscription cancels it.')
    case 'OrganizationDeletion':
      throw conflict('Cancel the deletion of the organisation on the page “Export and deletion”.')
    default:
      throw notFound()
  }
}
