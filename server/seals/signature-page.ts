// The pages at the end of a document on which its signers sign, and the signatures on them. Runs in a document worker.
import { type PDF, rgb } from '@libpdf/core'
import { linesOf } from '../platform/documents/pdf/text-pages.ts'
import { Typesetter } from '../platform/documents/pdf/typesetter.ts'
import { checkLooksTheSame, findTraits } from '../platform/documents/pdf/changeable/find-traits.ts'
import { hasDataOfHeader, readPngHeader } from '../platform/documents/png-rows.ts'
import { badInput, sentence } from '../platform/errors.ts'
import { annotate } from './annotation.ts'
import { checkTexts } from './check-texts.ts'
import { checkFieldsOnPages, signsOnPage } from './fields/check-fields.ts'
import { coverAnchors, findAnchors } from './fields/find-anchors.ts'
import type { NewField } from './fields/signature-field.ts'
import { openPdf } from './open-pdf.ts'

const perPage = 5
const block = { height: 124, top: 700, left: 56, width: 420 }
const picture = { height: 54, width: 200 }
const stampWidth = block.width
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
 * the document for theirs, by incremental update. Throws conflict for a document whose look can change; bad_request for
 * what is no PDF, is damaged or protected, for fields outside of its pages, and for texts that no font can show.
 */
export async function prepareForSignature({
  bytes,
  title,
  blocks,
  fields,
  hasPages,
}: Packet): Promise<Prepared> {
  const pdf = await openPdf(bytes)
  checkLooksTheSame(findTraits(pdf))
  const anchors = findAnchors(pdf)
  const placed = fields ?? anchors.map(({ field }) => field)
  checkFieldsOnPages(pdf, placed, { signers: blocks.length, areAnchors: fields === undefined })
  const onPage = hasPages ? blocks.filter((_, place) => signsOnPage(placed, place)) : []
  // names are shown on fields and beside signatures as well
  if (hasPages)
    checkTexts(blocks.flatMap((lines, place) => lines.map((text) => ({ text, input: `signers.${place}` }))))
  if (anchors.length + onPage.length === 0) return { bytes, fields: placed }
  coverAnchors(pdf, anchors, rgb(1, 1, 1))
  addPages(pdf, title, onPage)
  return { bytes: await pdf.save({ incremental: true }), fields: placed }
}

function addPages(pdf: PDF, title: string, blocks: readonly (readonly string[])[]): void {
  if (blocks.length === 0) return
  checkTexts([{ text: title, input: 'document' }])
  const typesetter = new Typesetter(pdf)
  for (let first = 0; first < blocks.length; first += perPage) {
    const page = pdf.addPage({ size: 'a4' })
    const x = block.left
    typesetter.write(page, { text: 'Signatures', x, y: 770, size: 18 })
    for (const [line, text] of linesOf(typesetter, { text: title, size: 10, within: 480 })
      .slice(0, 3)
      .entries())
      typesetter.write(page, { text, x, y: 746 - line * 13, size: 10 })
    for (const [index, lines] of blocks.slice(first, first + perPage).entries()) {
      const y = block.top - index * block.height - 60
      page.drawLine({ start: { x, y }, end: { x: x + block.width, y } })
      for (const [line, text] of lines.entries())
        typesetter.write(page, { text, x, y: y - 14 - line * 13, size: 10 })
    }
  }
  typesetter.embed()
}

/** A signature on its place. */
export interface Stamp {
  /** PNG. */
  readonly picture: Uint8Array
  /** Among those who sign on the pages at the end. */
  readonly place: number
  /** How many do. */
  readonly count: number
  /** One line beside it. */
  readonly note: string
}

/** Puts the picture of a signature on its place, as an annotation: the pages themselves stay as they were sealed. */
export function stampSignature(pdf: PDF, { picture: png, place, count, note }: Stamp): void {
  const size = pictureSize(png)
  const image = embeddedPicture(pdf, png)
  const scale = Math.min(picture.width / size.width, picture.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale].map((each) => each.toFixed(2))
  const typesetter = new Typesetter(pdf)
  const x = picture.width + 8
  const letters = 7 * Math.min(1, (stampWidth - x) / typesetter.width(note, 7))
  const y = block.top - (place % perPage) * block.height - 58
  const pages = Math.ceil(count / perPage)
  const page = pdf.getPage(pdf.getPageCount() - pages + Math.floor(place / perPage))
  if (!page) throw new Error('a document for signature has no signature page')
  annotate(pdf, page, {
    rect: [block.left, y, block.left + stampWidth, y + 60],
    says: note,
    appearance: {
      content: `q ${width} 0 0 ${height} 0 2 cm /Im Do Q ${typesetter.operators({ text: note, x, y: 6, size: letters })}`,
      width: stampWidth,
      height: 60,
      fonts: typesetter.fonts,
      pictures: { Im: image.ref },
    },
  })
  typesetter.embed()
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
