// The lines of an invoice as they are keyed in: texts in cells, read as the person writes numbers and days.
import type { Sent } from '../../../lib/calls.ts'
import { readAmount } from '../../../lib/written-amount.ts'
import { readDay } from '../../../lib/written-day.ts'
import type { Invoice } from '../review/invoice-calls.ts'

type NewLine = Sent<'/v2/invoices', 'post'>['lines'][number]

/** The columns in their order, and what `code` is: an activity of a fee, or the code of an expense. */
export const columns = [
  'kind',
  'workDate',
  'timekeeper',
  'timekeeperNumber',
  'timekeeperClass',
  'taskCode',
  'code',
  'description',
  'quantity',
  'unitPrice',
  'adjustment',
  'taxRate',
  'taxCode',
  'creditsLine',
] as const
export type ColumnName = (typeof columns)[number]
export type Cells = Readonly<Record<ColumnName, string>>

export interface SheetRow {
  /** For React only. */
  readonly key: number
  readonly cells: Cells
}

/** What is wrong, by `row.column`: the number of the row from 0. */
export type CellProblems = ReadonlyMap<string, string>

export const numeric: ReadonlySet<ColumnName> = new Set([
  'quantity',
  'unitPrice',
  'adjustment',
  'taxRate',
  'creditsLine',
])
const kinds = ['Fee', 'Disbursement', 'OtherFee'] as const
/** An invoice with more is sent as a file. */
export const mostRows = 500

/** How a person writes numbers and days. */
export interface Writing {
  readonly decimal: string
  readonly group: string
  /** Such as `dd/mm/yyyy`. */
  readonly datePattern: string
  readonly show: (value: number) => string
  /** A day as the person reads it. */
  readonly date: (day: string) => string
}

let lastKey = 0

/** A tax code that lines can name, with the rate that it bills on the day of the invoice, if it has one. */
export interface SheetCode {
  readonly code: string
  readonly name: string
  readonly rate: number | undefined
}

/** What a row bills that names this code and states no rate. */
export const usualRate = (code: string, codes: readonly SheetCode[]): number | undefined =>
  code.trim() === ''
    ? undefined
    : codes.find((each) => each.code.toLowerCase() === code.trim().toLowerCase())?.rate

/** An empty row; a fee with the tax of the row before. */
export const emptyRow = (before?: SheetRow): SheetRow => ({
  key: ++lastKey,
  cells: {
    kind: 'Fee',
    workDate: '',
    timekeeper: '',
    timekeeperNumber: '',
    timekeeperClass: '',
    taskCode: '',
    code: '',
    description: '',
    quantity: '',
    unitPrice: '',
    adjustment: '',
    taxRate: before?.cells.taxRate ?? '',
    taxCode: before?.cells.taxCode ?? '',
    creditsLine: '',
  },
})

/** A row with these cells. */
export const rowOf = (cells: Cells): SheetRow => ({ key: ++lastKey, cells })

/** Whether nothing was keyed in: such rows are left out. */
export const isEmpty = ({ cells }: SheetRow): boolean =>
  columns.every(
    (name) => name === 'kind' || name === 'taxRate' || name === 'taxCode' || cells[name].trim() === '',
  )

/** A number as the API has it; undefined for what is none, or can be read in two ways. */
export function readNumber(text: string, writing: Writing): number | undefined {
  const read = readAmount(text, { ...writing, decimals: 4 })
  return 'value' in read ? read.value : undefined
}

/** The amount of a row without tax, and its tax; 0 for what cannot be read yet. The server has the last word. */
export function amountsOf(
  { cells }: SheetRow,
  writing: Writing,
  codes: readonly SheetCode[] = [],
): { amount: number; tax: number } {
  const number = (name: ColumnName, usual: number) =>
    cells[name].trim() === '' ? usual : (readNumber(cells[name], writing) ?? 0)
  const price = number('unitPrice', 0)
  const amount = toCents(number('quantity', 1) * price + number('adjustment', 0))
  const rate = number('taxRate', usualRate(cells.taxCode, codes) ?? 0)
  return { amount, tax: toCents((amount * rate) / 100) }
}

const toCents = (value: number) => Math.round((value + Math.sign(value) * 1e-9) * 100) / 100

