// The facts of a document with their passages as people see them. Runs in a document worker.
import type { Paragraph } from '../../../platform/documents/text/paragraphs.ts'
import { contractTextOf, paragraphAt } from './contract-text.ts'
import type { Certainty, FactValue, FoundFact, Span } from './fact.ts'
import { readFactsIn } from './read-facts.ts'

/** Where a fact stands: some text around it, and which part of that says it. */
export interface Passage {
  /** By its number in the text of the version, from 0. */
  readonly paragraph: number
  readonly page: number | null
  readonly text: string
  readonly mark: Span
  /** Words of the passage as the document has them, for the find bar of the preview. */
  readonly find: string
}

export interface ReadFact {
  readonly id: string
  readonly value: FactValue
  readonly certainty: Certainty
  readonly passage: Passage
}

type Text = Pick<Paragraph, 'text' | 'page'>

/** Reads the facts of the paragraphs. */
export function readFactsOfText(paragraphs: readonly Text[]): readonly ReadFact[] {
  const document = contractTextOf(paragraphs)
  const { starts } = document
  return readFactsIn(document).map((fact) => {
    const { start, end: _end, certainty, ...value } = fact
    return { id: `${fact.kind}-${start}`, value, certainty, passage: passageOf(paragraphs, starts, fact) }
  })
}

const around = 90
const longest = 700
const longestFind = 60

function passageOf(paragraphs: readonly Text[], starts: readonly number[], fact: FoundFact): Passage {
  const { index, start } = paragraphAt({ starts }, fact.start)
  const { text = '', page = null } = paragraphs[index] ?? {}
  const from = fact.start - start
  const to = Math.max(from, Math.min(fact.end - start, text.length, from + longest))
  const first = wordStart(text, Math.max(0, from - around))
  const last = wordEnd(text, Math.min(text.length, to + around))
  const marked = text.slice(from, to).trimEnd()
  const find = marked.length > longestFind ? marked.slice(0, wordEnd(marked, longestFind, -1)) : marked
  return {
    paragraph: index,
    page,
    text: text.slice(first, last),
    mark: { start: from - first, end: from - first + marked.length },
    find: find.trim(),
  }
}

const wordStart = (text: string, at: number): number => {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space < 0 ? at : space + 1
}

/** The end of the word at the position; with -1 that of the word before it. */
function wordEnd(text: string, at: number, direction: 1 | -1 = 1): number {
  if (at >= text.length) return text.length
  const space = direction === 1 ? text.indexOf(' ', at) : text.lastIndexOf(' ', at)
  return space <= 0 ? at : space
}
