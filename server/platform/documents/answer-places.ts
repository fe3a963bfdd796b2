// Where answers went in a filled document: each is marked while it is filled in, read with the words around it, and the
// marks are taken out again.
import { paragraphsIn, paragraphText } from './editing/paragraph-text.ts'
import { readWordTree } from './markup/word-tree.ts'

/** An answer in a document, and the words around it: those of other paragraphs stand in lines of their own. */
export interface AnswerPlace {
  /** The field that was answered. */
  readonly field: number
  readonly before: string
  readonly answer: string
  readonly after: string
}

// of the private use area, which no font of ours draws
const start = '\uF0F5'
const middle = '\uF0F6'
const end = '\uF0F7'
const marked = /\uF0F5(\d{1,10})\uF0F6([^\uF0F5\uF0F7]*)\uF0F7/g
const marks = /\uF0F5\d{1,10}\uF0F6|\uF0F7/g

const around = 240
const mostPlaces = 200

interface Marked {
  readonly text: string | null
  readonly field?: number
}

/** The text of an answer as it is filled in: it never becomes a mark, a place for a signature or one for a clause. */
export function filledText({ text, field }: Marked): string | undefined {
  if (text === null) return undefined
  const plain = text.replaceAll(/[\uF0F1-\uF0F7]/g, '')
  return field === undefined ? plain : `${start}${field}${middle}${plain}${end}`
}

/** Markup or text without the marks. */
export const withoutMarks = (text: string): string => (text.includes(end) ? text.replaceAll(marks, '') : text)

/** The answers that are marked in the markup, in their order; two hundred at most. */
export function readAnswerPlaces(markup: string): readonly AnswerPlace[] {
  if (!markup.includes(start)) return []
  const paragraphs = [...paragraphsIn(readWordTree(markup).root)].map((each) => paragraphText(each).text)
  const text = paragraphs.filter((each) => each.trim() !== '').join('\n')
  return [...text.matchAll(marked)].slice(0, mostPlaces).map((found) => {
    const { index, 0: whole, 1: field, 2: answer = '' } = found
    const after = index + whole.length
    return {
      field: Number(field),
      before: withoutMarks(text.slice(Math.max(0, index - 2 * around), index)).slice(-around),
      answer,
      after: withoutMarks(text.slice(after, after + 2 * around)).slice(0, around),
    }
  })
}
