// The status messages of a record: what people said about how it is going.
import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import { type Join, shownColumn } from '../platform/lists/joins.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { personDetailColumns } from '../identity/users/person-columns.ts'
import { messageListing } from '../identity/users/status-message-columns.ts'
import { getToSee } from './access.ts'
import type { AnyKind, RecordBase, RecordKind } from './record-kind.ts'

/** What a list of them can show, be filtered by and be sorted by. */
export const statusMessageListing = ({ statusMessages }: AnyKind): Listing => messageListing(statusMessages)

/** The columns of the latest of them, for the details of the record. */
export function lastMessageColumns({ table, members, statusMessages }: AnyKind): Catalogue {
  // not through access.ts: who sees the record sees its messages
  const last: Join = {
    as: 'lastMessage',
    table: sql`lateral (select s.id, s.message, s.created_at, s.user_id from ${sql.table(statusMessages)} s
      where s.organisation_id = ${sql.ref(`${table}.organisation_id`)}
        and ${sql.ref(`s.${members.recordId}`)} = ${sql.ref(`${table}.id`)} order by s.id desc limit 1)`,
    on: sql<SqlBool>`true`,
  }
  return {
    lastMessageId: shownColumn('integer', sql`"lastMessage".id`, [last]),
    lastMessage: shownColumn('text', sql`"lastMessage".message`, [last]),
    lastMessageAt: shownColumn('moment', sql`"lastMessage".created_at`, [last]),
    ...personDetailColumns('lastMessageBy', 'lastMessage.user_id', [last]),
  }
}

/** A page of them; not_found for a record that the caller does not see. */
export async function listStatusMessages<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { recordId, ...requested }: PageAsked & { readonly recordId: number },
): Promise<Page> {
  const messages = messagesOf(kind, db, await getToSee(kind, db, actor, recordId))
  return readPage(messages, statusMessageListing(kind), requested)
}

/** One of them; not_found when it belongs to another record. */
export async function getStatusMessage<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  {
    recordId,
    id,
    columns,
  }: { readonly recordId: number; readonly id: number; readonly columns: readonly string[] },
): Promise<ListedRow> {
  const messages = messagesOf(kind, db, await getToSee(kind, db, actor, recordId))
  const one = messages.where(sql<SqlBool>`${sql.ref(`${kind.statusMessages}.id`)} = ${id}`)
  const row = await readRow(one, statusMessageListing(kind), columns)
  if (!row) throw notFound()
  return row
}

type Messages = { readonly messages: Readonly<Record<string, unknown>> }

function messagesOf(
  { statusMessages, members }: AnyKind,
  db: Reader,
  { organisationId, id }: RecordBase & MaySee,
): SelectQueryBuilder<Messages, 'messages', object> {
  const column = (name: string) => sql.ref(`${statusMessages}.${name}`)
  // the kind names the table at run time
  return (db as unknown as Kysely<Messages>)
    .selectFrom(statusMessages as 'messages')
    .where(sql<SqlBool>`${column('organisation_id')} = ${organisationId}`)
    .where(sql<SqlBool>`${column(members.recordId)} = ${id}`)
}
