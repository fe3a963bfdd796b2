// Amounts and numbers as people write them, in any of the usual notations. What can be read in one way only is read;
// what can be read in two, or says more than a number, is refused with what would be right.

/** How the person writes numbers, and what the field takes. */
export interface AmountWriting {
  readonly decimal: string
  readonly group: string
  /** A number as the person writes it. */
  readonly show: (value: number) => string
  /** Three letters; undefined for a field of plain numbers, or one that has its currency beside it. */
  readonly currency?: string | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** How many decimal places it has at most. */
  readonly decimals?: number | undefined
}

/** A number, or a sentence about why it is none. */
export type ReadAmount = { readonly value: number } | { readonly problem: string }

const mostDigits = 15
const spaces = /[\s\u00a0\u2007\u2009\u202f]/g
const signs: Readonly<Record<string, string>> = {
  '٫': '.',
  '٬': ',',
  '−': '-',
  '–': '-',
  '’': "'",
  '‘': "'",
  '＇': "'",
}
// the zeros of the digits that NFKC leaves: Arabic, Persian, Devanagari, Bengali, Thai
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50]
const symbols: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  US$: ['USD'],
  NZ$: ['NZD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  R$: ['BRL'],
  $: ['USD', 'NZD', 'AUD', 'CAD', 'SGD', 'HKD', 'MXN'],
  'KR.': ['DKK', 'SEK', 'NOK'],
  KR: ['DKK', 'SEK', 'NOK'],
  'FR.': ['CHF'],
}
const shortened: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  mio: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  mrd: 1e9,
  billion: 1e9,
}

