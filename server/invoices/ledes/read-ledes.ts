// Reading a file of any of the formats.
import { invoicesOfTable } from './table-invoices.ts'
import { type LedesFile, noProblems } from './ledes.ts'
import { readTable } from './rows.ts'
import { textOfBytes } from './text.ts'

/** The invoices of the file and everything that is wrong with it, whatever its bytes are. Totals are for `checkTotals`. */
export function readLedes(bytes: Buffer): LedesFile {
  const problems = noProblems()
  const text = textOfBytes(bytes)
  if (text.includes('\0')) {
    problems.note({ row: 1, column: 1, field: 'format' }, 'The file is no text.')
    return { format: null, invoices: [], problems: problems.all }
  }
  const table = readTable(text, problems)
  if (!table) return { format: null, invoices: [], problems: problems.all }
  return { format: table.format, invoices: invoicesOfTable(table, problems), problems: problems.all }
}
