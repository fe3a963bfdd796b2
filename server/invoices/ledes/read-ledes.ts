// Reading a file of any of the formats.
import { invoicesOfTable } from './table-invoices.ts'
import { type LedesFile, createProblems } from './ledes.ts'
import { readTable } from './table-rows.ts'
import { decodeText } from './decode-text.ts'
import { readXml } from './xml-tree.ts'
import { formatOfXml, invoicesOfXml } from './xml-invoices.ts'

const mostInvoices = 2_000

/**
 * The invoices of the file and everything that is wrong with it, for any bytes. Totals are checked by `checkTotals`.
 */
export function readLedes(bytes: Buffer): LedesFile {
  const problems = createProblems()
  const text = decodeText(bytes)
  const file = (format: LedesFile['format'], invoices: LedesFile['invoices'] = []): LedesFile => {
    const [first] = invoices
    if (!first || invoices.length <= mostInvoices) return { format, invoices, problems: problems.all }
    const message = `A file may have ${mostInvoices} invoices; this one has ${invoices.length}.`
    return { format, invoices: [], problems: [{ ...first.at, message }] }
  }
  if (text.includes('\0')) {
    problems.add({ row: 1, column: 1, field: 'format' }, 'The file is not text.')
    return file(null)
  }
  if (text.trimStart().startsWith('<')) {
    const root = readXml(text, problems)
    const invoices = root && invoicesOfXml(root, problems)
    return invoices ? file(formatOfXml(root) ?? null, invoices) : file(null)
  }
  const table = readTable(text, problems)
  return table ? file(table.format, invoicesOfTable(table, problems)) : file(null)
}
