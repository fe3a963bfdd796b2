// The lines of an invoice as a sheet: one row of inputs for each, moved through with the keyboard.
import { VisuallyHidden } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { separatorsOf } from '../../../lib/number-separators.ts'
import { Cell, helpId } from './sheet-cell.tsx'
import {
  amountsOf,
  type CellProblems,
  type ColumnName,
  columns,
  emptyRow,
  isEmpty,
  mostRows,
  pasted,
  type SheetCode,
  type SheetRow,
  type Writing,
} from './sheet-rows.ts'
import classes from './sheet.module.css'
import { keyingTexts as texts } from './texts.ts'

interface Props {
  readonly rows: readonly SheetRow[]
  readonly problems: CellProblems
  readonly currency: string | undefined
  /** Whether lines name those that they take back. */
  readonly isCredit: boolean
  /** The tax codes that lines can name; none: the sheet does not ask for them. */
  readonly codes: readonly SheetCode[]
  readonly onRows: (change: (rows: readonly SheetRow[]) => readonly SheetRow[]) => void
}

/** How the person writes numbers and days. */
export function useWriting(): Writing {
  const format = useFormat()
  return { ...separatorsOf(format), datePattern: format.datePattern, show: format.number, date: format.date }
}

export function Sheet({ rows, problems, currency, isCredit, codes, onRows }: Props) {
  const writing = useWriting()
  const table = useRef<HTMLTableElement>(null)
  const target = useRef<Place>(undefined)
  useEffect(() => {
    if (target.current === undefined) return
    inputAt(table.current, target.current)?.focus()
    target.current = undefined
  })
  const change = (row: number, column: ColumnName, text: string) =>
    onRows((before) =>
      before.map((each, index) =>
        index === row ? { ...each, cells: { ...each.cells, ...changedCells(column, text) } } : each,
      ),
    )
  const go = (place: Place) => {
    const input = inputAt(table.current, place)
    if (input) input.focus()
    else if (place.row === rows.length && rows.length < mostRows) {
      target.current = place
      onRows((before) => [...before, emptyRow(before.at(-1))])
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const place = placeOf(event.target)
    if (place === undefined || !act(event, place)) return
    event.preventDefault()
  }
  const act = (event: KeyboardEvent, { row, column }: Place): boolean => {
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCommand) go({ row: row + (event.shiftKey ? -1 : 1), column })
    else if (isCommand && event.key.toLowerCase() === 'd' && row > 0)
      change(row, column, rows[row - 1]?.cells[column] ?? '')
    else if (isCommand && event.key === 'Backspace') remove(row, column)
    else if (isCommand || !movesRows(event.target)) return false
    else if (event.key === 'ArrowDown') go({ row: Math.min(row + 1, rows.length - 1), column })
    else if (event.key === 'ArrowUp') go({ row: row - 1, column })
    else return false
    return true
  }
  const remove = (row: number, column: ColumnName) => {
    // not `rows`: a row that was not drawn again has an earlier one
    const last = (table.current?.tBodies[0]?.rows.length ?? 1) - 2
    target.current = { row: Math.max(0, Math.min(row, last)), column }
    onRows((before) => (before.length > 1 ? before.filter((_, index) => index !== row) : [emptyRow()]))
  }
  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const text = event.clipboardData.getData('text/plain')
    const place = placeOf(event.target)
    if (place === undefined || !/[\t\n]/.test(text)) return
    event.preventDefault()
    onRows((before) => pasted(before, place, { text, writing }))
  }
  return (
    <>
      <div className={classes.scroll}>
        {/* keys and pasted tables are for all cells together */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          ref={table}
          className={classes.sheet}
          data-credit={isCredit}
          data-coded={codes.length > 0}
          aria-label={texts.lines}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        >
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden component="span">{texts.row}</VisuallyHidden>
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" data-column={name}>
                  {texts.columns[name]}
                </th>
              ))}
              <th scope="col" data-column="amount">
                {texts.amount}
              </th>
              <th scope="col">
                <VisuallyHidden component="span">{texts.removal}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row
                key={row.key}
                row={row}
                index={index}
                problems={problemsOf(problems, index)}
                writing={writing}
                currency={currency}
                codes={codes}
                onChange={change}
                onRemove={remove}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Totals rows={rows} writing={writing} currency={currency} codes={codes} />
    </>
  )
}

