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
  return plain.replace(/^(-?) ?(?:[A-Z]{3}|\p{Sc}) ?(-?)/u, '$1$2').replace(/ ?(?:[A-Z]{3}|\p{Sc}|\.-)$/u, '')
}
