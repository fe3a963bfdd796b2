// One cell of the sheet of lines: a text, a number, a day, or a choice.
import { type ColumnName, numeric, type SheetCode, usualRate } from './sheet-rows.ts'
import { keyingTexts as texts } from './texts.ts'

/** The id of what is wrong with a cell. */
export const helpId = (row: number, column: string) => `sheet-${row}-${column}`

interface Props {
  readonly row: number
  readonly column: ColumnName
  readonly value: string
  readonly isWrong: boolean
  readonly codes: readonly SheetCode[]
  /** The tax code of the row. */
  readonly taxCode: string
  readonly onChange: (row: number, column: ColumnName, text: string) => void
}

export function Cell({ row, column, value, isWrong, codes, taxCode, onChange }: Props) {
  const shared = {
    'aria-label': texts.cell(texts.columns[column], row + 1),
    'aria-invalid': isWrong,
    'data-row': row,
    'data-column': column,
    ...(isWrong ? { 'aria-describedby': helpId(row, column) } : {}),
  }
  const choices = choicesOf(column, value, codes)
  if (choices) {
    const chosen = choices.find(([choice]) => choice.toLowerCase() === value.toLowerCase())?.[0] ?? value
    return (
      <select
        {...shared}
        value={chosen}
        onChange={(event) => onChange(row, column, event.currentTarget.value)}
      >
        {choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...shared}
      value={value}
      type={column === 'workDate' ? 'date' : 'text'}
      maxLength={column === 'description' ? 4_000 : 255}
      {...(numeric.has(column) ? { inputMode: 'decimal' } : {})}
      {...(column === 'taxRate' ? { placeholder: usualRate(taxCode, codes)?.toString() ?? '' } : {})}
      autoComplete="off"
      onChange={(event) => onChange(row, column, event.currentTarget.value)}
    />
  )
}

function choicesOf(column: ColumnName, value: string, codes: readonly SheetCode[]) {
  if (column === 'kind') return Object.entries(texts.kinds)
  if (column !== 'taxCode') return undefined
  const known = codes.map(({ code, name }) => [code, `${code} ${name}`] as const)
  const isKnown = value === '' || known.some(([code]) => code.toLowerCase() === value.toLowerCase())
  // what was pasted stays, for the server to say what is wrong with it
  return [['', texts.noTaxCode] as const, ...known, ...(isKnown ? [] : [[value, value] as const])]
}
