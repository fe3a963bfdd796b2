// Places on the pages of a PDF: as they are shown, which people and the API mean, and as the page has them, which may
// be turned and need not begin at zero.
import { type PDF, PdfArray, type PdfDict, PdfNumber, type PdfObject, type PDFPage } from '@libpdf/core'

/** A place in points, from the upper left corner of a page as it is shown. Pages are numbered from 1. */
export interface Place {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A rectangle as the page has it, from its lower left corner up. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What of a page is shown, and how it is turned. */
export interface PageView {
  readonly box: Box
  readonly rotation: 0 | 90 | 180 | 270
}

/** How a page is shown. What it does not say of itself, the pages above it in the tree say. */
export function viewOf(pdf: PDF, page: PDFPage): PageView {
  const inherited = (name: string) => inheritedBy(pdf, page, name)
  const media = boxIn(pdf, inherited('MediaBox')) ?? { x: 0, y: 0, width: 612, height: 792 }
  const crop = boxIn(pdf, inherited('CropBox')) ?? media
  const x = Math.max(media.x, crop.x)
  const y = Math.max(media.y, crop.y)
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y
  const turn = inherited('Rotate')
  const degrees = turn instanceof PdfNumber ? ((turn.value % 360) + 360) % 360 : 0
  return {
    box: width > 0 && height > 0 ? { x, y, width, height } : media,
    rotation: degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0,
  }
}

// deeper trees are made to be walked for ever
const deepest = 50

function inheritedBy(pdf: PDF, page: PDFPage, name: string): PdfObject | undefined {
  let dict: PdfDict | undefined = page.dict
  for (let depth = 0; dict && depth < deepest; depth++) {
    const found = dict.get(name, resolverOf(pdf))
    if (found) return found
    dict = dict.getDict('Parent', resolverOf(pdf))
  }
  return undefined
}

const resolverOf = ({ context }: PDF) => context.registry.resolve.bind(context.registry)

/** A rectangle of two corners, in whichever order. */
function boxIn(pdf: PDF, value: PdfObject | undefined): Box | undefined {
  if (!(value instanceof PdfArray)) return undefined
  const numbers = [0, 1, 2, 3].map((index) => {
    const each = value.at(index, resolverOf(pdf))
    return each instanceof PdfNumber ? each.value : Number.NaN
  })
  if (!numbers.every(Number.isFinite)) return undefined
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)]
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)]
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

/** Width and height of the page as it is shown. */
export function shownSize({ box, rotation }: PageView): { readonly width: number; readonly height: number } {
  const { width, height } = box
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** The rectangle of a place. */
export function boxOf({ box: shown, rotation }: PageView, { x, y, width, height }: Box): Box {
  const [right, top] = [shown.x + shown.width, shown.y + shown.height]
  switch (rotation) {
    case 90:
      return { x: shown.x + y, y: shown.y + x, width: height, height: width }
    case 180:
      return { x: right - x - width, y: shown.y + y, width, height }
    case 270:
      return { x: right - y - height, y: top - x - width, width: height, height: width }
    default:
      return { x: shown.x + x, y: top - y - height, width, height }
  }
}

/** Where a rectangle is shown. */
export function shownAt({ box: shown, rotation }: PageView, { x, y, width, height }: Box): Box {
  const [right, top] = [shown.x + shown.width, shown.y + shown.height]
  switch (rotation) {
    case 90:
      return { x: y - shown.y, y: x - shown.x, width: height, height: width }
    case 180:
      return { x: right - x - width, y: y - shown.y, width, height }
    case 270:
      return { x: top - y - height, y: right - x - width, width: height, height: width }
    default:
      return { x: x - shown.x, y: top - y - height, width, height }
  }
}

/** What turns something that is drawn on the page upright for those who look at it. */
export function uprightMatrix({ rotation }: Pick<PageView, 'rotation'>): readonly number[] {
  const turns: Readonly<Record<number, readonly number[]>> = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, 0, 0],
    180: [-1, 0, 0, -1, 0, 0],
    270: [0, -1, 1, 0, 0, 0],
  }
  return turns[rotation] ?? [1, 0, 0, 1, 0, 0]
}
