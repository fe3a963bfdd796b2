// Pages of text in a PDF: headings, and rows of a label and a text, as many pages as they need. Runs in a document
// worker.
import type { PDF, PDFPage } from '@libpdf/core'
import { missingIn } from './set-text.ts'
import { type Line, Typesetter } from './typesetter.ts'

export const margin = 56
export const width = 595 - 2 * margin
const top = 842 - margin
const labelWidth = 130
const lineHeight = 1.35

/** The text with a question mark for each character that no font has. */
function shown(text: string): string {
  const missing = missingIn(text)
  return missing.reduce((left, each) => left.replaceAll(each, '?'), text)
}

/** The text on lines of that width. Words that are longer are broken. */
export function linesOf(
  typesetter: Typesetter,
  { text, size, within, weight = 'Regular' }: Pick<Line, 'text' | 'size' | 'weight'> & { within: number },
): readonly string[] {
  const fits = (line: string) => typesetter.width(line, size, weight) <= within
  const lines: string[] = []
  for (const paragraph of shown(text.replaceAll('\t', ' ')).split(/\r\n|\r|\n/)) {
    let line = ''
    for (const word of paragraph.split(' ').flatMap((each) => piecesOf(each, fits))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    lines.push(line)
  }
  return lines
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function piecesOf(word: string, fits: (text: string) => boolean): readonly string[] {
  if (fits(word)) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const { segment: each } of letters.segment(word)) {
    if (piece !== '' && !fits(piece + each)) {
      pieces.push(piece)
      piece = ''
    }
    piece += each
  }
  return [...pieces, piece]
}

/** Writes from the top of a new page down, and begins another one where the text does not fit. */
export class TextWriter {
  readonly #pdf: PDF
  readonly #typesetter: Typesetter
  #page: PDFPage | undefined
  #y = 0

  constructor(pdf: PDF, typesetter: Typesetter) {
    this.#pdf = pdf
    this.#typesetter = typesetter
  }

  /** A heading. It is not left alone at the bottom of a page. */
  heading(text: string, size: number): void {
    const lines = linesOf(this.#typesetter, { text, size, within: width, weight: 'Bold' })
    const height = lines.length * size * lineHeight
    if (this.#page !== undefined) this.#y -= size
    const page = this.#room(height + 40)
    for (const line of lines) {
      this.#y -= size * lineHeight
      this.#typesetter.write(page, { text: line, x: margin, y: this.#y, size, weight: 'Bold' })
    }
    this.#y -= size * 0.4
  }

  /** A label, and the text beside it. */
  row(label: string, text: string): void {
    const size = 9.5
    const left = linesOf(this.#typesetter, { text: label, size, within: labelWidth - 12 })
    const right = linesOf(this.#typesetter, { text, size, within: width - labelWidth })
    for (let at = 0; at < Math.max(left.length, right.length); at++) {
      const page = this.#room(size * lineHeight)
      this.#y -= size * lineHeight
      const line = { y: this.#y, size }
      const [name = '', value = ''] = [left[at], right[at]]
      if (name !== '') this.#typesetter.write(page, { ...line, text: name, x: margin })
      if (value !== '') this.#typesetter.write(page, { ...line, text: value, x: margin + labelWidth })
    }
    this.#y -= 3
  }

  /** Begins a new page unless that height is free: what follows stays together. */
  block(height: number): void {
    this.#room(height)
  }

  /** Leaves that height free. */
  space(height: number): void {
    this.#y -= height
  }

  /** The page that has room for that height: this one, or a new one. */
  #room(height: number): PDFPage {
    if (this.#page === undefined || this.#y - height < margin) {
      this.#page = this.#pdf.addPage({ size: 'a4' })
      this.#y = top
    }
    return this.#page
  }
}