/** Reads what was written in a field for an amount or a number; the text is not empty. */
export function readAmount(text: string, writing: AmountWriting): ReadAmount {
  const written = plainOf(text)
  const { body, currency, isNegative } = partsOf(written)
  const wrong = wrongCurrency(currency, writing)
  if (wrong !== undefined) return { problem: wrong }
  const short = /^([\d.,' ]+) ?([a-z]+)$/i.exec(body)
  const times = shortened[short?.[2]?.toLowerCase() ?? '']
  if (short && times !== undefined) return inFull(short[1] ?? '', times, writing)
  const power = /^([\d.,]+)e\+?(\d{1,2})$/i.exec(body)
  if (power) return inFull(power[1] ?? '', 10 ** Number(power[2]), writing)
  const digits = digitsOf(body, writing)
  if (typeof digits !== 'string') return digits
  return checked(isNegative ? `-${digits}` : digits, writing)
}

/** Digits as 0 to 9, spaces as one kind of space, signs as one sign. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code))
    })
    .replaceAll(/[٫٬−–’‘＇]/g, (sign) => signs[sign] ?? sign)
    .replaceAll(spaces, ' ')
    .trim()

interface Parts {
  readonly body: string
  /** As it was written, if one was. */
  readonly currency: string | undefined
  readonly isNegative: boolean
}

/** Takes the sign and the currency off: `-EUR 5`, `(5.00)`, `5 €-`. */
function partsOf(written: string): Parts {
  // 20.- is 20 without small change
  let body = written.replace(/(\d)[.,]-{1,2}$/, '$1')
  let isNegative = false
  let currency: string | undefined
  for (let before = ''; before !== body; ) {
    before = body
    const inBrackets = /^\((.+)\)$/.exec(body)
    const signed = /^-(.+)$/.exec(body) ?? /^(.+)-$/.exec(body) ?? inBrackets
    const first = /^([A-Z]{3}(?![A-Z])|[A-Z]{0,2}\p{Sc}|kr\.?|fr\.)/iu.exec(body)
    const last = /(\p{Sc}|(?<!\p{L})[A-Z]{3}|(?<!\p{L})kr\.?)$/iu.exec(body)
    const named = first ?? last
    if (signed && !isNegative) [isNegative, body] = [true, signed[1] ?? '']
    else if (
      named &&
      /\d/.test(body) &&
      currency === undefined &&
      shortened[named[0].toLowerCase()] === undefined
    ) {
      currency = named[0].toUpperCase()
      body = first ? body.slice(named[0].length) : body.slice(0, -named[0].length)
    } else body = body.replace(/^\+/, '')
    body = body.trim()
  }
  return { body, currency, isNegative }
}

function wrongCurrency(written: string | undefined, { currency }: AmountWriting): string | undefined {
  if (written === undefined) return undefined
  if (currency === undefined || currency === '')
    return `Write the number without ${written}: the currency is not part of this field.`
  if (written === currency || symbols[written]?.includes(currency)) return undefined
  return `This field is in ${currency}, and you wrote ${written}. Write the amount in ${currency}.`
}

/** `10k` means something, and what it means is written in full. */
function inFull(body: string, times: number, writing: AmountWriting): ReadAmount {
  const digits = digitsOf(body.trim(), writing)
  const value = typeof digits === 'string' ? Number(digits) * times : Number.NaN
  return Number.isSafeInteger(value)
    ? { problem: `Write it in full: ${writing.show(value)}.` }
    : { problem: exampleOf(writing) }
}

const exampleOf = ({ show, decimals }: AmountWriting): string =>
  `That is not a number that can be read. Write it like ${show(decimals === 0 ? 12 : 1234.5)}.`

/** The digits with a point before the decimal places, or why they are none. */
function digitsOf(body: string, writing: AmountWriting): string | { readonly problem: string } {
  const none = { problem: exampleOf(writing) }
  if (!/^[.,]?\d(?:[\d.,' ]*\d)?[.,]?$/.test(body) || /[.,' ]{2}/.test(body)) return none
  const kinds = [...new Set(body.replaceAll(/\d/g, ''))]
  const last = kinds.at(-1)
  if (last === undefined) return body
  const count = body.split(last).length - 1
  if (kinds.length > 2 || (kinds.length === 2 && (count > 1 || !isDecimal(last)))) return none
  if (kinds.length === 2) {
    const [whole = '', behind = ''] = body.split(last)
    return isGrouped(whole, kinds[0] ?? '') ? pointed(whole, behind) : none
  }
  if (count > 1 || !isDecimal(last)) return isGrouped(body, last) ? pointed(body, '') : none
  const [whole = '', behind = ''] = body.split(last)
  const mayBeGroup = behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (!mayBeGroup) return pointed(whole, behind)
  if (last === writing.group) return pointed(whole + behind, '')
  if (last === writing.decimal && (writing.decimals ?? 2) > 2) return pointed(whole, behind)
  const [thousands, small] = [Number(whole + behind), Number(`${whole}.${behind}`)]
  if (writing.decimals === 0 && !Number.isInteger(small))
    return { problem: `Write a whole number. If it is ${writing.show(thousands)}, write it so.` }
  return {
    problem: `${body} can be read in two ways: write ${writing.show(thousands).replaceAll(spaces, ' ')} or ${withPlaces(small, writing)}.`,
  }
}

const withPlaces = (value: number, { decimal, decimals, show }: AmountWriting) =>
  decimals === 0 ? show(value) : value.toFixed(2).replace('.', decimal)

const isDecimal = (sign: string): boolean => sign === '.' || sign === ','

/** Groups of three, or as in India of two and at last three. */
const isGrouped = (whole: string, sign: string): boolean => {
  const [first = '', ...groups] = whole.split(sign)
  const end = groups.pop() ?? ''
  return (
    /^[1-9]\d{0,2}$/.test(first) &&
    /^\d{3}$/.test(end) &&
    (groups.every((each) => /^\d{3}$/.test(each)) ||
      (sign === ',' && first.length <= 2 && groups.every((each) => /^\d{2}$/.test(each))))
  )
}

const pointed = (whole: string, behind: string): string => {
  const digits = whole.replaceAll(/\D/g, '')
  return behind === '' ? digits : `${digits === '' ? '0' : digits}.${behind}`
}

function checked(digits: string, { show, currency, min, max, decimals }: AmountWriting): ReadAmount {
  const value = Number(digits)
  const places = digits.split('.')[1]?.replace(/0+$/, '').length ?? 0
  const unit = currency === undefined || currency === '' ? '' : ` ${currency}`
  if (digits.replaceAll(/^-?0*|\D/g, '').length > mostDigits)
    return { problem: `It can have ${mostDigits} digits at most.` }
  if (decimals !== undefined && places > decimals)
    return {
      problem: decimals === 0 ? 'Write a whole number.' : `It can have ${decimals} decimal places at most.`,
    }
  if (min !== undefined && value < min)
    return { problem: min === 0 ? 'It must not be negative.' : `It must be ${show(min)}${unit} or more.` }
  if (max !== undefined && value > max) return { problem: `It must be ${show(max)}${unit} or less.` }
  return { value }
}

/** What is said of a list of whole numbers that cannot be read. */
export const WHOLE_NUMBERS = 'Write whole numbers with a comma and a space between them, such as 5, 10.'

/**
 * Reads whole numbers in a list, such as `5, 10`; NaN for what is none, with which no change is sent. `50,100` is two
 * numbers to one person and 50,100 to another.
 */
export const readWholeNumbers = (text: string, writing: AmountWriting): readonly number[] =>
  text
    .split(/[\s;]+/)
    .flatMap((part) => (/\d,\d{3}(?!\d)/.test(part) ? [part] : part.split(',')))
    .filter((part) => part !== '')
    .map((part) => {
      const read = readAmount(part, { ...writing, decimals: 0 })
      return !part.includes(',') && 'value' in read ? read.value : Number.NaN
    })

/** A number as the person writes it, with all its decimal places; empty for none. */
export function shownAmount(
  value: number | null | undefined,
  { decimal, show }: Pick<AmountWriting, 'decimal' | 'show'>,
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  const [, places = ''] = String(value).split('.')
  const whole = show(Math.trunc(Math.abs(value)))
  return `${value < 0 ? '-' : ''}${whole}${places === '' ? '' : decimal}${places}`
}
