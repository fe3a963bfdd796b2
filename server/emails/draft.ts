// Drafts: what a mail becomes in a matter once it arrives.
import type { Selectable } from 'kysely'
import type { EmailDraftsTable } from '../platform/postgres/tables.ts'

/** `Message`: part of the conversation of the matter; `File`: its original becomes a file of the matter. */
export const draftModes = ['Message', 'File'] as const
export type DraftMode = (typeof draftModes)[number]

export interface Draft {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number
  readonly mode: DraftMode
  /** The id of the mail it waits for in its person's mail client; null if not known yet. */
  readonly sourceId: string | null
  /** The address the mail must come from, if one is expected. */
  readonly expectedFrom: string | null
  /** The people the message is addressed to. */
  readonly recipientIds: readonly string[]
  readonly createdAt: Date
  readonly deliveredAt: Date | null
}

/** Converts a row of `email_drafts`. */
export function draftOf(row: Omit<Selectable<EmailDraftsTable>, 'user_id' | 'updated_at'>): Draft {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    matterId: row.matter_id,
    mode: row.mode as DraftMode,
    sourceId: row.source_id,
    expectedFrom: row.expected_from,
    recipientIds: row.recipient_ids,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  }
}

export const draftColumns = [
  'email_drafts.organisation_id',
  'email_drafts.id',
  'email_drafts.matter_id',
  'email_drafts.mode',
  'email_drafts.source_id',
  'email_drafts.expected_from',
  'email_drafts.recipient_ids',
  'email_drafts.created_at',
  'email_drafts.delivered_at',
] as const

/**
 * Whether a mail from this address is the one that the draft expects; true if there is no expectation or no address.
 */
export function isExpected({ expectedFrom }: Pick<Draft, 'expectedFrom'>, sender: string | null): boolean {
  if (expectedFrom === null || sender === null) return true
  return addressOf(expectedFrom) === addressOf(sender)
}

/** `Ana Prior <Ana@x.example>` becomes `ana@x.example`. */
const addressOf = (mailbox: string) => (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase()
