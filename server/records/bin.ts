// Records in the bin: deleted, seen by nobody, and purged after CHANCERY_BIN_DAYS unless they are restored. Everything
// on them stays where it is and is as invisible as they are. This file alone reads what is in the bin.
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { MayChange } from '../platform/granted.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { selectedAs } from '../platform/postgres/prepared.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { personColumns } from '../identity/users/person-columns.ts'
import { isMember } from './membership-sql.ts'
import { countBinned } from './lists/record-counts.ts'
import type { AnyKind, RecordBase, RecordTables } from './record-kind.ts'
import {
  type Involvement,
  involvementColumns,
  involvementIn,
  type Known,
  maySql,
} from './rights/involvement.ts'
import type { Row } from './run-for-caller.ts'

/** How long those who deleted a record themselves can take it back. */
const undoMs = 86_400_000

/** Moves a record, which must be held, into the bin. */
export async function moveToBin(
  kind: RecordTables,
  tx: Tx,
  record: RecordBase & MayChange,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  await sql`update ${sql.table(kind.table)} set deleted_at = ${now}, deleted_by = ${by}, version = version + 1, updated_at = ${now}
    where organisation_id = ${record.organisationId} and id = ${record.id}`.execute(tx)
  await countBinned(tx, kind, record, -1)
}

/** Takes a record, which must be held, out of the bin as it was. */
export async function takeFromBin(kind: RecordTables, tx: Tx, record: Binned, now: Date): Promise<void> {
  await sql`update ${sql.table(kind.table)} set deleted_at = null, deleted_by = null, version = version + 1, updated_at = ${now},
      last_activity_at = ${now}
    where organisation_id = ${record.organisationId} and id = ${record.id}`.execute(tx)
  await countBinned(tx, kind, record, 1)
}

/** A record in the bin. */
export interface Binned extends RecordBase {
  readonly name: string
  readonly ownerId: string
  readonly deletedAt: Date
  readonly deletedBy: string
}

/** The record in the bin, held until the transaction ends; undefined when it is not there. */
export async function lockBinned(
  { table }: RecordTables,
  tx: Tx,
  { organisationId, id }: RecordBase,
): Promise<Binned | undefined> {
  // not through access.ts: nobody sees what is in the bin; restoring and purging have their own rules
  const { rows } =
    await sql<Binned>`select organisation_id as "organisationId", id, name, owner_id as "ownerId",
      deleted_at as "deletedAt", deleted_by as "deletedBy" from ${sql.table(table)}
    where organisation_id = ${organisationId} and id = ${id} and deleted_at is not null for update`.execute(
      tx,
    )
  return rows[0]
}

/** What the actor is to a record in the bin of their organisation, which must be held. */
export async function involvementInBin(
  kind: RecordTables,
  tx: Tx,
  actor: Actor,
  {
    record: { organisationId, id, deletedAt, deletedBy },
    now,
  }: { readonly record: Binned; readonly now: Date },
): Promise<Involvement> {
  // not through access.ts: the record has just been held
  const row = await (tx as unknown as Kysely<{ record: Row }>)
    .selectFrom(kind.table as 'record')
    .where(
      sql<SqlBool>`${sql.ref(`${kind.table}.organisation_id`)} = ${organisationId} and ${sql.ref(`${kind.table}.id`)} = ${id}`,
    )
    .select(selectedAs(involvementColumns(kind, actor)))
    .executeTakeFirstOrThrow()
  const isDeleter = deletedBy === actor.userId && now.getTime() - deletedAt.getTime() < undoMs
  return involvementIn(kind, actor, { ...(row as unknown as Known), isDeleter })
}

/** The records of all organisations that were deleted before a moment and after another one, in order. */
export async function binnedBefore(
  { table }: RecordTables,
  db: Reader,
  { before, after, most }: { readonly before: Date; readonly after: RecordBase; readonly most: number },
): Promise<readonly RecordBase[]> {
  // not through access.ts: the bin is purged regardless of who could see what is in it
  const { rows } = await sql<RecordBase>`/* every organisation: work is found here and done within one */
    select organisation_id as "organisationId", id from ${sql.table(table)}
    where deleted_at <= ${before} and (organisation_id, id) > (${after.organisationId}, ${after.id})
    order by organisation_id, id limit ${most}`.execute(db)
  return rows
}

/**
 * What the actor finds in the bin: what they may restore, by the table of rights. Administrators everything of their
 * organisation, everybody what they have deleted themselves within a day.
 */
export function binRows(kind: AnyKind, app: App, actor: Actor): RowSource {
  const column = (name: string) => sql.ref(`${kind.table}.${name}`)
  const since = new Date(app.clock.now().getTime() - undoMs)
  const isDeleter = sql<SqlBool>`(${column('deleted_by')} = ${actor.userId} and ${column('deleted_at')} > ${since})`
  // not through access.ts: nobody sees what is in the bin; this is its rule
  const base = (app.db as unknown as Kysely<{ record: Row }>)
    .selectFrom(kind.table as 'record')
    .where(
      sql<SqlBool>`${column('organisation_id')} = ${actor.organisationId} and ${column('deleted_at')} is not null`,
    )
  const may = {
    restore: maySql(kind, actor, 'restore', isDeleter),
    purge: maySql(kind, actor, 'purge', isDeleter),
  }
  const found: SelectQueryBuilder<{ record: Row }, 'record', object> = base.where(may.restore)
  return rowSource(found, binListing(kind, app, actor, may))
}

/** The rights on what is in the bin. */
export const rightsInBin = ['restore', 'purge'] as const
type RightsInBin = Readonly<Record<(typeof rightsInBin)[number], RawBuilder<SqlBool>>>

/**
 * What lists of the bin show; the name of a restricted record is for those who would see it, and for who deleted it.
 */
function binListing(kind: AnyKind, app: App, actor: Actor, may: RightsInBin): Listing {
  const own = (columnKind: Catalogue[string]['kind'], name: string) =>
    ({ kind: columnKind, nullable: false, sql: sql.ref(`${kind.table}.${name}`) }) as const
  const named = sql`(not ${sql.ref(`${kind.table}.restricted`)} or ${sql.ref(`${kind.table}.deleted_by`)} = ${actor.userId}
    or ${isMember(kind, actor)})`
  return {
    id: { kind: 'integer', sql: sql.ref(`${kind.table}.id`) },
    catalogue: {
      id: own('integer', 'id'),
      name: {
        kind: 'text',
        nullable: true,
        sql: sql`case when ${named} then ${sql.ref(`${kind.table}.name`)} end`,
      },
      restricted: own('boolean', 'restricted'),
      ownerId: own('uuid', 'owner_id'),
      ...personColumns('owner', `${kind.table}.owner_id`),
      deletedAt: own('moment', 'deleted_at'),
      deletedById: own('uuid', 'deleted_by'),
      ...personColumns('deletedBy', `${kind.table}.deleted_by`),
      restore: { kind: 'boolean', nullable: false, sql: may.restore },
      purge: { kind: 'boolean', nullable: false, sql: may.purge },
      purgedAt: {
        kind: 'moment',
        nullable: false,
        sql: sql`(${sql.ref(`${kind.table}.deleted_at`)} + make_interval(days => ${app.config.binDays}::int))`,
      },
    },
  }
}
