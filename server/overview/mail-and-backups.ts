// What administrators see of the mail and the backups of the installation while they set up their organisation: how it
// is set, what their test came to, how old the newest backup is. Nothing secret, and nothing of other organisations.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { backupConcerns, readBackupState } from '../platform/installation/backup-state.ts'
import type { Concern } from '../platform/installation/concern.ts'
import {
  mailConcerns,
  mailHasFailed,
  type MailState,
  mailWayOf,
} from '../platform/installation/mail-state.ts'
import { readQueue } from '../platform/installation/queue-state.ts'
import { readMailSettings, senderOf } from '../platform/mail/mail-settings.ts'

type Installation = Pick<App, 'db' | 'clock' | 'config'>

/**
 * Failed: tried, and tried again later. Kept: in the outbox of a sandbox. Gone: removed after the days for which mails
 * are kept.
 */
export const testStates = ['Waiting', 'Sent', 'Failed', 'Kept', 'Gone'] as const
export type TestState = (typeof testStates)[number]

export interface MailSetup {
  readonly way: MailState['way']
  /** As the header of a mail of the organisation has it. */
  readonly sender: { readonly name: string | null; readonly address: string }
  readonly replyTo: string | null
  /** The domain at which matters and contracts receive mail. */
  readonly receivesAt: string | null
  readonly lastTest: { readonly to: string; readonly at: Date; readonly state: TestState } | null
  readonly problems: readonly string[]
}

/** How mail of the organisation goes out, and what became of the last test. */
export async function readMailSetup(app: Installation, actor: Actor): Promise<MailSetup> {
  const { db, config, clock } = app
  const { organisationId } = actor
  const settings = await readMailSettings(db, organisationId)
  const queue = await readQueue(db, clock.databaseTime())
  const way = mailWayOf(config)
  return {
    way,
    sender: partsOf(senderOf(config.mailFrom, settings)),
    replyTo: settings.replyTo,
    receivesAt: config.inboundMailDomain ?? null,
    lastTest: await readLastTest(app, organisationId, way),
    problems: mailConcerns(queue, app).map(({ problem }) => problem),
  }
}

function partsOf(sender: ReturnType<typeof senderOf>): MailSetup['sender'] {
  if (typeof sender !== 'string') return sender
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]+)>\s*$/.exec(sender) ?? []
  return address === '' ? { name: null, address: sender } : { name: name.trim() || null, address }
}

interface TestRow {
  readonly to: string
  readonly at: Date
  readonly isKept: boolean
  readonly sentAt: Date | null
  readonly hasFailed: boolean
}

// the mail was written in the transaction that noted the test, at the same moment
async function readLastTest(
  { db }: Installation,
  organisationId: number,
  way: MailState['way'],
): Promise<MailSetup['lastTest']> {
  const { rows } = await sql<TestRow>`select coalesce(m.recipient, u.email) as "to", s.updated_at as at,
      m.id is not null as "isKept", m.sent_at as "sentAt", ${mailHasFailed} as "hasFailed"
    from first_steps s join users u on u.id = s.user_id
    left join outbox_mails m on m.organisation_id = s.organisation_id and m.created_at = s.updated_at
      and lower(m.recipient) = lower(u.email)
    where s.organisation_id = ${organisationId} and s.step = 'Mail' and s.state = 'Tested'
    order by m.id limit 1`.execute(db)
  const [row] = rows
  return row ? { to: row.to, at: row.at, state: stateOf(row, way) } : null
}

function stateOf({ isKept, sentAt, hasFailed }: TestRow, way: MailState['way']): TestState {
  if (!isKept) return 'Gone'
  if (sentAt) return 'Sent'
  if (hasFailed) return 'Failed'
  return way === 'Outbox' ? 'Kept' : 'Waiting'
}

export interface BackupSetup {
  readonly lastMade: Date | null
  readonly lastFailed: Date | null
  readonly lastVerified: Date | null
  readonly concerns: readonly Concern[]
}

/** How old the backups of the installation are, and what is wrong with them. */
export async function readBackupSetup(app: Installation): Promise<BackupSetup> {
  const backups = await readBackupState(app.db)
  return {
    lastMade: backups.succeededAt,
    lastFailed: backups.failedAt,
    lastVerified: backups.verifiedAt,
    concerns: backupConcerns(backups, app),
  }
}
