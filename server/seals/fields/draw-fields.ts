// What a signer filled in, drawn on the pages as annotations by incremental update: what was sealed stays as it is.
// Runs in a document worker.
import type { PDF } from '@libpdf/core'
import { linesOf } from '../../platform/documents/pdf/text-pages.ts'
import { type Line, Typesetter } from '../../platform/documents/pdf/typesetter.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { annotate } from '../annotation.ts'
import { checkTexts } from '../check-texts.ts'
import { openPdf } from '../open-pdf.ts'
import { embeddedPicture, pictureSize } from '../signature-page.ts'
import { boxOf, type Place, uprightMatrix, viewOf } from './page-places.ts'

/** What is drawn on a place. */
export type Drawing = Place &
  (
    | { readonly what: 'signature' | 'initials'; readonly caption: string }
    | {
        readonly what: 'text'
        readonly text: string
        /** Whose input it is, for what does not fit there; null for what is not typed. */
        readonly input: string | null
      }
    | { readonly what: 'tick' }
  )

interface Filled {
  readonly bytes: Uint8Array
  readonly drawings: readonly Drawing[]
  /** PNG. */
  readonly pictures: Readonly<Record<'signature' | 'initials', Uint8Array | undefined>>
}

/**
 * The document with the drawings on it. Throws bad_request for a text that is too long for its place or has letters
 * that no font has, and for pictures that are none.
 */
export async function drawFields({ bytes, drawings, pictures }: Filled): Promise<Uint8Array> {
  const pdf = await openPdf(bytes)
  const tools: Tools = { pdf, typesetter: new Typesetter(pdf), pictures: {} }
  // what does not fit is refused before a picture is unpacked
  for (const drawing of drawings) if (!hasPicture(drawing)) draw(tools, drawing)
  for (const what of ['signature', 'initials'] as const) {
    const png = pictures[what]
    if (png) tools.pictures[what] = { ...pictureSize(png), image: embeddedPicture(pdf, png) }
  }
  for (const drawing of drawings) if (hasPicture(drawing)) draw(tools, drawing)
  tools.typesetter.embed()
  return pdf.save({ incremental: true })
}

const hasPicture = ({ what }: Drawing) => what === 'signature' || what === 'initials'

interface Tools {
  readonly pdf: PDF
  readonly typesetter: Typesetter
  readonly pictures: {
    [What in 'signature' | 'initials']?: {
      readonly width: number
      readonly height: number
      readonly image: ReturnType<typeof embeddedPicture>
    }
  }
}

const ink = '0.06 0.14 0.25'

function draw(tools: Tools, drawing: Drawing): void {
  const { pdf } = tools
  const page = pdf.getPage(drawing.page - 1)
  if (!page) throw new Error('a document for signature has no such page')
  const view = viewOf(pdf, page)
  const box = boxOf(view, drawing)
  const { width, height } = drawing
  const { content, says, ...resources } = contentOf(tools, drawing)
  annotate(pdf, page, {
    rect: [box.x, box.y, box.x + box.width, box.y + box.height],
    says,
    appearance: { content, width, height, matrix: uprightMatrix(view), ...resources },
  })
}

function contentOf(tools: Tools, drawing: Drawing) {
  if (drawing.what === 'text') return textIn(tools, drawing)
  if (drawing.what === 'tick') return tickIn(drawing)
  const captionHeight = drawing.height >= 24 ? 8 : 0
  const picture = tools.pictures[drawing.what]
  if (!picture) throw badInput(drawing.what === 'initials' ? 'initials' : 'picture', 'is missing.')
  const scale = Math.min(drawing.width / picture.width, (drawing.height - captionHeight) / picture.height)
  const [width, height] = [two(picture.width * scale), two(picture.height * scale)]
  const caption =
    captionHeight > 0 ? line(tools, { text: drawing.caption, size: fitting(tools, drawing), x: 0, y: 2 }) : ''
  return {
    content: `q ${width} 0 0 ${height} 0 ${captionHeight} cm /Im Do Q ${caption}`,
    says: drawing.caption,
    pictures: { Im: picture.image.ref },
    fonts: tools.typesetter.fonts,
  }
}

/** The size at which the caption is as wide as its place. */
const fitting = ({ typesetter }: Tools, { caption, width }: { caption: string; width: number }): number =>
  Math.min(6, (6 * width) / Math.max(1, typesetter.width(caption, 6)))

const largestText = 11
const smallestTyped = 5
const lineHeight = 1.2

function textIn(tools: Tools, { text, input, width, height }: Drawing & { readonly what: 'text' }) {
  if (input !== null) checkTexts([{ text, input }])
  const { size, lines } = laidOut(tools, text, { width, height })
  if (input !== null && size < smallestTyped)
    throw badInput(input, sentence('The text is too long for its place in the document. Shorten it.'))
  const first = (height + lines.length * size * lineHeight) / 2 - size
  const drawn = lines.map((each, index) =>
    line(tools, { text: each, size, x: 1, y: first - index * size * lineHeight }),
  )
  return { content: drawn.join(' '), says: text, fonts: tools.typesetter.fonts }
}

/** The text on as many lines as its place has, as large as fits there. */
function laidOut({ typesetter }: Tools, text: string, { width, height }: { width: number; height: number }) {
  let size = Math.min(largestText, height / lineHeight)
  for (;;) {
    const lines = linesOf(typesetter, { text, size, within: width - 2 })
    if (size <= 1 || lines.length * size * lineHeight <= height + 0.01) return { size, lines }
    size = Math.max(1, size - 0.5)
  }
}

function tickIn({ width, height }: Drawing) {
  const side = Math.min(width, height)
  const [x, y] = [(width - side) / 2, (height - side) / 2]
  const at = (across: number, up: number) => `${two(x + across * side)} ${two(y + up * side)}`
  return {
    content: `q ${ink} RG ${two(side / 8)} w 1 J 1 j ${at(0.15, 0.5)} m ${at(0.4, 0.2)} l ${at(0.85, 0.8)} l S Q`,
    says: 'Ticked',
  }
}

const line = ({ typesetter }: Tools, set: Line): string => `${ink} rg ${typesetter.operators(set)}`

const two = (value: number) => value.toFixed(2)
