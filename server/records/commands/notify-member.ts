// The note that comes with putting somebody on a record: stored with their membership, and mailed to them.
import { type RecordsName } from '../kinds.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { pageOf } from '../../platform/web-addresses.ts'
import { writeNote } from '../new-members.ts'
import type { RecordBase, RecordTables } from '../record-kind.ts'

const longestNote = 4_000

/** The note without white space around it, null for none; throws 400 for one that is too long. */
export function checkedNote(given: string | null | undefined): string | null {
  const note = given?.trim() || null
  if (note !== null && note.length > longestNote)
    throw badInput('note', `must have ${longestNote} characters at most.`)
  return note
}

interface MemberNote {
  readonly kind: RecordTables
  /** With the words for it at the beginning of a subject and in a sentence. */
  readonly record: RecordBase &
    MayChange & {
      readonly subject: string
      readonly text: string
      readonly page: RecordsName
    }
  readonly userId: string
  readonly note: string
  readonly now: Date
}

/** Stores the note and sends the mail. */
export async function notifyMember(
  app: App,
  tx: Tx,
  actor: Actor,
  { kind, record, userId, note, now }: MemberNote,
): Promise<void> {
  await writeNote(tx, kind, record, { userId, note })
  const person = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'organisation_id'])
    .executeTakeFirstOrThrow()
  const page = pageOf(app.config, record.page, record.id)
  const message = {
    organisationId: person.organisation_id,
    to: person.email,
    subject: `${record.subject}: you are on this ${kind.kind}`,
    text: `${actor.name} has put you on ${record.text}:\n\n${note}\n\n${page}\n`,
  }
  await app.mail.send(tx, message, now)
}
