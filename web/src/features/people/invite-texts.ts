// The texts of the page that invites many people.
import { counted } from '../../lib/counted.ts'
import type { InvitedRow, NamedRole } from './invited-rows.ts'

export const inviteTexts = {
  title: 'Invite people',
  lead: 'Nothing is sent before you have seen every line.',
  back: 'People',
  paste: 'Addresses, or lines of a table',
  pasteHint:
    'One person a line: Ana Prior <ana@example.com>, or address, first name, last name, role. Headings are understood.',
  file: 'Read a CSV file…',
  fileTooLarge: 'The file is too large: send parts of it.',
  role: 'Role of those whose line says none',
  roles: {
    Standard: 'Business user: asks legal for help',
    Contributor: 'Contributor: works on records with legal',
    InhouseLegal: 'Lawyer of the legal department',
    Administrator: 'Administrator',
    External: 'Guest',
  } as Readonly<Record<string, string>>,
  /** Other words for them. */
  roleWords: [
    { role: 'Standard', name: 'Business user' },
    { role: 'Contributor', name: 'Contributor' },
    { role: 'InhouseLegal', name: 'Lawyer' },
  ] as readonly NamedRole[],
  unread: (headings: readonly string[]) =>
    `Not read: ${headings.join(', ')}. Import people, with departments and teams, under Settings → Import.`,
  check: 'Check',
  checked: 'What will be sent',
  ready: (count: number) => counted(count, 'invitation', 'invitations'),
  problems: (count: number) => `${counted(count, 'line is', 'lines are')} left out`,
  leftOut: (count: number) =>
    `${counted(count, 'more line is', 'more lines are')} not read: 200 people at once.`,
  known: 'is in your organisation already',
  says: {
    noAddress: 'has no email address',
    noName: 'has no first and last name',
    twice: 'is there twice',
    unknownRole: 'names an unknown role',
  } as Readonly<Record<NonNullable<InvitedRow['problem']>, string>>,
  noRole: (word: string, roles: readonly string[]) =>
    `“${word}” is not a role; these are: ${roles.join(', ')}`,
  line: (line: number) => `Line ${line}`,
  guessed: 'name taken from the address',
  send: (count: number) => `Send ${counted(count, 'invitation', 'invitations')}`,
  sending: (done: number, all: number) => `${done} of ${all} sent`,
  sent: 'Sent',
  notSent: (why: string) => `Not sent: ${why}`,
  done: (sent: number, failed: number) =>
    failed === 0
      ? `${counted(sent, 'invitation was', 'invitations were')} sent.`
      : `${counted(sent, 'invitation was', 'invitations were')} sent, ${failed} not.`,
}