/** The lines to send, or what cannot be read. */
export function linesOf(
  rows: readonly SheetRow[],
  writing: Writing,
  words: { readonly number: string; readonly needed: string },
): { lines: NewLine[] } | { problems: CellProblems } {
  const problems = new Map<string, string>()
  const lines = rows.flatMap((row, index): NewLine[] => {
    if (isEmpty(row)) return []
    const { cells } = row
    const number = (name: ColumnName) => {
      const text = cells[name].trim()
      const value = text === '' ? undefined : readNumber(text, writing)
      if (text !== '' && value === undefined) problems.set(`${index}.${name}`, words.number)
      return value
    }
    const unitPrice = number('unitPrice')
    if (cells.unitPrice.trim() === '') problems.set(`${index}.unitPrice`, words.needed)
    if (cells.description.trim() === '') problems.set(`${index}.description`, words.needed)
    const kind = kinds.find((each) => each === cells.kind) ?? 'Fee'
    const code = cells.code.trim().toUpperCase()
    const isExpense = kind === 'Disbursement'
    return [
      {
        kind,
        description: cells.description.trim(),
        unitPrice: unitPrice ?? 0,
        quantity: number('quantity') ?? 1,
        adjustment: number('adjustment') ?? 0,
        ...taxOf(cells.taxCode.trim(), number('taxRate')),
        workDate: textOf(cells.workDate),
        timekeeper: textOf(cells.timekeeper),
        timekeeperNumber: textOf(cells.timekeeperNumber),
        timekeeperClass: textOf(cells.timekeeperClass),
        taskCode: textOf(cells.taskCode),
        activityCode: isExpense ? null : textOf(code),
        expenseCode: isExpense ? textOf(code) : null,
        creditsLine: number('creditsLine') ?? null,
      },
    ]
  })
  return problems.size > 0 ? { problems } : { lines }
}

const textOf = (text: string) => text.trim() || null

/** A code says the rate; one that is stated beside it is checked. */
const taxOf = (code: string, taxRate: number | undefined) =>
  code === ''
    ? { taxCode: null, taxRate: taxRate ?? 0 }
    : { taxCode: { code }, ...(taxRate === undefined ? {} : { taxRate }) }

/** The rows of an invoice that is there. */
export const rowsOf = ({ lines }: Pick<Invoice, 'lines'>, { show }: Writing): readonly SheetRow[] =>
  lines.map((line) => ({
    key: ++lastKey,
    cells: {
      kind: line.kind,
      workDate: line.workDate ?? '',
      timekeeper: line.timekeeper ?? '',
      timekeeperNumber: line.timekeeperNumber ?? '',
      timekeeperClass: line.timekeeperClass ?? '',
      taskCode: line.taskCode ?? '',
      code: line.activityCode ?? line.expenseCode ?? '',
      description: line.description,
      quantity: show(line.quantity ?? 1),
      unitPrice: show(line.unitPrice),
      adjustment: line.adjustment ? show(line.adjustment) : '',
      taxRate: line.taxRate && !line.taxCode ? show(line.taxRate) : '',
      taxCode: line.taxCode?.code ?? '',
      creditsLine: line.creditsLine ? show(line.creditsLine) : '',
    },
  }))

/**
 * The rows after a table of text, as spreadsheets copy it, was pasted at a cell: rows are added as needed, up to the
 * most. What is beyond the last column is left out.
 */
export function pasted(
  rows: readonly SheetRow[],
  at: { readonly row: number; readonly column: ColumnName },
  { text, writing }: { readonly text: string; readonly writing: Writing },
): readonly SheetRow[] {
  const table = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const first = columns.indexOf(at.column)
  const after = [...rows]
  for (const [down, texts] of table.slice(0, mostRows - at.row).entries()) {
    const row = after[at.row + down] ?? emptyRow(after.at(-1))
    const changed = texts.flatMap((each, right) => {
      const name = columns[first + right]
      return name === undefined ? [] : [[name, cellFrom(name, each.trim(), writing)] as const]
    })
    after[at.row + down] = { ...row, cells: { ...row.cells, ...Object.fromEntries(changed) } }
  }
  return after
}

function cellFrom(name: ColumnName, text: string, writing: Writing): string {
  if (name === 'workDate') {
    const read = readDay(text, writing)
    return 'day' in read ? read.day : ''
  }
  if (name !== 'kind') return text
  return (
    kinds.find((kind) => kind.toLowerCase() === text.toLowerCase().replaceAll(' ', '')) ?? kindOfLetter(text)
  )
}

// F and E, as in LEDES files
const kindOfLetter = (text: string) => (/^e/i.test(text) || /^disb/i.test(text) ? 'Disbursement' : 'Fee')

/** Where the problem with a property of a line is in the sheet: lines count from 0, without the empty rows. */
export function cellOf(rows: readonly SheetRow[], line: number, property: string): string | undefined {
  const row = rows.flatMap((each, index) => (isEmpty(each) ? [] : [index]))[line]
  const isCode = property === 'activityCode' || property === 'expenseCode'
  const column = isCode ? 'code' : columns.find((name) => name === property)
  return row === undefined || column === undefined ? undefined : `${row}.${column}`
}
