// The words of the pages of what one has deleted, and of the organisation's bin.
import { counted } from '../../lib/counted.ts'
import { capitalised } from '../../lib/words.ts'

export const binTexts = {
  title: 'Deleted by you',
  lead: 'For a day you can take back what you have deleted. After that an administrator can restore it.',
  files: 'Files and folders',
  none: 'Nothing to take back.',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `“${name}” is restored`,
  all: 'The bin of the organisation',
  deleted: (when: string, until: string) => `Deleted ${when}. You can take it back until ${until}.`,
} as const

const things = (count: number) => counted(count, 'entry', 'entries')

/** Those of the organisation's bin. */
export const organisationBinTexts = {
  title: 'Bin',
  lead: 'What has been deleted in your organisation, until it is deleted permanently. The name of a restricted record is shown to its members only.',
  kind: 'Kind',
  deletedBy: 'Deleted by',
  none: 'Nothing in the bin matches.',
  selectShown: 'Select all shown',
  select: (name: string) => `Select ${name}`,
  inBin: (title: string) => `${title} in the bin`,
  restricted: (record: string) => `${record}, restricted to its members`,
  on: (type: string, { type: record, id }: { readonly type: string; readonly id: number }) =>
    `${capitalised(type.toLowerCase())} on ${record.toLowerCase()} ${id}`,
  deleted: (when: string, by: string) => `deleted ${when} by ${by}`,
  kept: (until: string) => `kept until ${until}`,
  restore: (count: number) => (count === 0 ? 'Restore' : `Restore ${things(count)}`),
  restored: (count: number) => `Restored ${things(count)}.`,
  purge: (count: number) => (count === 0 ? 'Delete permanently…' : `Delete ${things(count)} permanently…`),
  purgeTitle: (count: number) => `Delete ${things(count)} permanently?`,
  purgeWarning:
    'Everything on a record goes with it: files and their versions, messages, tasks and values. This cannot be undone. What is under a legal hold stays.',
  reasonHint: 'Kept in the history of each entry, with what was deleted.',
  confirmPurge: 'Delete permanently',
  purged: (count: number) => `Deleted ${things(count)} permanently.`,
  left: (count: number) => `${things(count)} ${count === 1 ? 'stays' : 'stay'} in the bin`,
} as const
