// Lists of the history: of a record, of something on it, of the organisation, and of the records that somebody is on.
import { kindNames, type RecordKindName } from '../records/kinds.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { getFileToSee } from '../files/access.ts'
import { invoicesVisibleTo } from '../invoices/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { type PageAsked, readPage } from '../platform/lists/list-page.ts'
import type { Catalogue, SortKey } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import type { Position } from '../platform/lists/list-query.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { tasksVisibleTo } from '../tasks/access.ts'
import { eventsOfMemberships, eventsOfOrganisation, eventsOfRecords } from './access.ts'
import { describeEvents } from './describe-events.ts'
import type { EventRow, HistoryEntry } from './history.ts'

/** What the history can be filtered by. */
export const historyListing = {
  catalogue: {
    id: { kind: 'integer', nullable: false, sql: sql.ref('events.id') },
    at: { kind: 'moment', nullable: false, sql: sql.ref('events.at') },
    action: { kind: 'text', nullable: false, sql: sql.ref('events.name') },
    userId: { kind: 'uuid', nullable: true, sql: sql.ref('events.user_id') },
    clientId: { kind: 'integer', nullable: true, sql: sql.ref('events.client_id') },
    recordType: {
      kind: 'choice',
      nullable: true,
      sql: sql.ref('events.subject_kind'),
      choices: kindNames,
    },
    recordId: { kind: 'integer', nullable: true, sql: sql.ref('events.subject_id') },
    resourceType: { kind: 'text', nullable: false, sql: sql.ref('events.resource_kind') },
    resourceId: { kind: 'integer', nullable: true, sql: sql.ref('events.resource_id') },
    organisationId: { kind: 'integer', nullable: false, sql: sql.ref('events.organisation_id') },
    facts: { kind: 'text', nullable: false, sql: sql.ref('events.facts') },
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('events.id') },
} as const satisfies Listing

/** What lists begin with unless another order is asked for. */
export const newestFirst: readonly SortKey[] = [{ name: 'id', descending: true }]

const columns = Object.keys(historyListing.catalogue)

/** Whose history it is. */
export type HistoryScope =
  | { readonly of: RecordKindName | 'file' | 'invoice' | 'task'; readonly id: number }
  | { readonly of: 'organisation' }
  /** The records that the caller is a member of. */
  | { readonly of: 'memberships'; readonly since: Date }

/** A page of entries, with the position of each. */
export interface HistoryPage {
  readonly rows: readonly (HistoryEntry & { readonly position: Position })[]
  readonly count: number | undefined
}

/** A page of the history; not_found for a record, file, invoice or task that the caller does not see. */
export async function listHistory(
  app: App,
  actor: Actor,
  scope: HistoryScope,
  asked: Omit<PageAsked, 'columns'>,
): Promise<HistoryPage> {
  const base = await eventsIn(app, app.db, actor, scope)
  const { rows, count } = await readPage(base, historyListing, { ...asked, columns })
  const entries = await describeEvents(app, app.db, actor, rows.map(eventOf))
  return {
    rows: entries.map((entry, index) => ({ ...entry, position: rows[index]?.position ?? [] })),
    count,
  }
}

type Events = SelectQueryBuilder<Tables, 'events', object>

async function eventsIn(app: App, db: Reader, actor: Actor, scope: HistoryScope): Promise<Events> {
  switch (scope.of) {
    case 'organisation':
      return eventsOfOrganisation(app, db, actor)
    case 'memberships':
      return eventsOfMemberships(app, db, actor).where('events.at', '>=', scope.since)
    case 'file': {
      const { organisationId, id } = await getFileToSee(app, db, actor, scope.id)
      return aboutResource(eventsOfRecords(app, db, actor), { kind: 'file', organisationId, id })
    }
    case 'invoice': {
      const row = await invoicesVisibleTo(db, actor)
        .where('invoices.id', '=', scope.id)
        .select('invoices.organisation_id as organisationId')
        .executeTakeFirst()
      if (!row) throw notFound()
      return aboutResource(eventsOfRecords(app, db, actor), { kind: 'invoice', ...row, id: scope.id })
    }
    case 'task': {
      const row = await tasksVisibleTo(db, actor)
        .where('tasks.id', '=', scope.id)
        .select('tasks.organisation_id as organisationId')
        .executeTakeFirst()
      if (!row) throw notFound()
      return aboutResource(eventsOfRecords(app, db, actor), { kind: 'task', ...row, id: scope.id })
    }
    default: {
      const { organisationId, id } = await app.subjects[scope.of].getToSee(db, actor, scope.id)
      return eventsOfRecords(app, db, actor)
        .where('events.organisation_id', '=', organisationId)
        .where('events.subject_kind', '=', scope.of)
        .where('events.subject_id', '=', id)
    }
  }
}

const aboutResource = (
  events: Events,
  {
    kind,
    organisationId,
    id,
  }: { readonly kind: string; readonly organisationId: number; readonly id: number },
): Events =>
  events
    .where('events.organisation_id', '=', organisationId)
    .where('events.resource_kind', '=', kind)
    .where('events.resource_id', '=', id)

const eventOf = (row: ListedRow): EventRow => ({
  id: Number(row['id']),
  organisationId: Number(row['organisationId']),
  at: row['at'] as Date,
  name: String(row['action']),
  resourceKind: String(row['resourceType']),
  resourceId: row['resourceId'] as number | null,
  subjectKind: row['recordType'] as EventRow['subjectKind'],
  subjectId: row['recordId'] as number | null,
  userId: row['userId'] as string | null,
  clientId: row['clientId'] as number | null,
  facts: row['facts'] as EventRow['facts'],
})
