// `npm run guideline-figures -- [--invoices 500] [--seed 7] [folder]`: by rule of the billing guidelines how many
// planted faults are found in generated invoices, and how many flags are wrong; then what is flagged in the LEDES files
// of a folder, to be looked at.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { guidedLines } from '../server/invoices/guidelines/find-flags.ts'
import type { LedesInvoice } from '../server/invoices/ledes/ledes.ts'
import { readLedes } from '../server/invoices/ledes/read-ledes.ts'
import { isReadable, newInvoiceOf } from '../server/invoices/imports/invoice-of-file.ts'
import { lineOf } from '../server/invoices/lines.ts'
import { contextOf, foundIn, measure } from '../test/guideline-figures/measure.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { invoices: { type: 'string', default: '500' }, seed: { type: 'string', default: '7' } },
})
const folder = positionals[0] ?? '../shared/data/ledes'

const { figures, differences } = await measure(Number(values.invoices), Number(values.seed))
console.log(`${values.invoices} invoices, seed ${values.seed}`)
console.table(figures)
for (const difference of differences.slice(0, 20)) console.log(difference)

if (existsSync(folder)) {
  for (const name of globSync('*.txt', { cwd: folder }).toSorted()) {
    const { invoices } = readLedes(readFileSync(join(folder, name)))
    for (const invoice of invoices.filter(isReadable)) await printFlags(name, invoice)
  }
}

async function printFlags(name: string, invoice: LedesInvoice): Promise<void> {
  const { invoiceDate, lines: read } = newInvoiceOf({ invoice, currency: invoice.currency })
  const lines = read.map((line, index) => ({ number: index + 1, ...lineOf(line, 2) }))
  const found = await foundIn(
    {
      currency: invoice.currency ?? 'USD',
      digits: 2,
      invoiceDate,
      periodEnd: invoice.period?.end ?? null,
      hasFile: false,
      lines: await guidedLines(lines),
    },
    contextOf({ today: invoiceDate, matter: { openedOn: '1990-01-01', closedOn: null } }),
  )
  console.log(`${name}, ${invoice.number.text}, ${lines.length} lines: ${found.join('; ') || 'nothing'}`)
  for (const each of found) {
    const line = lines[Number(each.split(' ')[1]) - 1]
    if (line) console.log(`  ${each}: ${line.description} (${line.quantity} × ${line.unitPrice})`)
  }
}
