// Mail that people track from their mail clients: terms.
//
// thread     a conversation in a person's mail client (Outlook, Gmail), by the client's identifier
// message    one mail of a thread, by the id that the mail client uses for it (external reference id)
// original   the mail as it was sent, message/rfc822, in the storage
// record     the matter or contract a thread was filed to, optionally with one of its files
// track      make the thread known to everyone who may see the record; otherwise it is private to its person
// tracking   what the record's people may see of a tracked thread: who tracks it since when, and its messages' ids
// draft      what a mail will become in a matter: a message of its conversation, or a file
import {
  type RecordIdColumn,
  recordIdColumns,
  recordIdsOf,
  recordInRow,
  type RecordKindName,
} from '../records/kinds.ts'
import type { Selectable } from 'kysely'
import type { EmailThreadsTable } from '../platform/postgres/tables.ts'

export const mailClients = ['Outlook', 'Gmail'] as const
export type MailClient = (typeof mailClients)[number]

/** The record a thread belongs to. */
export interface MailRecord {
  readonly organisationId: number
  readonly kind: RecordKindName
  readonly id: number
  readonly fileId: number | null
}

export interface Thread {
  readonly organisationId: number
  readonly id: number
  readonly client: MailClient
  readonly identifier: string
  readonly track: boolean
  readonly record: MailRecord | null
  /** Counts the changes of all threads of its person. */
  readonly changeNumber: number
}

export const threadColumns = [
  'email_threads.organisation_id',
  'email_threads.id',
  'email_threads.client',
  'email_threads.thread_identifier',
  'email_threads.track',
  'email_threads.record_organisation_id',
  ...recordIdColumns('email_threads'),
  'email_threads.file_id',
  'email_threads.change_number',
] as const

/** Converts a row of `email_threads`. */
export function threadOf(
  row: Omit<Selectable<EmailThreadsTable>, 'user_id' | 'created_at' | 'updated_at'>,
): Thread {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    client: row.client as MailClient,
    identifier: row.thread_identifier,
    track: row.track,
    record: recordOf(row.record_organisation_id, row),
    changeNumber: row.change_number,
  }
}

/** The record that the columns refer to. */
export function recordOf(
  organisationId: number | null,
  row: Readonly<Record<RecordIdColumn | 'file_id', number | null>>,
): MailRecord | null {
  const record = recordInRow(row)
  if (organisationId === null || record === null) return null
  return { ...record, organisationId, fileId: row.file_id }
}

/** The columns that refer to a record. */
export const recordColumns = (record: MailRecord | null) => ({
  ...recordIdsOf(record),
  file_id: record?.fileId ?? null,
})

/** A mail as its person's mail client sends it; absent properties are kept. */
export interface MailMessage {
  readonly externalReferenceId: string
  readonly from?: string | null
  readonly to?: readonly string[]
  readonly subject?: string | null
  readonly sentAt?: Date | null
  readonly text?: string | null
  readonly original?: readonly Buffer[]
}
