// The clauses of a contract: the number and the heading that a paragraph stands under, as Word numbers it or as
// somebody typed it.
import { isAfter, isBefore, type StoryParagraph, textOf } from './story.ts'

export interface Clause {
  readonly number: string | null
  readonly heading: string | null
}

const none: Clause = { number: null, heading: null }
const longestHeading = 120

export interface ClauseFinder {
  /** The clause that the paragraph stands in, or begins. */
  of(paragraph: StoryParagraph): Clause
  /** The one before the paragraph that was asked about. */
  last(): Clause
}

/** Follows the paragraphs of a document in order. */
export function clauseFinder(): ClauseFinder {
  let current = none
  let last = none
  let part: StoryParagraph['part'] | undefined
  return {
    last: () => last,
    of(paragraph) {
      last = current
      if (paragraph.part !== part) {
        part = paragraph.part
        current = none
      }
      // a row of a table belongs to the clause before the table
      if (paragraph.cell) return current
      const text = (textOf(paragraph.pieces, isAfter) || textOf(paragraph.pieces, isBefore)).trim()
      if (text === '') return current
      const begun = beginningOf(paragraph, text)
      if (begun) {
        // (a) of clause 4.2 stands under its heading
        const number =
          begun.isPart && current.number ? `${withoutPart(current.number)} ${begun.number}` : begun.number
        current = { number, heading: begun.heading ?? (begun.isPart ? current.heading : null) }
      }
      return current
    },
  }
}

interface Beginning {
  readonly number: string | null
  readonly heading: string | null
  /** Whether it is a part of the clause before it, such as (a). */
  readonly isPart: boolean
}

const typedNumber =
  /^((?:(?:section|clause|article)\s)?\d{1,3}(?:\.\d{1,3}){0,5}\.?|\(?[a-z]{1,4}\)|\(\d{1,3}\))\s/i

function beginningOf(paragraph: StoryParagraph, text: string): Beginning | undefined {
  const typed = typedNumber.exec(text)?.[1]
  const number = paragraph.number ?? typed ?? null
  const rest = typed === undefined ? text : text.slice(typed.length).trim()
  if (paragraph.level !== null) return { number: tidy(number), heading: clipped(rest), isPart: false }
  if (number === null)
    return isTitle(paragraph, text) ? { number, heading: clipped(text), isPart: false } : undefined
  return {
    number: tidy(number),
    heading: headingIn(paragraph, { text, rest }),
    isPart: /^\(|^[a-z]{1,4}[).]$/i.test(number),
  }
}

/** A short line in bold or capitals without a number. */
const isTitle = ({ boldStart, cell }: StoryParagraph, text: string): boolean =>
  !cell &&
  text.length <= 80 &&
  !/[.;:,]$/.test(text) &&
  (boldStart >= text.length || text === text.toUpperCase()) &&
  /\p{L}{3}/u.test(text)

/** The words in bold that begin the clause, or its first few words if they end with a full stop. */
function headingIn(
  { boldStart }: StoryParagraph,
  { text, rest }: { readonly text: string; readonly rest: string },
): string | null {
  const bold = text
    .slice(0, boldStart)
    .slice(text.length - rest.length)
    .trim()
  if (bold.length > 2 && bold.length <= longestHeading && bold.length < rest.length) return clipped(bold)
  if (rest.length <= 80 && !/[.;,]$/.test(rest)) return clipped(rest)
  const first = /^(\p{Lu}[^.:;]{2,80})[.:]\s/u.exec(rest)?.[1]
  return first === undefined || first.split(' ').length > 9 ? null : clipped(first)
}

const tidy = (number: string | null): string | null => number?.trim().replace(/\.$/, '') ?? null
const withoutPart = (number: string): string => number.split(' ')[0] ?? number

// from the end: a pattern would look for it from every place of the text
function clipped(text: string): string | null {
  let end = text.length
  while (end > 0 && /[.:\s]/.test(text.charAt(end - 1))) end--
  return text.slice(0, Math.min(end, longestHeading)) || null
}
