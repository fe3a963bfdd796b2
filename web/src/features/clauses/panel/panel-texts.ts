// The words of the panel of clauses beside a document.
import { counted } from '../../../lib/counted.ts'

export const panelTexts = {
  button: 'Clauses',
  label: 'Clauses of the library',
  search: 'Search clauses',
  none: 'No clause is approved yet.',
  nothingFound: 'No clause matches.',
  loading: 'Loading…',
  back: 'All clauses',
  open: 'Open in the library',
  insert: 'Insert',
  insertOf: (what: string) => `Insert: ${what}`,
  inserted: (count: number) => `${counted(count, 'paragraph')} inserted`,
  nowhere: 'Choose the paragraph first after which it goes: click on it.',
} as const
