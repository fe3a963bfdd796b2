// The tokens of $filter and $orderby, each with its position.
import { nulError } from '../bodies/nul.ts'
import { invalidQuery } from './odata-problems.ts'

/** `word`: a name, an operator, a function, true, false, null. Punctuation is its own kind. */
type TokenKind =
  | 'word'
  | 'string'
  | 'number'
  | 'date'
  | 'moment'
  | 'guid'
  | '('
  | ')'
  | ','
  | '/'
  | ':'
  | 'end'

export interface Token {
  readonly kind: TokenKind
  /** Of a string, without its quotes. */
  readonly text: string
  readonly at: number
}

const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy
// a + that was not encoded arrives as a space
const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+ -]\d\d:\d\d)?/iy
const date = /\d{4}-\d\d-\d\d/y
const number = /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?/iy
const text = /'(?:[^']|'')*'/y
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
// what follows a slash may be the name or the number of a field
const segment = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*/uy
const sign = /[(),/:]/y
const space = /\s+/y
const partOfWord = /[\p{L}\p{M}\p{N}_.'-]/uy

// in this order: longer tokens first
const literals: readonly (readonly [TokenKind, RegExp])[] = [
  ['guid', guid],
  ['moment', moment],
  ['date', date],
  ['number', number],
]

/** All tokens, the last one `end`. Throws 400 with the position of anything that is not a token. */
export function tokensOf(source: string, option: string): readonly Token[] {
  if (source.includes('\0')) throw nulError(option)
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  while (at < source.length) {
    const blank = take(space)
    if (blank !== undefined) {
      at += blank.length
      continue
    }
    const afterSlash = tokens.at(-1)?.kind === '/'
    const found = afterSlash ? segmentAt(take) : tokenAt(take)
    if (!found) throw invalidQuery(option, at, describeFault(source, at))
    const [kind, raw] = found
    const after = at + raw.length
    partOfWord.lastIndex = after
    if (kind !== 'word' && /\w$/.test(raw) && partOfWord.test(source)) {
      throw invalidQuery(
        option,
        after,
        `${JSON.stringify(raw.slice(0, 50))} is followed by something that does not belong to it`,
      )
    }
    tokens.push({ kind, text: kind === 'string' ? raw.slice(1, -1).replaceAll("''", "'") : raw, at })
    at = after
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }]
}

type Take = (pattern: RegExp) => string | undefined
type Found = readonly [TokenKind, string]

function segmentAt(take: Take): Found | undefined {
  const raw = take(segment)
  return raw === undefined ? undefined : ['word', raw]
}

function tokenAt(take: Take): Found | undefined {
  for (const [kind, pattern] of [...literals, ['string', text], ['word', word]] as const) {
    const raw = take(pattern)
    if (raw !== undefined) return [kind, raw]
  }
  const raw = take(sign)
  return raw === undefined ? undefined : [raw as TokenKind, raw]
}

function describeFault(source: string, at: number): string {
  if (source[at] === "'") return 'a text begins here and does not end: a quote inside a text is written twice'
  if (source[at] === '"') return 'texts stand in single quotes'
  return `${JSON.stringify(String.fromCodePoint(source.codePointAt(at) ?? 0))} has no meaning here`
}
