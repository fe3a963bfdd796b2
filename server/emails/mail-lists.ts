// Lists of mail: a person's own threads with their messages, and their drafts.
import { kindNames, kinds, recordIdColumns, sortedRecordTypes } from '../records/kinds.ts'
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { Column } from '../platform/lists/list-query.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { draftsOf, threadsOf } from './access.ts'
import { draftModes } from './draft.ts'
import { mailClients } from './thread.ts'

const columnOf =
  (table: string) =>
  (kind: Column['kind'], name: string, nullable = false): Column => ({
    kind,
    nullable,
    sql: sql.ref(`${table}.${name}`),
  })
const ofThread = columnOf('email_threads')
const ofMessage = columnOf('email_messages')
const ofDraft = columnOf('email_drafts')

const threadListing = {
  catalogue: {
    id: ofThread('integer', 'id'),
    client: { ...ofThread('choice', 'client'), choices: mailClients },
    identifier: ofThread('text', 'thread_identifier'),
    track: ofThread('boolean', 'track'),
    recordType: {
      kind: 'choice',
      nullable: true,
      choices: sortedRecordTypes,
      sql: sql`(case ${sql.join(
        kindNames.map(
          (kind) =>
            sql`when ${sql.ref(`email_threads.${kinds[kind].recordId}`)} is not null then ${sql.lit(kinds[kind].type)}`,
        ),
        sql` `,
      )} end)`,
    },
    recordId: {
      kind: 'integer',
      nullable: true,
      sql: sql`coalesce(${sql.join(recordIdColumns('email_threads').map((column) => sql.ref(column)))})`,
    },
    messageCount: {
      kind: 'integer',
      nullable: false,
      sql: sql`(select count(*) from email_messages m
        where m.organisation_id = email_threads.organisation_id and m.thread_id = email_threads.id)`,
    },
    createdAt: ofThread('moment', 'created_at'),
    modifiedAt: ofThread('moment', 'updated_at'),
  },
  id: { kind: 'integer', sql: sql.ref('email_threads.id') },
} as const satisfies Listing

/** The actor's own threads. */
export const threadRows = ({ db }: App, actor: Actor): RowSource =>
  rowSource(threadsOf(db, actor), threadListing)

/** The columns that the messages of a thread can be filtered and sorted by. */
export const emailMessageListing = {
  catalogue: {
    id: ofMessage('integer', 'id'),
    reference: ofMessage('text', 'external_reference_id'),
    from: ofMessage('text', 'sender', true),
    to: { kind: 'text', nullable: false, sql: sql`to_jsonb(email_messages.recipients)` },
    subject: ofMessage('text', 'subject', true),
    text: ofMessage('text', 'body', true),
    sentAt: ofMessage('moment', 'sent_at', true),
    createdAt: ofMessage('moment', 'created_at'),
  },
  id: { kind: 'integer', sql: sql.ref('email_messages.id') },
} as const satisfies Listing

/** The messages of one of the actor's own threads; not_found for any other. */
export async function messageRows({ db }: App, actor: Actor, threadId: number): Promise<RowSource> {
  const thread = await threadsOf(db, actor)
    .where('email_threads.id', '=', threadId)
    .select('email_threads.organisation_id')
    .executeTakeFirst()
  if (!thread) throw notFound()
  return rowSource(
    db
      .selectFrom('email_messages')
      .where('email_messages.organisation_id', '=', thread.organisation_id)
      .where('email_messages.thread_id', '=', threadId),
    emailMessageListing,
  )
}

const draftListing = {
  catalogue: {
    id: ofDraft('integer', 'id'),
    matterId: ofDraft('integer', 'matter_id'),
    mode: { ...ofDraft('choice', 'mode'), choices: draftModes },
    sourceId: ofDraft('text', 'source_id', true),
    expectedFrom: ofDraft('text', 'expected_from', true),
    recipientIds: { kind: 'text', nullable: false, sql: sql`to_jsonb(email_drafts.recipient_ids)` },
    createdAt: ofDraft('moment', 'created_at'),
    deliveredAt: ofDraft('moment', 'delivered_at', true),
  },
  id: { kind: 'integer', sql: sql.ref('email_drafts.id') },
} as const satisfies Listing

/** The actor's own drafts, including delivered ones. */
export const draftRows = ({ db }: App, actor: Actor): RowSource =>
  rowSource(draftsOf(db, actor), draftListing)
