// The pages at the end of a document on which its signers sign, and the signatures on them. Runs in a document worker.
import { type PDF, PdfDict, PdfName, rgb } from '@libpdf/core'
import { fontBytes } from '../platform/documents/pdf/fonts.ts'
import { hasDataOfHeader, readPngHeader } from '../platform/documents/png-rows.ts'
import { badInput, sentence } from '../platform/errors.ts'
import { annotate } from './annotation.ts'
import { checkFieldsOnPages, signsOnPage } from './fields/check-fields.ts'
import { coverAnchors, findAnchors } from './fields/find-anchors.ts'
import type { NewField } from './fields/signature-field.ts'
import { openPdf } from './open-pdf.ts'

const perPage = 5
const block = { height: 124, top: 700, left: 56, width: 300 }
const picture = { height: 54, width: 200 }
const largestPicture = { bytes: 200 * 1024, width: 1_600, height: 800 }

interface Packet {
  readonly bytes: Uint8Array
  readonly title: string
  /** For each signer: the lines below their signature. */
  readonly blocks: readonly (readonly string[])[]
  /** Those that were placed; the anchors in the text of the document if undefined. */
  readonly fields: readonly NewField[] | undefined
  /** Whether it gets pages for the signatures; a service elsewhere finds places of its own. */
  readonly hasPages: boolean
}

interface Prepared {
  readonly bytes: Uint8Array
  readonly fields: readonly NewField[]
}

/**
 * The document with its anchors whitened, and with pages at its end for the signatures of those who have no place in
 * the document for theirs, by incremental update. Throws bad_request for what is no PDF, is damaged or protected, for
 * fields outside of its pages, and for names in scripts that the font does not have.
 */
export async function prepareForSignature({
  bytes,
  title,
  blocks,
  fields,
  hasPages,
}: Packet): Promise<Prepared> {
  const pdf = await openPdf(bytes)
  const anchors = findAnchors(pdf)
  const placed = fields ?? anchors.map(({ field }) => field)
  checkFieldsOnPages(pdf, placed, { signers: blocks.length, areAnchors: fields === undefined })
  const onPage = hasPages ? blocks.filter((_, place) => signsOnPage(placed, place)) : []
  if (anchors.length + onPage.length === 0) return { bytes, fields: placed }
  coverAnchors(pdf, anchors, rgb(1, 1, 1))
  addPages(pdf, title, onPage)
  return { bytes: await pdf.save({ incremental: true }), fields: placed }
}

function addPages(pdf: PDF, title: string, blocks: readonly (readonly string[])[]): void {
  if (blocks.length === 0) return
  const font = pdf.embedFont(fontBytes())
  const unknown = font.getUnencodableCharacters([title, ...blocks.flat()].join(''))
  if (unknown.length > 0)
    throw badInput(
      'signers',
      sentence(`The signature page cannot show these characters: ${unknown.slice(0, 10).join(' ')}`),
    )
  for (let first = 0; first < blocks.length; first += perPage) {
    const page = pdf.addPage({ size: 'a4' })
    page.drawText('Signatures', { x: block.left, y: 770, size: 18, font })
    page.drawText(title, { x: block.left, y: 746, size: 10, font, maxWidth: 480 })
    for (const [index, lines] of blocks.slice(first, first + perPage).entries()) {
      const y = block.top - index * block.height - 60
      page.drawLine({ start: { x: block.left, y }, end: { x: block.left + block.width, y } })
      for (const [line, text] of lines.entries()) {
        page.drawText(text, { x: block.left, y: y - 14 - line * 13, size: 10, font })
      }
    }
  }
}

/** A signature on its place. */
export interface Stamp {
  /** PNG. */
  readonly picture: Uint8Array
  /** Among those who sign on the pages at the end. */
  readonly place: number
  /** How many do. */
  readonly count: number
  /** One line of ASCII beside it. */
  readonly note: string
}

/** Puts the picture of a signature on its place, as an annotation: the pages themselves stay as they were sealed. */
export function stampSignature(pdf: PDF, { picture: png, place, count, note }: Stamp): void {
  const size = pictureSize(png)
  const image = embeddedPicture(pdf, png)
  const scale = Math.min(picture.width / size.width, picture.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale].map((each) => each.toFixed(2))
  const font = pdf.register(
    PdfDict.of({ Type: PdfName.of('Font'), Subtype: PdfName.of('Type1'), BaseFont: PdfName.of('Helvetica') }),
  )
  const y = block.top - (place % perPage) * block.height - 58
  const pages = Math.ceil(count / perPage)
  const page = pdf.getPage(pdf.getPageCount() - pages + Math.floor(place / perPage))
  if (!page) throw new Error('a document for signature has no signature page')
  annotate(pdf, page, {
    rect: [block.left, y, block.left + 420, y + 60],
    says: note,
    appearance: {
      content: `q ${width} 0 0 ${height} 0 2 cm /Im Do Q BT /F 7 Tf ${picture.width + 8} 6 Td (${note.replaceAll(/[()\\]/g, '')}) Tj ET`,
      width: 420,
      height: 60,
      fonts: { F: font },
      pictures: { Im: image.ref },
    },
  })
}

/** A picture of somebody in the document. Throws bad_request for what is no PNG. */
export function embeddedPicture(pdf: PDF, png: Uint8Array): ReturnType<PDF['embedPng']> {
  try {
    return pdf.embedPng(png)
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw noPicture()
  }
}

/** The size of a PNG. Throws bad_request for anything else, and for one whose data is not as long as its size says. */
export function pictureSize(png: Uint8Array): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const header = readPngHeader(bytes)
  if (!header || bytes.length > largestPicture.bytes) throw noPicture()
  const { width, height } = header
  if (width > largestPicture.width || height > largestPicture.height) throw noPicture()
  if (!hasDataOfHeader(bytes, header)) throw noPicture()
  return { width, height }
}

const noPicture = () =>
  badInput(
    'picture',
    sentence('The signature must be a PNG image of at most 200 KB, 1600 pixels wide and 800 high.'),
  )
