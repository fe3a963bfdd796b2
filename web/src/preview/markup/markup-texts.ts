// What the list of tracked changes says.
import { counted, numberText } from '../../lib/counted.ts'

const parts = { Body: '', Header: 'Header', Footer: 'Footer', Footnotes: 'Footnotes', Endnotes: 'Endnotes' }

const things = {
  Text: '',
  Paragraph: 'paragraph',
  Row: 'row',
  Cell: 'cell',
  Table: 'table',
  Section: 'section',
  Picture: 'picture',
}

/** Tracked changes. */
export const markupTexts = {
  heading: 'Tracked changes',
  reading: 'Reading the tracked changes…',
  none: 'There are no tracked changes in this version.',
  filter: 'Which changes',
  all: (n: number) => `All ${counted(n, 'change')}`,
  kindOf: (kind: 'Inserted' | 'Deleted' | 'Moved' | 'Formatted', n: number) =>
    `${markupTexts.filters[kind]} (${numberText(n)})`,
  filters: { Inserted: 'Added', Deleted: 'Removed', Moved: 'Moved', Formatted: 'Formatting' },
  kinds: { Inserted: 'Added', Deleted: 'Removed', Moved: 'Moved', Formatted: 'Formatted differently' },
  things,
  parts,
  formatting: (words: readonly string[]) => words.join(', '),
  movedFrom: (clause: string) => `from after ${clause}`,
  paragraphEnd: 'End of a paragraph',
  unknownAuthor: 'Unknown author',
  beginning: 'the beginning',
  accept: 'Accept',
  reject: 'Reject',
  acceptAll: 'Accept all',
  rejectAll: 'Reject all',
  decided: { Accept: 'Accepted', Reject: 'Rejected' },
  keys: 'In the list: j and k for the next and the previous change, a to accept, r to reject, u to undo that.',
  pending: (accepted: number, rejected: number) =>
    [
      ...(accepted > 0 ? [`${numberText(accepted)} accepted`] : []),
      ...(rejected > 0 ? [`${numberText(rejected)} rejected`] : []),
    ].join(', '),
  save: 'Save as a new version',
  clear: 'Undo',
  allTitle: { Accept: 'Accept all changes', Reject: 'Reject all changes' },
  allQuestion: (n: number, decision: 'Accept' | 'Reject') =>
    `${counted(n, 'change')} will be ${decision === 'Accept' ? 'accepted' : 'rejected'} in a new version of the document.`,
  goBack: (version: number) =>
    `Version ${numberText(version)} stays in the list of versions. To go back to it, download it and upload it as a new version.`,
  saved: (version: number) => `Saved as version ${numberText(version)}`,
  notCurrent: 'This is not the current version: open that one to accept and reject changes.',
  more: (n: number) => `and ${counted(n, 'more change')}, which are decided with all`,
  pendingAnswers: ({
    answers,
    resolved,
    reopened,
  }: {
    answers: number
    resolved: number
    reopened: number
  }) =>
    [
      ...(answers > 0 ? [counted(answers, 'answer')] : []),
      ...(resolved > 0 ? [`${numberText(resolved)} resolved`] : []),
      ...(reopened > 0 ? [`${numberText(reopened)} reopened`] : []),
    ].join(', '),
  reply: 'Reply',
  yourAnswer: (author: string | null) => `Your answer to ${author ?? markupTexts.unknownAuthor}`,
  removeAnswer: 'Remove answer',
  resolve: 'Resolve',
  reopen: 'Reopen',
  willBe: (resolved: boolean) => (resolved ? 'Will be resolved' : 'Will be reopened'),
  keepOpen: 'Leave it open',
  keepResolved: 'Leave it resolved',
  inConversation: 'Post in the conversation as well',
  notCurrentAnswers: 'This is not the current version: open that one to answer comments.',
} as const
