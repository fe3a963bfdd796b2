// Reading the values of cells: days, amounts, codes. For a wrong value a problem is added at its place, and it is read
// as undefined.
import { isDecimal } from '../../platform/decimal.ts'
import { isOptionalDay } from '../lines.ts'
import { isCurrency } from '../../platform/currencies.ts'
import type { Cell, Problems, Stated } from './ledes.ts'

const nameOf = ({ at }: Cell) => at.field.split('/').at(-1) ?? at.field

/** A text of the file, shortened to be quoted in a message. */
export const quoted = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** A required text. */
export function readText(cell: Cell, problems: Problems, longest = 255): string | undefined {
  const text = cell.text.trim()
  if (text === '') problems.add(cell.at, `${nameOf(cell)} is empty.`)
  return text === '' ? undefined : (readOptionalText(cell, problems, longest) ?? undefined)
}

/** A text, or null if empty. */
export function readOptionalText(cell: Cell, problems: Problems, longest = 255): string | null {
  const text = cell.text.trim()
  if (text.length <= longest && !text.includes('\0')) return text || null
  problems.add(cell.at, `${nameOf(cell)} must have at most ${longest} printable characters.`)
  return null
}

/** How a format writes days. */
export type DayForm = 'YYYYMMDD' | 'YYYY-MM-DD'

const dayForms: Readonly<Record<DayForm, RegExp>> = {
  YYYYMMDD: /^(\d{4})(\d\d)(\d\d)$/,
  'YYYY-MM-DD': /^(\d{4})-(\d\d)-(\d\d)(?:T00:00:00)?$/,
}

/** A required day, as `2026-05-06`. */
export function readDay(cell: Cell, problems: Problems, form: DayForm): string | undefined {
  if (cell.text.trim() === '') {
    problems.add(cell.at, `${nameOf(cell)} is empty; it must be a day as ${form}.`)
    return undefined
  }
  return readOptionalDay(cell, problems, form) ?? undefined
}

/** A day, or null if empty. */
export function readOptionalDay(cell: Cell, problems: Problems, form: DayForm): string | null | undefined {
  const text = cell.text.trim()
  if (text === '') return null
  const [, year, month, day] = dayForms[form].exec(text) ?? []
  const read = `${year}-${month}-${day}`
  if (year !== undefined && isOptionalDay(read)) return read
  problems.add(
    cell.at,
    `${nameOf(cell)} must be a day as ${form}; it is ${quoted(text)}.`,
    dayMeant(text, form),
  )
  return undefined
}

/** The day in the form that is asked for, where nobody can read it as another one. */
function dayMeant(text: string, form: DayForm): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)$/.exec(text) ?? []
  if (!isOptionalDay(`${year}-${month}-${day}`)) return undefined
  return [year, month, day].join(form === 'YYYYMMDD' ? '' : '-')
}

interface NumberRules {
  /** The value of an empty cell; if absent, a number is required. */
  readonly empty?: string
  readonly whole?: number
}

/** A decimal number with a point, as text: `1250.` and `.5` are accepted, thousands separators and commas are not. */
export function readNumber(
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
  const is = text === '' ? 'it is empty' : `it is ${quoted(text)}`
  problems.add(
    cell.at,
    `${nameOf(cell)} must be a number such as 1250.50, with a point and at most 4 decimal places; ${is}.`,
    numberMeant(text, whole),
  )
  return undefined
}

/**
 * The number without currency and thousands separators, where nobody can read it as another one: `2,604.00`, `2.604,00`
 * and `2604,00`, but not `2,604`.
 */
function numberMeant(text: string, whole: number): string | undefined {
  const meant = withPoint(text.replace(/^([-+]?)\s*(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc})\s*/u, '$1'))
  return meant !== undefined && isDecimal(meant, whole, 4) ? meant : undefined
}

/** A number with a point alone; undefined where a comma may separate thousands or decimals. */
function withPoint(number: string): string | undefined {
  const isPoint = /^[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d{1,4}$|^[-+]?\d{1,3}(?:,\d{3}){2,}$/.test(number)
  if (isPoint || /^[-+]?\d+$/.test(number)) return number.replaceAll(',', '')
  if (!/^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(number)) return undefined
  return number.replaceAll('.', '').replace(',', '.')
}

/** An amount stated in the file, with its place. */
export function readStatedAmount(cell: Cell, problems: Problems, rules?: NumberRules): Stated | undefined {
  const amount = readNumber(cell, problems, rules)
  return amount === undefined ? undefined : { amount, at: cell.at }
}

/** The code of a currency. */
export function readCurrency(cell: Cell, problems: Problems): string | null {
  const code = cell.text.trim().toUpperCase()
  if (isCurrency(code)) return code
  problems.add(
    cell.at,
    `${nameOf(cell)} must be three letters of ISO 4217 such as USD; it is ${quoted(cell.text.trim())}.`,
  )
  return null
}

/** A code of a set, in upper case; null if empty. */
export function readCode(
  cell: Cell,
  problems: Problems,
  { set, called }: { readonly set: ReadonlySet<string>; readonly called: string },
): string | null {
  const code = cell.text.trim().toUpperCase()
  if (code === '' || set.has(code)) return code || null
  problems.add(cell.at, `${nameOf(cell)} must be ${called}, which ${quoted(cell.text.trim())} is not.`)
  return null
}

/** Adds a problem for a code that is not allowed on this kind of line. */
export function checkEmpty(cell: Cell, problems: Problems, kind: string): void {
  if (cell.text.trim() === '') return
  problems.add(cell.at, `${nameOf(cell)} must be empty on ${kind}; it is ${quoted(cell.text.trim())}.`)
}
