// The texts of the pages of imports.
import { state, type States } from '../../lib/states.ts'
import type { Import } from './imports.ts'

export const importStates: States<Import['state']> = {
  Mapping: state('To be checked', 'draft'),
  Checking: state('Checking', 'talking'),
  Checked: state('Checked', 'waiting'),
  Running: state('Importing', 'talking'),
  Stopped: state('Stopped', 'waiting'),
  Done: state('Imported', 'good'),
  Undoing: state('Undoing', 'talking'),
  Undone: state('Undone', 'draft'),
}

const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`)

export const texts = {
  title: 'Import',
  lead: 'Bring in what another system or a spreadsheet has. Nothing is made before you have checked it, and nobody is notified.',
  begin: 'New import',
  kind: 'What the rows of your table are',
  kindHint: 'Import in the order of this list: rows refer to what is here already.',
  table: 'Table',
  tableHint: 'CSV or Excel (.xlsx), with headings in the first row; 50,000 rows at most.',
  chooseTable: 'Choose the table',
  send: 'Read the table',
  reading: 'Reading the table…',
  earlier: 'Imports so far',
  none: 'There are none yet. They are kept for 30 days.',
  about: (kind: string, total: number, when: string) => `${kind} · ${rows(total)} · ${when}`,
  all: 'All imports',
  rowsOf: (kind: string, total: number) => `${kind} · ${rows(total)}`,

  files: 'Files',
  filesLead:
    'Add the files that your table names: a folder, single files or zip archives. The end of a path is enough where only one file has it.',
  filesCount: (count: number, size: string) =>
    count === 0
      ? 'No files yet.'
      : `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}, ${size}.`,
  unpacking: (archives: number) =>
    archives === 1 ? 'An archive is being unpacked…' : `${archives} archives are being unpacked…`,
  addFiles: 'Add files or archives',
  addFolder: 'Add a folder',
  sending: (sent: number, total: number) => `Sending file ${sent + 1} of ${total}…`,
  unpackFailed: 'An archive could not be unpacked',

  columns: 'Columns',
  columnsLead: 'Say what each column is. What is left out stays in your table.',
  property: (heading: string) => `What “${heading}” is`,
  leaveOut: 'Leave out',
  pattern: (heading: string) => `How “${heading}” is written`,
  patternRead: (pattern: string) => `Read as ${pattern}`,
  choosePattern: 'Choose how it is written',
  ambiguous: 'Its texts can be read in more than one way.',
  samples: (samples: readonly string[]) => samples.join(' · '),
  empty: 'no texts',
  unnamed: (column: number) => `Column ${column}`,
  required: (label: string) => `${label} (needed)`,
  missing: (labels: readonly string[]) => `Still needed: ${labels.join(', ')}.`,
  always: 'For every row that says nothing itself',
  alwaysProperty: 'Property',
  alwaysText: 'Text',
  alwaysAdd: 'Add',
  alwaysRemove: (label: string) => `Remove ${label}`,
  keep: 'Keep this mapping',
  keepName: 'Name',
  keepLead: 'It is used for the next table with these headings.',
  kept: 'The mapping is kept.',
  keptTitle: 'Mappings that are kept',
  noKept: 'None yet. A mapping is kept on the page of an import.',
  aboutKept: (kind: string, when: string) => `${kind} · kept ${when}`,
  headings: (headings: readonly string[]) => headings.join(' · '),
  keptToUse: 'A mapping that is kept',
  keptToUseLead: 'What it does not know is guessed.',
  chooseKept: 'Choose',
  keptIsUsed: 'The mapping is used.',
  delete: 'Delete',
  deleteKept: (name: string) => `Delete ${name}`,
  deleteKeptTitle: 'Delete this mapping?',
  deleteKeptText: (name: string) =>
    `${name} is no longer used for new tables. Imports that used it stay as they are.`,

  check: 'Check',
  checkAgain: 'Check again',
  checkLead: 'Every row is tried and taken back: you see everything that is wrong before anything is made.',
  checking: (done: number, total: number) => `${done.toLocaleString('en')} of ${rows(total)} checked`,
  allRight: (total: number) => `${rows(total)}, nothing wrong.`,
  wrongRows: (wrong: number, total: number) =>
    `${rows(wrong)} of ${total.toLocaleString('en')} cannot be imported as they are.`,
  problems: 'What is wrong',
  inRows: (numbers: readonly number[], count: number) =>
    `${count === 1 ? 'Row' : 'Rows'} ${numbers.join(', ')}${count > numbers.length ? ` and ${(count - numbers.length).toLocaleString('en')} more` : ''}`,
  found: (text: string) => `“${text}”`,
  readAs: (text: string) => `Read “${text}” as`,
  readAsShort: 'Read it as',
  use: 'Use',
  useFor: (text: string) => `Use this for “${text}”`,
  willBe: (text: string) => (text === '' ? 'Will be left empty.' : `Will be read as “${text}”.`),

  run: 'Import',
  runRows: (count: number) => `Import ${rows(count)}`,
  runLead: 'Nobody is notified. You can stop it, and undo it once.',
  runWithout: (count: number, wrong: number) =>
    `Import ${rows(count)} without the ${wrong.toLocaleString('en')} that are wrong`,
  goOn: 'Go on',
  running: (done: number, total: number) => `${done.toLocaleString('en')} of ${rows(total)}`,
  stop: 'Stop',
  stopped: 'It was stopped. What was made is there.',

  result: 'Result',
  made: (count: number) => `${count.toLocaleString('en')} made`,
  skipped: (count: number) => `${count.toLocaleString('en')} left out`,
  undone: (count: number) => `${count.toLocaleString('en')} removed again`,
  download: 'Download the result (CSV)',
  downloadHint: 'Each row with what became of it, and the id of what was made.',
  undo: 'Undo the import',
  undoTitle: 'Undo this import?',
  undoLead:
    'Everything that it made is removed for good, unless someone has worked on it since. You can do this once.',
  remove: 'Remove this import',
  removeTitle: 'Remove this import?',
  removeLead: 'Its table and files are removed. What it made stays, and cannot be undone any more.',
  failure: 'It stopped',
} as const
