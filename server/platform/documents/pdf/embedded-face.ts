// A face in a PDF: its glyphs that were used, and what each says for those who search and copy (ISO 32000-1, 9.7).
// Runs in a document worker.
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import type { FontFace } from './fonts.ts'
import type { Glyph } from './set-text.ts'
import { subsetOf } from './subset-font.ts'

const largestBlock = 100

/** Codes are given out in the order in which glyphs are used, another one for another text of the same glyph. */
export class EmbeddedFace {
  readonly name: string
  readonly ref: PdfRef
  readonly #pdf: PDF
  readonly #face: FontFace
  readonly #dict = PdfDict.of({ Type: PdfName.of('Font') })
  readonly #codes = new Map<string, { readonly code: number; readonly glyph: Glyph }>()

  constructor(pdf: PDF, face: FontFace, name: string) {
    this.#pdf = pdf
    this.#face = face
    this.name = name
    this.ref = pdf.register(this.#dict)
  }

  /** The code of a glyph, in hexadecimal digits. */
  codeOf(glyph: Glyph): string {
    const key = `${glyph.id} ${Math.round(glyph.width)} ${glyph.text}`
    const { code } = this.#codes.get(key) ?? { code: this.#codes.size + 1 }
    this.#codes.set(key, { code, glyph })
    return hexOf(code)
  }

  /** Writes the font into the document. */
  embed(): void {
    const used = [...this.#codes.values()]
    const font = subsetOf(this.#face, new Set(used.map(({ glyph }) => glyph.id)))
    const tag = createHash('sha256').update(font).digest('hex').slice(0, 6)
    const baseFont = PdfName.of(
      `${tag.replaceAll(/./g, (digit) => String.fromCharCode(65 + Number.parseInt(digit, 16)))}+${this.#face.name}`,
    )
    const glyphs = new Uint16Array(used.length + 1)
    for (const { code, glyph } of used) glyphs[code] = glyph.id
    const descendant = PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('CIDFontType2'),
      BaseFont: baseFont,
      CIDSystemInfo: PdfDict.of({
        Registry: PdfString.fromString('Adobe'),
        Ordering: PdfString.fromString('Identity'),
        Supplement: PdfNumber.of(0),
      }),
      FontDescriptor: this.#pdf.register(this.#descriptor(baseFont, font)),
      DW: PdfNumber.of(0),
      W: new PdfArray([PdfNumber.of(1), numbers(used.map(({ glyph }) => Math.round(glyph.width)))]),
      CIDToGIDMap: this.#stream(Buffer.from(glyphs.buffer).swap16()),
    })
    this.#dict.set('Subtype', PdfName.of('Type0'))
    this.#dict.set('BaseFont', baseFont)
    this.#dict.set('Encoding', PdfName.of('Identity-H'))
    this.#dict.set('DescendantFonts', new PdfArray([this.#pdf.register(descendant)]))
    this.#dict.set('ToUnicode', this.#stream(Buffer.from(toUnicode(used))))
  }

  #descriptor(name: PdfName, font: Uint8Array): PdfDict {
    const { ascender, descender } = this.#face.font.hExtents()
    const scaled = (value: number) => Math.round((value * 1_000) / this.#face.unitsPerEm)
    const [up, down] = [scaled(ascender), scaled(descender)]
    return PdfDict.of({
      Type: PdfName.of('FontDescriptor'),
      FontName: name,
      // symbolic: the codes are those of no encoding
      Flags: PdfNumber.of(4),
      FontBBox: numbers([-1_000, down, 2_000, up]),
      ItalicAngle: PdfNumber.of(0),
      Ascent: PdfNumber.of(up),
      Descent: PdfNumber.of(down),
      CapHeight: PdfNumber.of(700),
      StemV: PdfNumber.of(80),
      FontFile2: this.#stream(font, { Length1: PdfNumber.of(font.length) }),
    })
  }

  #stream(data: Uint8Array, entries: Record<string, PdfNumber> = {}): PdfRef {
    const dict = { Filter: PdfName.of('FlateDecode'), ...entries }
    return this.#pdf.register(PdfStream.fromDict(dict, new Uint8Array(deflateSync(data))))
  }
}

const numbers = (values: readonly number[]) => new PdfArray(values.map((each) => PdfNumber.of(each)))

const hexOf = (code: number): string => code.toString(16).padStart(4, '0')

/** What each code says, in UTF-16. */
function toUnicode(used: readonly { readonly code: number; readonly glyph: Glyph }[]): string {
  const blocks: string[] = []
  for (let from = 0; from < used.length; from += largestBlock) {
    const lines = used
      .slice(from, from + largestBlock)
      .map(({ code, glyph }) => `<${hexOf(code)}> <${utf16(glyph.text)}>`)
    blocks.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')
