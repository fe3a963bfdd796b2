// The words of the panel of clauses beside a document.
import { counted } from '../../../lib/counted.ts'

export const panelTexts = {
  button: 'Clauses',
  label: 'Clauses of the library',
  search: 'Search clauses',
  none: 'No clause is approved yet.',
  nothingFound: 'No clause matches.',
  loading: 'Loading…',
  inDocument: 'In this document',
  find: 'Find it in this document',
  under: (heading: string) => `Under “${heading}”`,
  finding: 'Looking for the passage…',
  noPassage: 'No passage of this document is like this clause.',
  nearestTo: 'Nearest to',
  same: (share: number) => `${Math.floor(share * 100)}% the same`,
  compareWith: 'Compare with',
  legend: 'Struck through: only in the library. Underlined: only in the document.',
  versions: 'Versions',
  back: 'All clauses',
  open: 'Open in the library',
  insert: 'Insert',
  insertOf: (what: string) => `Insert: ${what}`,
  inserted: (count: number) => `${counted(count, 'paragraph')} inserted`,
  nowhere: 'Choose the paragraph first after which it goes: click on it.',
} as const
