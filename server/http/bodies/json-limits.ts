// Limits on the structure of a JSON body. They are checked on the bytes before anything is parsed, because parsing,
// normalising and validating cost time and memory per property, and error lists grow with each entry.
import { AppError } from '../../platform/errors.ts'

/** The maximum structure of a JSON text. */
export interface JsonLimits {
  /** Properties per object. */
  readonly properties: number
  /** Items per array. */
  readonly items: number
  /** Properties and items in the whole text. */
  readonly values: number
}

/** Far deeper than any shape of this API. */
export const maxJsonDepth = 64

/** For authenticated callers. */
export const jsonLimits: JsonLimits = {
  properties: 1_000,
  items: 10_000,
  values: 50_000,
}

/** For public routes. */
export const publicJsonLimits: JsonLimits = {
  properties: 50,
  items: 100,
  values: 200,
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * Throws bad_request for a JSON text that exceeds the limits. It counts separators, so invalid JSON passes if it has
 * few of them; the parser rejects it later. Runs in linear time, and strings are skipped natively.
 */
export function checkJsonLimits(text: Buffer, bounds: JsonLimits): void {
  // separators so far per open container; the first entry is for the top level
  const separators: number[] = [0]
  const limits: number[] = [bounds.items]
  let total = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (byte === quote) {
      at = endOfString(text, at + 1)
    } else if (byte === comma) {
      const innermost = separators.length - 1
      const count = (separators[innermost] ?? 0) + 1
      separators[innermost] = count
      total++
      const limit = limits[innermost] ?? 0
      if (count >= limit) throw tooMany(limit === bounds.items ? 'items' : 'properties', limit)
    } else if (byte === openBrace || byte === openBracket) {
      if (separators.length > maxJsonDepth) throw tooDeep()
      separators.push(0)
      limits.push(byte === openBrace ? bounds.properties : bounds.items)
      total++
    } else if (byte === closeBrace || byte === closeBracket) {
      if (separators.length > 1) {
        separators.pop()
        limits.pop()
      }
    }
    if (total > bounds.values) throw tooManyValues(bounds.values)
  }
}

/** Where the string that begins here ends: at its closing quote, or at the end of the text. */
function endOfString(text: Buffer, begin: number): number {
  for (let from = begin; ; ) {
    const end = text.indexOf(quote, from)
    if (end === -1) return text.length
    let first = end
    while (first > begin && text[first - 1] === backslash) first--
    if ((end - first) % 2 === 0) return end
    from = end + 1
  }
}

/** The error for JSON that is nested too deeply. */
export const tooDeep = (): AppError =>
  new AppError('bad_request', `The JSON is nested too deeply: at most ${maxJsonDepth} levels are allowed.`)

const tooMany = (what: 'items' | 'properties', most: number) =>
  new AppError(
    'bad_request',
    what === 'items'
      ? `A list in the body may have at most ${most} items. Send several requests.`
      : `An object in the body may have at most ${most} properties.`,
  )

/** The error for JSON with too many properties and items in total. */
export const tooManyValues = (most: number): AppError =>
  new AppError(
    'bad_request',
    `The body may have at most ${most} properties and list items in total. Send several requests.`,
  )

/**
 * Parses a JSON text embedded in another input, such as a form field. Throws bad_request if it exceeds the limits, or a
 * SyntaxError.
 */
export function parseLimitedJson(text: string): unknown {
  checkJsonLimits(Buffer.from(text), jsonLimits)
  return JSON.parse(text)
}
