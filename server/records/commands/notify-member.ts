// The note that comes with putting somebody on a record: stored with their membership, and mailed to them.
import { defineMail, linkPlaceholder } from '../../platform/mail/mail-kind.ts'
import { kinds, type RecordsName } from '../kinds.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { pageOf } from '../../platform/web-addresses.ts'
import { writeNote } from '../new-members.ts'
import type { RecordBase, RecordTables } from '../record-kind.ts'

const longestNote = 4_000

/** The mail with the note. */
export const memberNote = defineMail({
  name: 'memberNote',
  label: 'Put on a record, with a note',
  when: 'Somebody is put on a matter or contract with a note to them.',
  subject: '{{record}}: you are on this {{kind}}',
  body: `{{by}} has put you on {{what}}:

{{note}}

{{link}}`,
  placeholders: {
    by: { label: 'who put them on it', sample: 'Ben Okafor' },
    record: { label: 'its number or name', sample: 'LW0001-0042' },
    kind: { label: 'what it is', sample: kinds.matter.one },
    what: { label: 'what it is and its name', sample: 'the matter LW0001-0042, Harbour lease' },
    note: { label: 'the note', sample: 'Please look at the lease first.', required: true },
    link: linkPlaceholder('its page', 'https://legal.example/#/matters/42'),
  },
})

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
  const values = {
    by: actor.name,
    record: record.subject,
    kind: kind.kind,
    what: record.text,
    note,
    link: page,
  }
  await app.mail.write(
    tx,
    memberNote,
    { organisationId: person.organisation_id, to: person.email, values },
    now,
  )
}
