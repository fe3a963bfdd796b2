// What the comparison of Word documents says.
import { counted, numberText } from '../../lib/counted.ts'
import { compareTexts } from '../texts.ts'

const redlineClasses = {
  NumbersAndDates: 'Numbers and dates',
  Money: 'Money',
  Parties: 'Parties',
  Formatting: 'Formatting',
  NotTracked: 'Not tracked',
} as const

/** Comparisons of Word documents. */
export const redlineTexts = {
  working: 'Comparing the documents. This takes a few seconds, and longer for hundreds of pages.',
  failed: (reason: string) => `These documents cannot be compared. ${reason}`,
  heading: 'Changes',
  filter: 'Which changes',
  all: (n: number) => (n === 0 ? 'No changes' : `All ${counted(n, 'change')}`),
  classOf: (name: keyof typeof redlineClasses, n: number) => `${redlineClasses[name]} (${numberText(n)})`,
  notTracked: (n: number, all: number) =>
    n === all
      ? 'None of these changes was tracked in the later document.'
      : `${n === 1 ? '1 change was' : `${numberText(n)} changes were`} not tracked in the later document.`,
  showNotTracked: 'Show',
  marked: 'Not tracked',
  kinds: {
    Inserted: 'Added',
    Deleted: 'Removed',
    Replaced: 'Changed',
    Moved: 'Moved',
    Format: 'Formatted differently',
  },
  moved: (from: string, to: string) => `from after ${from} to after ${to}`,
  movedAway: 'Moved from here',
  movedHere: 'Moved here',
  beginning: 'the beginning',
  parts: {
    Body: 'Text',
    Header: 'Header',
    Footer: 'Footer',
    Footnotes: 'Footnotes',
    Endnotes: 'Endnotes',
  },
  position: compareTexts.position,
  next: compareTexts.next,
  previous: compareTexts.previous,
  showUnchanged: compareTexts.showUnchanged,
  more: compareTexts.more,
  moreChanges: compareTexts.moreChanges,
  before: compareTexts.older,
  after: compareTexts.newer,
  download: 'Redline for Word',
  downloadPdf: 'Redline as PDF',
  noPdf: 'No PDF: the server has no LibreOffice',
  cleanCopy: 'Clean copy',
  same: 'Both documents say the same and look the same. Comments are not compared.',
  notExact:
    'This redline does not give back both texts word for word when its changes are rejected or accepted. Check it against the documents.',
} as const
