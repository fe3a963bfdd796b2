// Tables as XLSX (ISO/IEC 29500), written while their rows arrive: numbers, dates and truth are what they are, texts
// are never formulas. What the table is stands above it, and sums below.
import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { Cell, NumberFormat, Table, TableColumn } from './table.ts'
import { type FormatName, formatOf, headingStyle, styleOf, stylesXml } from './xlsx-styles.ts'

/** The rows that a sheet has room for, below the titles. */
export const mostXlsxRows = 1_048_575
const longestText = 32_767
const dayMs = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)

/** The table as a workbook with one sheet, called as far as sheets can be. */
export function xlsxOf(table: Table, sheetName: string): Readable {
  const zip = new yazl.ZipFile()
  for (const [path, text] of Object.entries(partsOf(sheetNameOf(sheetName))))
    zip.addBuffer(Buffer.from(text), path)
  const sheet = Readable.from(sheetXml(table))
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  // not wrapped: that ends with the file, although its reader has not had everything
  const output = zip.outputStream.pipe(new PassThrough())
  sheet.on('error', (error) => output.destroy(error))
  return output
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const partsOf = (sheetName: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}${stylesXml}`,
})

/** Sheets are called by 31 characters at most, without those that formulas name sheets with. */
function sheetNameOf(name: string): string {
  const allowed = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replaceAll("'", '’')
    .trim()
  return allowed.slice(0, 31).toWellFormed().trim() || 'Sheet1'
}

async function* sheetXml({ columns, rows, sheet = {} }: Table): AsyncGenerator<string> {
  const { heading = [], totals = [] } = sheet
  const names = columns.map((_, index) => letters(index))
  const written: Written = { columns, names, currencyAt: sheet.currencyAt, isBold: false }
  // a line without anything is between the heading and the titles
  const titlesAt = heading.length === 0 ? 1 : heading.length + 2
  const titles = columns
    .map(({ title }, index) => textCell(`${names[index]}${titlesAt}`, title, bold))
    .join('')
  let number = titlesAt
  let begun = false
  const begin = (first: readonly (readonly Cell[])[]) =>
    `${head}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="${titlesAt}" topLeftCell="A${titlesAt + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widthsXml(columns, [...first, ...totals])}<sheetData>${headingXml(heading)}<row r="${titlesAt}">${titles}</row>`
  for await (const some of rows) {
    if (!begun) yield begin(some)
    begun = true
    yield some.map((row) => rowXml(row, { ...written, number: ++number })).join('')
  }
  if (!begun) yield begin([])
  const last = number
  yield totals.map((row) => rowXml(row, { ...written, isBold: true, number: ++number })).join('')
  const lastName = names.at(-1)
  const filtered = lastName === undefined ? '' : `<autoFilter ref="A${titlesAt}:${lastName}${last}"/>`
  yield `</sheetData>${filtered}<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`
}

const bold = styleOf('plain', true)

const headingXml = (lines: readonly string[]) =>
  lines
    .map((line, index) => {
      const cell = textCell(`A${index + 1}`, line, index === 0 ? headingStyle : styleOf('plain'))
      return `<row r="${index + 1}">${cell}</row>`
    })
    .join('')

const narrowest = 8
const widest = 60
/** Days and times as they are written, and room for the button of the filter. */
const usualWidths: Partial<Readonly<Record<TableColumn['kind'], number>>> = {
  date: 12,
  local: 20,
  moment: 20,
}
const filterButton = 3

/** The widths of the columns, in characters: of the titles, and of what the first rows have. */
function widthsXml(columns: readonly TableColumn[], rows: readonly (readonly Cell[])[]): string {
  if (columns.length === 0) return ''
  const widthOf = ({ title, kind, format }: TableColumn, index: number) => {
    // separators of thousands, and digits after the point
    const more = format === undefined ? 0 : 5
    const longest =
      usualWidths[kind] ?? Math.max(0, ...rows.map((row) => lengthOf(row[index] ?? null) + more))
    return Math.min(Math.max(narrowest, title.length + filterButton, longest + 1), widest)
  }
  const each = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column, index)}" customWidth="1"/>`,
  )
  return `<cols>${each.join('')}</cols>`
}

/** Of a text that has several lines, the longest one. */
function lengthOf(cell: Cell): number {
  if (cell === null || cell instanceof Date) return 0
  const text = String(cell).slice(0, 10 * widest)
  return Math.max(...text.split('\n').map(({ length }) => length))
}

/** The name of a column: A to Z, then AA and so on. */
function letters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : `${letters(Math.floor(index / 26) - 1)}${last}`
}

/** What the cells of a row depend on. */
interface Written {
  readonly columns: readonly TableColumn[]
  readonly names: readonly string[]
  readonly currencyAt: number | undefined
  readonly isBold: boolean
}

function rowXml(row: readonly Cell[], written: Written & { readonly number: number }): string {
  const { columns, names, number, currencyAt, isBold } = written
  const known = currencyAt === undefined ? null : row[currencyAt]
  const currency = typeof known === 'string' ? known : undefined
  const cells = columns.map(({ kind, format }, index) =>
    cellXml(`${names[index]}${number}`, row[index] ?? null, {
      kind,
      styleFor: (name) => styleOf(name, isBold),
      format,
      currency,
    }),
  )
  return `<row r="${number}">${cells.join('')}</row>`
}

interface Shown {
  readonly kind: TableColumn['kind']
  readonly format: NumberFormat | undefined
  readonly currency: string | undefined
  readonly styleFor: (format: FormatName) => number
}

function cellXml(at: string, cell: Cell, { kind, styleFor, ...shown }: Shown): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) return dateCell(at, cell.getTime(), { style: styleFor('time') })
  if (kind === 'number') return numberCell(at, cell, styleFor(formatOf(cell, shown)))
  if (kind === 'date' || kind === 'local') {
    const time = Date.parse(`${cell}${kind === 'date' ? 'T00:00:00' : ''}Z`)
    const style = styleFor(kind === 'date' ? 'day' : 'time')
    if (!Number.isNaN(time)) return dateCell(at, time, { style, written: String(cell) })
  }
  return textCell(at, String(cell), styleFor('plain'))
}

const styled = (style: number) => (style === styleOf('plain') ? '' : ` s="${style}"`)

/** Spreadsheets keep fifteen digits: a number with more stays text, so that none is lost. */
function numberCell(at: string, cell: string | number, style: number): string {
  const digits = String(cell).replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  return digits.length <= 15 && /^-?\d+(\.\d+)?$/.test(String(cell))
    ? `<c r="${at}"${styled(style)}><v>${cell}</v></c>`
    : textCell(at, String(cell), style)
}

interface DateRules {
  readonly style: number
  /** For a date that sheets do not have. */
  readonly written?: string
}

/** A date as the days since the first one that there is; one before it stays text. */
function dateCell(
  at: string,
  time: number,
  { style, written = new Date(time).toISOString() }: DateRules,
): string {
  const days = (time - firstDay) / dayMs
  return days >= 61 ? `<c r="${at}" s="${style}"><v>${days}</v></c>` : textCell(at, written)
}

const textCell = (at: string, text: string, style: number = styleOf('plain')) =>
  `<c r="${at}" t="inlineStr"${styled(style)}><is><t xml:space="preserve">${escaped(clippedTo(text))}</t></is></c>`

const clippedTo = (text: string) =>
  text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** Without the characters that XML does not have. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => entities.get(sign) ?? '')
