// Pages of text in a PDF: headings, and rows of a label and a text, as many pages as they need. Runs in a document
// worker.
import type { EmbeddedFont, PDF, PDFPage } from '@libpdf/core'
import { fontBytes } from './fonts.ts'

export const margin = 56
export const width = 595 - 2 * margin
const top = 842 - margin
const labelWidth = 130
const lineHeight = 1.35

interface Fonts {
  readonly regular: EmbeddedFont
  readonly bold: EmbeddedFont
}

/** The fonts, once for each PDF. */
export const fontsOf = (pdf: PDF): Fonts => ({
  regular: pdf.embedFont(fontBytes()),
  bold: pdf.embedFont(fontBytes('Bold')),
})

/** The text with a question mark for each character that the font does not have. */
function shown(text: string, font: EmbeddedFont): string {
  if (font.canEncode(text)) return text
  return Array.from(text, (each) => (font.canEncode(each) ? each : '?')).join('')
}

/** The text on lines of that width. Words that are longer are broken. */
export function linesOf(text: string, font: EmbeddedFont, size: number, within: number): readonly string[] {
  const fits = (line: string) => font.getTextWidth(line, size) <= within
  const lines: string[] = []
  for (const paragraph of shown(text.replaceAll('\t', ' '), font).split(/\r\n|\r|\n/)) {
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

function piecesOf(word: string, fits: (text: string) => boolean): readonly string[] {
  if (fits(word)) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const each of word) {
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
  readonly #fonts: Fonts
  #page: PDFPage | undefined
  #y = 0

  constructor(pdf: PDF, fonts: Fonts) {
    this.#pdf = pdf
    this.#fonts = fonts
  }

  /** A heading. It is not left alone at the bottom of a page. */
  heading(text: string, size: number): void {
    const lines = linesOf(text, this.#fonts.bold, size, width)
    const height = lines.length * size * lineHeight
    if (this.#page !== undefined) this.#y -= size
    const page = this.#room(height + 40)
    for (const line of lines) {
      this.#y -= size * lineHeight
      page.drawText(line, { x: margin, y: this.#y, size, font: this.#fonts.bold })
    }
    this.#y -= size * 0.4
  }

  /** A label, and the text beside it. */
  row(label: string, text: string): void {
    const size = 9.5
    const left = linesOf(label, this.#fonts.regular, size, labelWidth - 12)
    const right = linesOf(text, this.#fonts.regular, size, width - labelWidth)
    for (let at = 0; at < Math.max(left.length, right.length); at++) {
      const page = this.#room(size * lineHeight)
      this.#y -= size * lineHeight
      const line = { y: this.#y, size, font: this.#fonts.regular }
      const [name = '', value = ''] = [left[at], right[at]]
      if (name !== '') page.drawText(name, { ...line, x: margin })
      if (value !== '') page.drawText(value, { ...line, x: margin + labelWidth })
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
