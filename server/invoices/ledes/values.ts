// The values in the cells of a file: days, amounts, codes. What is wrong is noted with its place and read as undefined.
import { isDecimal } from '../../platform/decimal.ts'
import { isCurrency, isDayOrNull } from '../lines.ts'
import type { Cell, Problems, Stated } from './ledes.ts'

const nameOf = ({ at }: Cell) => at.field.split('/').at(-1) ?? at.field

/** A text of the file as it is quoted in a message, which may be a long one. */
export const shown = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** A text that must be there. */
export function textIn(cell: Cell, problems: Problems, longest = 255): string | undefined {
  const text = cell.text.trim()
  if (text === '') problems.note(cell.at, `${nameOf(cell)} is empty.`)
  return text === '' ? undefined : (optionalTextIn(cell, problems, longest) ?? undefined)
}

/** A text, null where there is none. */
export function optionalTextIn(cell: Cell, problems: Problems, longest = 255): string | null {
  const text = cell.text.trim()
  if (text.length <= longest && !text.includes('\0')) return text || null
  problems.note(
    cell.at,
    `${nameOf(cell)} must have ${longest} characters at most and none that cannot be printed.`,
  )
  return null
}

/** How the days of a format are written. */
export type DayForm = 'YYYYMMDD' | 'YYYY-MM-DD'

const dayForms: Readonly<Record<DayForm, RegExp>> = {
  YYYYMMDD: /^(\d{4})(\d\d)(\d\d)$/,
  'YYYY-MM-DD': /^(\d{4})-(\d\d)-(\d\d)(?:T00:00:00)?$/,
}

/** A day that must be there, as `2026-05-06`. */
export function dayIn(cell: Cell, problems: Problems, form: DayForm): string | undefined {
  if (cell.text.trim() === '') {
    problems.note(cell.at, `${nameOf(cell)} is empty; it must be a day as ${form}.`)
    return undefined
  }
  return optionalDayIn(cell, problems, form) ?? undefined
}

/** A day, null where there is none. */
export function optionalDayIn(cell: Cell, problems: Problems, form: DayForm): string | null | undefined {
  const text = cell.text.trim()
  if (text === '') return null
  const [, year, month, day] = dayForms[form].exec(text) ?? []
  const read = `${year}-${month}-${day}`
  if (year !== undefined && isDayOrNull(read)) return read
  problems.note(cell.at, `${nameOf(cell)} must be a day as ${form}; it is ${shown(text)}.`)
  return undefined
}

interface NumberRules {
  /** What stands for an empty cell; without it the number must be there. */
  readonly empty?: string
  readonly whole?: number
}

/** A decimal number with a point, as text: `1250.` and `.5` are taken, thousands separators and commas are not. */
export function numberIn(
  cell: Cell,
  problems: Problems,
  { empty, whole = 12 }: NumberRules = {},
): string | undefined {
  const text = cell.text.trim()
  if (text === '' && empty !== undefined) return empty
  const number = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  if (text !== '' && /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(text) && isDecimal(number, whole, 4)) return number
  const is = text === '' ? 'it is empty' : `it is ${shown(text)}`
  problems.note(
    cell.at,
    `${nameOf(cell)} must be a number such as 1250.50, with a point and at most 4 digits behind it; ${is}.`,
  )
  return undefined
}

/** An amount that the file states, with its place. */
export function statedIn(cell: Cell, problems: Problems, rules?: NumberRules): Stated | undefined {
  const amount = numberIn(cell, problems, rules)
  return amount === undefined ? undefined : { amount, at: cell.at }
}

/** The letters of a currency. */
export function currencyIn(cell: Cell, problems: Problems): string | null {
  const code = cell.text.trim().toUpperCase()
  if (isCurrency(code)) return code
  problems.note(
    cell.at,
    `${nameOf(cell)} must be three letters of ISO 4217 such as USD; it is ${shown(cell.text.trim())}.`,
  )
  return null
}

/** A code of a set, in upper case; null where there is none. */
export function codeIn(
  cell: Cell,
  problems: Problems,
  { set, called }: { readonly set: ReadonlySet<string>; readonly called: string },
): string | null {
  const code = cell.text.trim().toUpperCase()
  if (code === '' || set.has(code)) return code || null
  problems.note(cell.at, `${nameOf(cell)} must be ${called}; ${shown(cell.text.trim())} is none.`)
  return null
}

/** Notes a code that has no place on a line of this kind. */
export function notHere(cell: Cell, problems: Problems, kind: string): void {
  if (cell.text.trim() === '') return
  problems.note(cell.at, `${nameOf(cell)} must be empty on ${kind}; it is ${shown(cell.text.trim())}.`)
}
