// How much structure a JSON body may have. It is counted over the bytes before anything is parsed, because parsing, normalising
// and validating all cost time and memory for each property, and an error list one entry.
import { AppError } from '../../platform/errors.ts'

/** The most that a JSON text may hold. */
export interface JsonBounds {
  /** Properties of one object. */
  readonly properties: number
  /** Items of one array. */
  readonly items: number
  /** Properties and items in the whole text. */
  readonly values: number
}

/** Far more levels than any shape of this API has. */
export const deepestJson = 64

/** For callers who have signed in. */
export const jsonBounds: JsonBounds = {
  properties: 1_000,
  items: 10_000,
  values: 50_000,
}

/** For routes that anybody may call. */
export const publicJsonBounds: JsonBounds = {
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
 * Throws bad_request for a JSON text with more structure than the bounds allow. It counts separators, so a text that is not JSON
 * passes as long as it has few of them; the parser refuses it. Time is linear in the length, and strings are skipped natively.
 */
export function checkJsonBounds(text: Buffer, bounds: JsonBounds): void {
  // separators so far in each open container; the first entry stands for the text outside all of them
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
      if (separators.length > deepestJson) throw tooDeep()
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

/** The refusal of JSON that is nested more deeply. */
export const tooDeep = (): AppError =>
  new AppError('bad_request', `The JSON is nested too deeply: ${deepestJson} levels are the most.`)

const tooMany = (what: 'items' | 'properties', most: number) =>
  new AppError(
    'bad_request',
    what === 'items'
      ? `A list in the body may have ${most} items at most. Send several requests.`
      : `An object in the body may have ${most} properties at most.`,
  )

/** The refusal of JSON with more properties and items in all. */
export const tooManyValues = (most: number): AppError =>
  new AppError(
    'bad_request',
    `The body may have ${most} properties and list items in all at most. Send several requests.`,
  )

/** Parses a JSON text that came inside another input, such as a field of a form. Throws bad_request beyond the bounds, or a SyntaxError. */
export function parseBoundedJson(text: string): unknown {
  checkJsonBounds(Buffer.from(text), jsonBounds)
  return JSON.parse(text)
}
