// What the texts of a column say about themselves: in which ways its days and numbers can be read.
import { datePatterns, readDate } from './dates.ts'
import { numberPatterns, readNumber } from './numbers.ts'

/** A column of the table that was sent. */
export interface ReadColumn {
  readonly heading: string
  /** The first different texts. */
  readonly samples: readonly string[]
  /** How many cells have a text. */
  readonly filled: number
  readonly dates: Ways
  readonly numbers: Ways
}

/** The ways in which every text of a column can be read, the likelier ones first. */
export interface Ways {
  readonly patterns: readonly string[]
  /** Whether two of them read a text differently, so that somebody has to choose. */
  readonly ambiguous: boolean
}

const mostSamples = 5
const longestSample = 200
const firstTexts = 100

/** Reads a column; at most so many texts are looked at as the file has rows. */
export function readColumn(heading: string, texts: readonly string[]): ReadColumn {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '')
  const different = [...new Set(filled)]
  return {
    heading,
    samples: different.slice(0, mostSamples).map((text) => text.slice(0, longestSample).toWellFormed()),
    filled: filled.length,
    dates: waysOf(different, datePatterns, readDate),
    numbers: waysOf(different, numberPatterns, readNumber),
  }
}

/**
 * The ways that read every text; where none does, the one that reads most, if that is more than half of them: the
 * others are mistakes.
 */
function waysOf(
  texts: readonly string[],
  patterns: readonly string[],
  read: (text: string, pattern: string) => string | undefined,
): Ways {
  if (texts.length === 0) return { patterns: [], ambiguous: false }
  const countIn = (some: readonly string[], pattern: string) =>
    some.filter((text) => read(text, pattern) !== undefined).length
  // most columns are nothing of the kind, which their first texts say
  const first = texts.slice(0, firstTexts)
  const fits = patterns
    .filter((pattern) => countIn(first, pattern) > first.length / 2)
    .map((pattern) => ({ pattern, count: countIn(texts, pattern) }))
    .filter(({ count }) => count > texts.length / 2)
  const most = Math.max(0, ...fits.map(({ count }) => count))
  const best = fits.filter(({ count }) => count === most).map(({ pattern }) => pattern)
  const ambiguous = texts.some(
    (text) =>
      new Set(best.map((pattern) => read(text, pattern)).filter((each) => each !== undefined)).size > 1,
  )
  return { patterns: best, ambiguous }
}
