// The messages of a record as a list, and one of them to be changed.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { personColumns } from '../../identity/users/person-columns.ts'
import { kinds } from '../kinds.ts'

/** What the conversations of a kind of record can show, be filtered by and be sorted by. */
export function conversationListing(kind: SubjectKind): Listing {
  const { messages: table, messagesHaveMails: hasMails, messagesHaveSenders: hasSenders } = kinds[kind]
  const column = (of: Column['kind'], name: string, nullable = false): Column => ({
    kind: of,
    nullable,
    sql: sql.ref(`${table}.${name}`),
  })
  const ofMail = (of: Column['kind'], name: string, without: RawBuilder<unknown>): Column => ({
    kind: of,
    nullable: true,
    sql: hasMails ? sql.ref(`${table}.${name}`) : without,
  })
  return {
    catalogue: {
      id: column('integer', 'id'),
      userId: column('uuid', 'user_id'),
      ...personColumns('user', `${table}.user_id`),
      from: {
        kind: 'text',
        nullable: true,
        sql: hasSenders ? sql.ref(`${table}.sender`) : sql`null::text`,
      },
      recipientIds: {
        kind: 'text',
        nullable: false,
        sql: hasMails ? sql`to_jsonb(${sql.ref(`${table}.recipient_ids`)})` : sql`'[]'::jsonb`,
      },
      mentionIds: { kind: 'text', nullable: false, sql: sql`to_jsonb(${sql.ref(`${table}.mentions`)})` },
      subject: ofMail('text', 'subject', sql`null::text`),
      text: column('text', 'body'),
      sentAt: ofMail('moment', 'sent_at', sql`null::timestamptz`),
      createdAt: column('moment', 'created_at'),
      editedAt: column('moment', 'edited_at', true),
    },
    id: { kind: 'integer', sql: sql.ref(`${table}.id`) },
  }
}

/** The conversation of a record, for everybody who may see it; not_found for others. */
export async function conversationRows(
  app: App,
  actor: Actor,
  kind: SubjectKind,
  recordId: number,
): Promise<RowSource> {
  const { organisationId, id } = await app.subjects[kind].getToSee(app.db, actor, recordId)
  const listing = conversationListing(kind)
  const { messages, recordId: column } = kinds[kind]
  return rowSource(
    app.db
      .selectFrom(messages)
      .where(sql<SqlBool>`${sql.ref(`${messages}.organisation_id`)} = ${organisationId}`)
      .where(sql<SqlBool>`${sql.ref(`${messages}.${column}`)} = ${id}`),
    listing,
  )
}
