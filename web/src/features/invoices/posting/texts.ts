// The words of the page on which invoices are posted.
import { counted } from '../../../lib/counted.ts'

const invoices = (number: number) => counted(number, 'invoice')
const problems = (number: number) => counted(number, 'problem')

export const postingTexts = {
  title: 'Post invoices',
  lead: 'A LEDES 1998B, 98BI V2, XML 2.0 or XML 2.1 file of your billing software. It is checked first; nothing is sent until you say so.',
  leadOfPayer:
    'A LEDES 1998B, 98BI V2, XML 2.0 or XML 2.1 file that a law firm or another payee sent you. It is checked first.',
  payee: 'Invoices of',
  otherPayee: 'Another payee',
  vendor: 'Name of the payee',
  choosePayee: 'Choose',
  payeeFirst: 'Say first whose invoices they are.',
  drop: 'Drop the file here',
  choose: 'Choose a file',
  chooseFile: 'Choose the file with the invoices',
  chosen: 'File',
  checking: 'Checking the file…',
  found: 'In the file',
  number: 'Number',
  matter: 'Matter',
  noMatter: 'Not found',
  lines: 'Lines',
  total: 'Total',
  fine: (number: number) => `${invoices(number)}, and nothing is wrong.`,
  wrong: (number: number, of: number) =>
    `${problems(of)} in ${invoices(number)}. Correct ${of === 1 ? 'it' : 'them'} here or in your billing software.`,
  refused: 'The invoices can be read, but not posted: some of it does not keep to the billing guidelines.',
  guidelines: 'Billing guidelines',
  guidelinesLead:
    'What your client asks for. Lines that are not refused can be posted; the client may reduce them.',
  guidelineRefused: 'Refused',
  check: 'Check the guidelines',
  checkLead:
    'Before it is posted: what the organisation that pays asks for and this invoice does not keep to.',
  checkedWell: 'Nothing is wrong, and the guidelines have found nothing.',
  plainErrors: 'To be corrected before it is posted',
  asked: 'What the billing guidelines ask for',
  wholeInvoice: 'The whole invoice',
  ofInvoice: (number: string) => `Invoice ${number}`,
  ofRow: (row: number, number: string) => `Row ${row}, invoice ${number}`,
  nothing: (of: number) => `${problems(of)}: the file cannot be read as invoices.`,
  problems: 'Problems',
  place: (row: number, column: number) => `Row ${row}, column ${column}`,
  corrected: (row: number, field: string) => `${field} of row ${row}`,
  again: 'Check again with the corrections',
  correctedName: 'The corrected file is what is kept as the original.',
  post: (number: number) => `Post ${invoices(number)}`,
  draft: 'Keep as drafts',
  done: 'Imported',
  tooLarge: 'The file is larger than 5 MB. Send fewer invoices in one file.',
  aboveTitle: 'Lines above the agreed rate',
  above: (lines: number) => `${counted(lines, 'line')} above the agreed rate.`,
  aboveHint: 'You can post them; your client sees it and may reduce them.',
  aboveMore: (lines: number) => `And ${counted(lines, 'more line')}.`,
  row: 'Row',
  timekeeper: 'Timekeeper',
  billed: 'Billed',
  agreed: 'Agreed',
} as const
