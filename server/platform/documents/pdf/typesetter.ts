// Writes text into a PDF, in any script that the fonts have, and embeds what it used of them. Runs in a document
// worker.
import { type PDF, PdfArray, PdfDict, type PDFPage, PdfStream } from '@libpdf/core'
import { EmbeddedFace } from './embedded-face.ts'
import { type FontFace, forgetFaces, type Weight } from './fonts.ts'
import { type Glyph, setText } from './set-text.ts'

export interface Line {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight?: Weight
}

/** One for each document. What it wrote is in the document once `embed` was called, before it is saved. */
export class Typesetter {
  readonly #pdf: PDF
  readonly #faces = new Map<FontFace, EmbeddedFace>()
  readonly #pages = new Map<PDFPage, string[]>()
  /** The resources of all that is written, under the names that `operators` uses. */
  readonly fonts = new PdfDict()

  constructor(pdf: PDF) {
    forgetFaces()
    this.#pdf = pdf
  }

  width(text: string, size: number, weight: Weight = 'Regular'): number {
    return widthOf(setText(text, weight)) * (size / 1_000)
  }

  /** Writes a line on a page that was added, which has no other fonts and no turn. */
  write(page: PDFPage, line: Line): void {
    const written = this.#pages.get(page) ?? []
    this.#pages.set(page, written)
    written.push(this.operators(line))
  }

  /** The operators that write a line, in Latin-1, for a stream with these fonts as its resources. */
  operators({ text, x, y, size, weight = 'Regular' }: Line): string {
    const shown: string[] = []
    let name = ''
    let next = Number.NaN
    for (const { glyph, at } of placed(setText(text, weight))) {
      const face = this.#embedded(glyph.face)
      if (face.name !== name) shown.push(`/${face.name} ${decimal(size)} Tf`)
      if (face.name !== name || glyph.y !== 0 || !(Math.abs(at - next) < 0.5))
        shown.push(`1 0 0 1 ${decimal(x + (at * size) / 1_000)} ${decimal(y + (glyph.y * size) / 1_000)} Tm`)
      shown.push(`<${face.codeOf(glyph)}> Tj`)
      name = face.name
      next = glyph.y === 0 ? at + Math.round(glyph.width) : Number.NaN
    }
    return `BT ${shown.join(' ').replaceAll('> Tj <', '')} ET`
  }

  /** Puts what was written on its pages, with the fonts. */
  embed(): void {
    for (const face of this.#faces.values()) face.embed()
    for (const [page, written] of this.#pages) {
      const stream = new PdfStream()
      stream.setData(new Uint8Array(Buffer.from(written.join('\n'), 'latin1')))
      const before = page.dict.get('Contents')
      const contents = before instanceof PdfArray ? [...before] : before ? [before] : []
      page.dict.set('Contents', new PdfArray([...contents, this.#pdf.register(stream)]))
      const resources = page.dict.getDict('Resources', (ref) => this.#pdf.getObject(ref)) ?? new PdfDict()
      resources.set('Font', this.fonts)
      page.dict.set('Resources', resources)
    }
    this.#pages.clear()
  }

  #embedded(face: FontFace): EmbeddedFace {
    const found = this.#faces.get(face)
    if (found) return found
    const made = new EmbeddedFace(this.#pdf, face, `F${this.#faces.size}`)
    this.#faces.set(face, made)
    this.fonts.set(made.name, made.ref)
    return made
  }
}

/** With the place of each on the line. Marks come last, so that what is read is not interrupted by them. */
function placed(glyphs: readonly Glyph[]): readonly { readonly glyph: Glyph; readonly at: number }[] {
  let from = 0
  const all = glyphs.map((glyph) => {
    const at = from + glyph.x
    from += glyph.advance
    return { glyph, at }
  })
  const isRead = ({ glyph }: { readonly glyph: Glyph }) => glyph.text !== ''
  return [...all.filter(isRead), ...all.filter((each) => !isRead(each))]
}

const widthOf = (glyphs: readonly Glyph[]): number => glyphs.reduce((sum, { advance }) => sum + advance, 0)

const decimal = (value: number): string => String(Math.round(value * 1_000) / 1_000)
