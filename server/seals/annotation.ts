// What is drawn on a page that may be sealed already: annotations, which PDF readers allow after a signature. The page
// itself stays as it was.
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PDFPage,
  type PdfObject,
  PdfStream,
  PdfString,
} from '@libpdf/core'

interface Appearance {
  /** The operators that draw it, in Latin-1. */
  readonly content: string
  readonly width: number
  readonly height: number
  /** What turns it. */
  readonly matrix?: readonly number[]
  readonly fonts?: PdfDict
  readonly pictures?: Readonly<Record<string, PdfObject>>
}

interface Annotation {
  /** Left, bottom, right and top. */
  readonly rect: readonly number[]
  /** What it says, for those who do not see it. */
  readonly says: string
  readonly appearance: Appearance
}

const numbers = (values: readonly number[]) => new PdfArray(values.map((each) => PdfNumber.of(each)))

/** Draws it on the page. */
export function annotate(pdf: PDF, page: PDFPage, { rect, says, appearance }: Annotation): void {
  const { content, width, height, matrix, fonts = new PdfDict(), pictures = {} } = appearance
  const stream = PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: numbers([0, 0, width, height]),
      ...(matrix ? { Matrix: numbers(matrix) } : {}),
      Resources: PdfDict.of({ XObject: PdfDict.of(pictures), Font: fonts }),
    },
    new Uint8Array(Buffer.from(content, 'latin1')),
  )
  const annotation = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Stamp'),
      Rect: numbers(rect),
      // printed, and locked
      F: PdfNumber.of(4 + 128),
      Contents: PdfString.fromString(says),
      AP: PdfDict.of({ N: pdf.register(stream) }),
      P: page.ref,
    }),
  )
  const resolve = pdf.context.registry.resolve.bind(pdf.context.registry)
  const annotations = page.dict.getArray('Annots', resolve)
  if (annotations) annotations.push(annotation)
  else page.dict.set('Annots', new PdfArray([annotation]))
}
