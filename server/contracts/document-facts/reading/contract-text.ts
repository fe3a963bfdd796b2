// The text of a contract as the rules read it: one string of the same length as its paragraphs joined by spaces, with
// plain quotes and dashes, so that a position in it is a position in the document.
import type { Paragraph } from '../../../platform/documents/text/paragraphs.ts'
import type { Span } from './fact.ts'

export interface ContractText {
  readonly text: string
  /** Where each paragraph starts. */
  readonly starts: readonly number[]
  readonly sentences: readonly Sentence[]
}

export interface Sentence extends Span {
  readonly text: string
}

// what is longer is a book, and its clauses are found in the first part
const longest = 1_000_000
// a clause of a contract can be one sentence of two pages
const longestSentence = 3_000

/** Prepares the paragraphs for the rules. */
export function contractTextOf(paragraphs: readonly Pick<Paragraph, 'text'>[]): ContractText {
  const starts: number[] = []
  const pieces: string[] = []
  let length = 0
  for (const { text } of paragraphs) {
    if (length + text.length > longest) break
    starts.push(length)
    pieces.push(text)
    length += text.length + 1
  }
  const text = plain(pieces.join(' '))
  return { text, starts, sentences: [...sentencesOf(text, starts)] }
}

/** The paragraph that a position lies in, by its index, and where it starts. */
export function paragraphAt({ starts }: Pick<ContractText, 'starts'>, position: number) {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return { index: low, start: starts[low] ?? 0 }
}

/** Quotes and dashes of every form become plain ones; every character stays one. Paragraphs have plain spaces. */
function plain(text: string): string {
  return text
    .replace(/[\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033]/g, '"')
    .replace(/[\u2018\u2019\u201A\u201B\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

const abbreviations = new Set(
  'inc ltd co corp llc no nos mr mrs ms dr st ave blvd rd vs etc e.g i.e art sec para approx dept jr sr plc'.split(
    ' ',
  ),
)

function* sentencesOf(text: string, starts: readonly number[]): Generator<Sentence> {
  let start = 0
  const cut = (end: number): Sentence[] => {
    const sentences: Sentence[] = []
    for (let at = start; at < end; at += longestSentence) {
      const to = Math.min(end, at + longestSentence)
      const piece = text.slice(at, to)
      if (piece.trim() !== '') sentences.push({ start: at, end: to, text: piece })
    }
    start = end
    return sentences
  }
  for (const end of endsOf(text, starts)) yield* cut(end)
  yield* cut(text.length)
}

/** Where sentences may end: after a full stop that is none of an abbreviation, and where a paragraph ends. */
function endsOf(text: string, starts: readonly number[]): number[] {
  const ends = starts.filter((start) => start > 0 && !continues(text, start))
  for (const { index } of text.matchAll(/[.!?]["')]{0,2} (?=["'([]?[A-Z0-9])/g)) {
    const word = /[\w.&]{1,12}$/.exec(text.slice(Math.max(0, index - 12), index))?.[0].toLowerCase() ?? ''
    if (abbreviations.has(word) || /^(?:[a-z]|\d{1,2}|[a-z](?:\.[a-z])+)$/.test(word)) continue
    ends.push(text.indexOf(' ', index) + 1)
  }
  return ends.toSorted((one, other) => one - other)
}

/** Whether the paragraph goes on with the sentence of the one before it, as lines and pages of a PDF do. */
const continues = (text: string, start: number): boolean =>
  !/[.:;!?"')]$/.test(text.slice(Math.max(0, start - 2), start - 1)) &&
  /^[a-z(]/.test(text.slice(start, start + 1))
