// What spreadsheet programs make of our CSV, whatever they separate cells with.
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const written = async (...texts: readonly string[]): Promise<string> => {
  const columns = texts.map((_, index) => ({ title: `c${index}`, kind: 'text' as const }))
  let csv = ''
  for await (const piece of csvOf({ columns, rows: Readable.from([[texts]]) })) csv += String(piece)
  return csv
}

/** The cells as a program reads them that splits at this separator, with quotes where a cell begins with one. */
function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  const text = csv.replace(/^\ufeff/, '')
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (quoted) {
      if (char === '"') quoted = false
      else cell += char
    } else if (char === '"' && cell === '') quoted = true
    else if (char === separator || char === '\n' || char === '\r') {
      cells.push(cell)
      cell = ''
    } else cell += char
  }
  return [...cells, cell]
}

const isFormula = (cell: string) => /^[\s"]*[=+\-@|%]/.test(cell.normalize('NFKC'))

const signs = ['=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']
const before = ['', ' ', '\u00a0', '"', '""', ' "', '\u3000']
const places = [
  '',
  'a;',
  'a,',
  'a\t',
  'a|',
  'a\n',
  'a\r\n',
  'a\r',
  'a";',
  '"a"\n',
  '";',
  '"\n',
  'a;b;',
  '",\n;',
]

test('no program takes a part of a cell for a formula, whatever it splits at [V-351]', async () => {
  const values = signs.flatMap((sign) =>
    before.flatMap((space) => places.map((place) => `${place}${space}${sign}HYPERLINK(1)`)),
  )
  for (const value of values) {
    const csv = await written('Ana', value, value)
    const formulas = [',', ';', '\t', '|'].flatMap((separator) => cellsOf(csv, separator).filter(isFormula))
    expect([value, formulas]).toEqual([value, []])
  }
})

test('other texts stay as they are [V-351]', async () => {
  for (const text of [
    'Lease - Quay Street',
    'a;b',
    'R&D; Tax',
    'x = y',
    '10% off',
    'ana@harbour.example',
    'a|b',
    "l'eau",
  ]) {
    expect(cellsOf(await written(text), ',')).toContain(text)
  }
  const long = `${'\n;, '.repeat(100_000)}=1`
  expect(await written(long)).toMatch(/,' =1"\r\n$/)
})
