// The text of a run, and what else is in it.
import { decoded, elementsIn, type WordElement } from './word-tree.ts'

interface RunText {
  readonly text: string
  /** Elements that may have changes or comments of their own. */
  readonly others: readonly WordElement[]
  readonly hasPicture: boolean
}

const spaces = new Set(['tab', 'br', 'cr', 'ptab'])
const skipped = new Set(['rPr', 'instrText', 'delInstrText', 'fldChar', 'lastRenderedPageBreak'])
const pictures = new Set(['drawing', 'pict', 'object'])

/** The text of a run in order, without that of text boxes in it. */
export function runText(run: WordElement): RunText {
  const others: WordElement[] = []
  let text = ''
  for (const child of elementsIn(run)) {
    if (child.name === 't' || child.name === 'delText') text += plainTextIn(child)
    else if (spaces.has(child.name)) text += ' '
    else if (child.name === 'noBreakHyphen') text += '-'
    else if (!skipped.has(child.name)) others.push(child)
  }
  return { text, others, hasPicture: others.some(({ name }) => pictures.has(name)) }
}

/** The text directly in an element. */
const plainTextIn = ({ children }: WordElement): string =>
  children.map((child) => (typeof child === 'string' ? decoded(child) : '')).join('')
