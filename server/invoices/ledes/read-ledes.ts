// Reading a file of any of the formats.
import { invoicesOfTable } from './table-invoices.ts'
import { type LedesFile, noProblems } from './ledes.ts'
import { readTable } from './rows.ts'
import { textOfBytes } from './text.ts'
import { readXml } from './xml.ts'
import { invoicesOfXml } from './xml-invoices.ts'

const mostInvoices = 2_000

/** The invoices of the file and everything that is wrong with it, whatever its bytes are. Totals are for `checkTotals`. */
export function readLedes(bytes: Buffer): LedesFile {
  const problems = noProblems()
  const text = textOfBytes(bytes)
  const file = (format: LedesFile['format'], invoices: LedesFile['invoices'] = []): LedesFile => {
    const [first] = invoices
    if (!first || invoices.length <= mostInvoices) return { format, invoices, problems: problems.all }
    const message = `A file may have ${mostInvoices} invoices; this one has ${invoices.length}.`
    return { format, invoices: [], problems: [{ ...first.at, message }] }
  }
  if (text.includes('\0')) {
    problems.note({ row: 1, column: 1, field: 'format' }, 'The file is no text.')
    return file(null)
  }
  if (text.trimStart().startsWith('<')) {
    const root = readXml(text, problems)
    const invoices = root && invoicesOfXml(root, problems)
    return invoices ? file('LEDES XML 2.1', invoices) : file(null)
  }
  const table = readTable(text, problems)
  return table ? file(table.format, invoicesOfTable(table, problems)) : file(null)
}
