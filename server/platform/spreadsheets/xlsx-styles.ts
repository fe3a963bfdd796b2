// How the cells of a workbook are shown: formats of days and numbers, and bold ones for titles and sums.
import { currencyDigits } from '../currencies.ts'
import type { NumberFormat } from './table.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The formats by their names; the first one shows what is there. */
const formats = {
  plain: '',
  day: 'yyyy\\-mm\\-dd',
  time: 'yyyy\\-mm\\-dd\\ hh:mm:ss',
  whole: '#,##0',
  decimal: '#,##0.00##',
  percent: '#,##0.0#" %"',
  amount0: '#,##0',
  amount2: '#,##0.00',
  amount3: '#,##0.000',
  amount4: '#,##0.0000',
} as const
export type FormatName = keyof typeof formats

const names = Object.keys(formats) as readonly FormatName[]
const boldFrom = names.length

/** The number of a style, as cells name it. */
export const styleOf = (name: FormatName, isBold = false): number =>
  names.indexOf(name) + (isBold ? boldFrom : 0)

/** The style of the name of a table, above it. */
export const headingStyle = 2 * boldFrom

/**
 * How a number is shown: an amount in the digits of its currency, two where that is not known; a decimal without digits
 * after the point where it has none.
 */
export function formatOf(
  value: string | number,
  { format, currency }: { readonly format: NumberFormat | undefined; readonly currency: string | undefined },
): FormatName {
  if (format === undefined) return 'plain'
  if (format === 'decimal' && Number.isInteger(Number(value))) return 'whole'
  if (format !== 'amount') return format
  const digits = currency === undefined ? 2 : digitsIn(currency)
  return names.find((name) => name === `amount${digits}`) ?? 'amount2'
}

const digitsIn = (currency: string): number => (/^[A-Z]{3}$/.test(currency) ? currencyDigits(currency) : 2)

/** The first number of formats that are not built in. */
const ownFrom = 164
const numberFormats = names.map(
  (name, index) => `<numFmt numFmtId="${ownFrom + index}" formatCode="${quoted(formats[name])}"/>`,
)
const cellFormats = (font: number) =>
  names.map((name, index) =>
    name === 'plain'
      ? `<xf fontId="${font}" applyFont="1"/>`
      : `<xf numFmtId="${ownFrom + index}" fontId="${font}" applyNumberFormat="1" applyFont="1"/>`,
  )
const font = (size: number, isBold: boolean) =>
  `<font>${isBold ? '<b/>' : ''}<sz val="${size}"/><name val="Calibri"/></font>`

function quoted(format: string): string {
  return format.replaceAll('"', '&quot;')
}

/** The part `xl/styles.xml`. */
export const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="${names.length - 1}">${numberFormats.slice(1).join('')}</numFmts><fonts count="3">${font(11, false)}${font(11, true)}${font(14, true)}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${2 * names.length + 1}">${[...cellFormats(0), ...cellFormats(1)].join('')}<xf fontId="2" applyFont="1"/></cellXfs></styleSheet>`
