// The text around a fact, as people see it.
import type { Paragraph } from '../../../platform/documents/text/paragraphs.ts'
import type { Span } from './fact.ts'

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

/** A paragraph, as facts are read from it. */
export type Text = Pick<Paragraph, 'text' | 'page'>

const around = 90
const longest = 700
const longestFind = 60

/** The passage of what stands between two positions of a paragraph. */
export function passageAround(
  paragraphs: readonly Text[],
  { paragraph, start: from, end }: Span & { readonly paragraph: number },
): Passage {
  const { text = '', page = null } = paragraphs[paragraph] ?? {}
  const to = Math.max(from, Math.min(end, text.length, from + longest))
  const first = wordStart(text, Math.max(0, from - around))
  const last = wordEnd(text, Math.min(text.length, to + around))
  const marked = text.slice(from, to).trimEnd()
  const find = marked.length > longestFind ? marked.slice(0, wordEnd(marked, longestFind, -1)) : marked
  return {
    paragraph,
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