interface RowProps {
  readonly row: SheetRow
  readonly index: number
  /** Of this row as one text, so that rows without a change are not drawn again. */
  readonly problems: string
  readonly writing: Writing
  readonly currency: string | undefined
  readonly codes: readonly SheetCode[]
  readonly onChange: (row: number, column: ColumnName, text: string) => void
  readonly onRemove: (row: number, column: ColumnName) => void
}

const Row = memo(
  function Row({ row, index, problems, writing, currency, codes, onChange, onRemove }: RowProps) {
    const format = useFormat()
    const wrong = new Map(JSON.parse(problems) as [string, string][])
    const { amount } = amountsOf(row, writing, codes)
    const shown = currency === undefined ? format.number(amount) : format.money(amount, currency)
    return (
      <>
        <tr>
          <th scope="row">{index + 1}</th>
          {columns.map((column) => (
            <td key={column} data-column={column} data-label={texts.columns[column]}>
              <Cell
                row={index}
                column={column}
                value={row.cells[column]}
                isWrong={wrong.has(column)}
                codes={codes}
                taxCode={row.cells.taxCode}
                onChange={onChange}
              />
            </td>
          ))}
          <td data-column="amount" data-label={texts.amount}>
            {isEmpty(row) ? '' : shown}
          </td>
          <td>
            <button
              type="button"
              className={classes.remove}
              aria-label={texts.remove(index + 1)}
              onClick={() => onRemove(index, 'kind')}
            >
              ×
            </button>
          </td>
        </tr>
        {wrong.size > 0 ? (
          <tr className={classes.wrong}>
            <td colSpan={columns.length + 3}>
              {[...wrong].map(([column, message]) => (
                <small key={column} id={helpId(index, column)}>
                  {message}
                </small>
              ))}
            </td>
          </tr>
        ) : null}
      </>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.problems === after.problems &&
    before.currency === after.currency &&
    before.codes === after.codes,
)

function Totals({
  rows,
  writing,
  currency,
  codes,
}: {
  rows: readonly SheetRow[]
  writing: Writing
  currency: string | undefined
  codes: readonly SheetCode[]
}) {
  const format = useFormat()
  const sums = rows.map((row) => amountsOf(row, writing, codes))
  const net = sums.reduce((sum, { amount }) => sum + amount, 0)
  const tax = sums.reduce((sum, each) => sum + each.tax, 0)
  const shown = (value: number) => {
    const cents = Math.round(value * 100) / 100
    return currency === undefined ? format.number(cents) : format.money(cents, currency)
  }
  return (
    <dl className={classes.totals}>
      {(['net', 'tax', 'total'] as const).map((name) => (
        <div key={name} data-sum={name}>
          <dt>{texts[name]}</dt>
          <dd>{shown({ net, tax, total: net + tax }[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A code that is chosen says the rate: one that was typed before is forgotten. */
const changedCells = (column: ColumnName, text: string) =>
  column === 'taxCode' ? { taxCode: text, taxRate: '' } : { [column]: text }

interface Place {
  readonly row: number
  readonly column: ColumnName
}

function placeOf(target: EventTarget): Place | undefined {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {}
  const name = columns.find((each) => each === column)
  return row === undefined || name === undefined ? undefined : { row: Number(row), column: name }
}

const inputAt = (table: HTMLTableElement | null, { row, column }: Place) =>
  table?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)

/** Arrows choose within a select, and change the parts of a day. */
const movesRows = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'date'

function problemsOf(problems: CellProblems, row: number): string {
  const its = [...problems].filter(([place]) => place.startsWith(`${row}.`))
  return JSON.stringify(its.map(([place, message]) => [place.slice(place.indexOf('.') + 1), message]))
}
