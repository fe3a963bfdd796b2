// Tables as XLSX (ISO/IEC 29500), written while their rows arrive: numbers, dates and truth are what they are, texts
// are never formulas.
import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { Cell, Table, TableColumn } from './table.ts'

/** The rows that a sheet has room for, below the titles. */
export const mostXlsxRows = 1_048_575
const longestText = 32_767
const dayMs = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)

const styles = { plain: 0, day: 1, time: 2, title: 3 } as const

/** The table as a workbook with one sheet. */
export function xlsxOf(table: Table, sheetName: string): Readable {
  const zip = new yazl.ZipFile()
  for (const [path, text] of Object.entries(partsOf(sheetName))) zip.addBuffer(Buffer.from(text), path)
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
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
})

async function* sheetXml({ columns, rows }: Table): AsyncGenerator<string> {
  const titles = columns
    .map(({ title }, index) => textCell(`${letters(index)}1`, title, styles.title))
    .join('')
  const names = columns.map((_, index) => letters(index))
  let number = 1
  let begun = false
  const begin = (first: readonly (readonly Cell[])[]) =>
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widthsXml(columns, first)}<sheetData><row r="1">${titles}</row>`
  for await (const some of rows) {
    if (!begun) yield begin(some)
    begun = true
    yield some.map((row) => rowXml(columns, row, { number: ++number, names })).join('')
  }
  if (!begun) yield begin([])
  const last = names.at(-1)
  yield `</sheetData>${last === undefined ? '' : `<autoFilter ref="A1:${last}${number}"/>`}</worksheet>`
}

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
  const widthOf = ({ title, kind }: TableColumn, index: number) => {
    const longest = usualWidths[kind] ?? Math.max(0, ...rows.map((row) => lengthOf(row[index] ?? null)))
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

interface Place {
  readonly number: number
  readonly names: readonly string[]
}

const rowXml = (columns: readonly TableColumn[], row: readonly Cell[], { number, names }: Place) =>
  `<row r="${number}">${columns.map(({ kind }, index) => cellXml(`${names[index]}${number}`, row[index] ?? null, kind)).join('')}</row>`

function cellXml(at: string, cell: Cell, kind: TableColumn['kind']): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) return dateCell(at, cell.getTime(), { style: styles.time })
  if (kind === 'number') return numberCell(at, cell)
  if (kind === 'date' || kind === 'local') {
    const time = Date.parse(`${cell}${kind === 'date' ? 'T00:00:00' : ''}Z`)
    const style = kind === 'date' ? styles.day : styles.time
    if (!Number.isNaN(time)) return dateCell(at, time, { style, written: String(cell) })
  }
  return textCell(at, String(cell))
}

/** Spreadsheets keep fifteen digits: a number with more stays text, so that none is lost. */
function numberCell(at: string, cell: string | number): string {
  const digits = String(cell).replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  return digits.length <= 15 && /^-?\d+(\.\d+)?$/.test(String(cell))
    ? `<c r="${at}"><v>${cell}</v></c>`
    : textCell(at, String(cell))
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

const textCell = (at: string, text: string, style: number = styles.plain) =>
  `<c r="${at}" t="inlineStr"${style === styles.plain ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escaped(clippedTo(text))}</t></is></c>`

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
