// Numbers and amounts as people and other systems write them, with what groups their digits and what ends their whole
// part. As with days, a column is read in one way.

const groups = (sign: string) => `\\d{1,3}(?:${sign}\\d{3})+`
const numberOf = (sign: string, point: string) => new RegExp(`^-?(?:${groups(sign)}|\\d+)(?:${point}\\d+)?$`)

interface Way {
  readonly form: RegExp
  readonly group: RegExp
  readonly point: string
}

/** The ways in which numbers are read, by an example. The earlier ones are likelier. */
const ways: ReadonlyMap<string, Way> = new Map([
  ['1,234.56', { form: numberOf(',', '\\.'), group: /,/g, point: '.' }],
  ['1.234,56', { form: numberOf('\\.', ','), group: /\./g, point: ',' }],
  ['1 234,56', { form: numberOf(' ', ','), group: / /g, point: ',' }],
  ["1'234.56", { form: numberOf("'", '\\.'), group: /'/g, point: '.' }],
])

/** The names of the ways. */
export const numberPatterns: readonly string[] = [...ways.keys()]

/**
 * The text as a decimal such as `1234.56`, without a currency that is written with it; undefined if it does not fit.
 */
export function readNumber(text: string, pattern: string): string | undefined {
  const way = ways.get(pattern)
  const bare = withoutCurrency(text)
  if (!way?.form.test(bare)) return undefined
  return bare.replace(way.group, '').replace(way.point, '.')
}

/** An amount in brackets is less than nothing, as in accounts. */
function withoutCurrency(text: string): string {
  const plain = text
    .trim()
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/^\((.*)\)$/, '-$1')
  return plain.replace(before, '$1$3').replace(after, '')
}

const mark = '([A-Z]{0,3} ?\\p{Sc}|[A-Z]{3})'
const before = new RegExp(`^(-?) ?${mark} ?(-?)`, 'u')
const after = new RegExp(` ?(?:${mark}|\\.-)$`, 'u')

/** How an amount says its currency, such as `USD` or `NZ$`; undefined if it says none, and for this one. */
export function otherCurrencyIn(text: string, currency: string): string | undefined {
  const bare = text.trim().replace(/^\((.*)\)$/, '$1')
  const found = [before.exec(bare)?.[2], after.exec(bare)?.[1]]
  return found.find((each) => each !== undefined && !isMarkOf(each, currency))
}

function isMarkOf(written: string, currency: string): boolean {
  const bare = written.replace(' ', '')
  return /^[A-Z]{3}/.test(bare) ? bare.startsWith(currency) : marksOf(currency).includes(bare)
}

const marks = new Map<string, readonly string[]>()

/** How amounts in a currency are marked: `NZ$` and `$`. Each is asked for with every row of a table. */
function marksOf(currency: string): readonly string[] {
  const known = marks.get(currency)
  if (known) return known
  const [symbol = '', sign = ''] = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : []))
      .join(''),
  )
  const all = [symbol, sign, currency.slice(0, 1) + sign, currency.slice(0, 2) + sign]
  marks.set(currency, all)
  return all
}
