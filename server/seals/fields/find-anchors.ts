// Anchors in the text of a PDF, such as {{sign:1}}: where a field of the first signer goes. Runs in a document worker.
import type { PDF, PDFPage, rgb as Rgb } from '@libpdf/core'
import { findTraits } from '../../platform/documents/pdf/changeable/find-traits.ts'
import type { FoundTrait } from '../../platform/documents/pdf/changeable/traits.ts'
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import { openPdf } from '../open-pdf.ts'
import { type Box, type PageView, shownAt, shownSize, viewOf } from './page-places.ts'
import { type FieldKind, mostFields, type NewField, usualSizes } from './signature-field.ts'

const kinds: ReadonlyMap<string, FieldKind> = new Map([
  ['sign', 'Signature'],
  ['initials', 'Initials'],
  ['name', 'Name'],
  ['title', 'Title'],
  ['date', 'Date'],
  ['text', 'Text'],
  ['tick', 'Tick'],
])
const anchor =
  /\{\{\s{0,9}(sign|initials|name|title|date|text|tick)\s{0,9}:\s{0,9}(\d{1,2})\s{0,9}(\??)\s{0,9}\}\}/gi

// of processor time: a document of several hundred pages
const seconds = 5

interface Anchor {
  readonly field: NewField
  /** What it covers of its page. */
  readonly box: Box
}

/**
 * The anchors of a document, in reading order. A question mark, `{{text:1?}}`, makes a field that may stay empty. What
 * cannot be read has none, and the search ends after five seconds. Throws bad_request for more than 200.
 */
export function findAnchors(pdf: PDF): readonly Anchor[] {
  const before = process.threadCpuUsage()
  const anchors: Anchor[] = []
  for (const page of pdf.getPages()) {
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1e6 > seconds) break
    anchors.push(...anchorsOn(page, viewOf(pdf, page)))
    if (anchors.length > mostFields)
      throw badInput('document', sentence(`The document has more than ${mostFields} fields in its text.`))
  }
  return anchors
}

function anchorsOn(page: PDFPage, view: PageView): readonly Anchor[] {
  try {
    return page.extractText().lines.flatMap(({ spans }) =>
      anchorsIn(
        { index: page.index, view },
        spans.flatMap(({ chars }) => chars),
      ),
    )
  } catch (error) {
    if (error instanceof RangeError || error instanceof AppError) throw error
    // a page that is broken does not hide the others
    return []
  }
}

interface OnPage {
  /** From 0. */
  readonly index: number
  readonly view: PageView
}

type Char = ReturnType<PDFPage['extractText']>['lines'][number]['spans'][number]['chars'][number]

function anchorsIn(on: OnPage, chars: readonly Char[]): readonly Anchor[] {
  // one letter may be several code units
  const at = chars.flatMap((each) => Array.from(each.char, () => each).flatMap((one) => [one]))
  const text = chars.map(({ char }) => char).join('')
  return [...text.matchAll(anchor)].flatMap((match) => {
    const [all, word = '', signer = '', optional = ''] = match
    const kind = kinds.get(word.toLowerCase())
    const covered = at.slice(match.index, match.index + all.length)
    const [first] = covered
    if (kind === undefined || first === undefined || Number(signer) < 1) return []
    const box = boxAround(covered)
    const field = fieldAt(on, box, kind)
    return [
      { box, field: { ...field, place: Number(signer) - 1, kind, required: optional === '', label: null } },
    ]
  })
}

/** The box of some letters: of what they look like, where the boxes of fonts reach into other lines. */
function boxAround(chars: readonly Char[]): Box {
  const left = Math.min(...chars.map(({ bbox }) => bbox.x))
  const right = Math.max(...chars.map(({ bbox }) => bbox.x + bbox.width))
  const size = Math.max(...chars.map(({ fontSize }) => fontSize))
  const baseline = chars[0]?.baseline ?? 0
  return { x: left - 0.5, y: baseline - 0.26 * size, width: right - left + 1, height: 1.06 * size }
}

function fieldAt({ index, view }: OnPage, box: Box, kind: FieldKind) {
  const at = shownAt(view, box)
  const shown = shownSize(view)
  const width = Math.min(usualSizes[kind].width, shown.width)
  const height = Math.min(usualSizes[kind].height, shown.height)
  // on the line of the anchor, and inside the page
  const x = inside(at.x, shown.width - width)
  const y = inside(at.y + at.height - height, shown.height - height)
  return { page: index + 1, x, y, width, height }
}

const inside = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most) * 100) / 100

/** Whitens what the anchors say. */
export function coverAnchors(pdf: PDF, anchors: readonly Anchor[], white: ReturnType<typeof Rgb>): void {
  for (const { field, box } of anchors) pdf.getPage(field.page - 1)?.drawRectangle({ ...box, color: white })
}

/** Sizes of pages, and the fields of the anchors. */
export interface FieldsRead {
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly fields: readonly NewField[]
  /** What makes it look different to others, or in print. */
  readonly traits: readonly FoundTrait[]
}

/** What a document proposes. Throws bad_request for what is no PDF, is damaged or protected. */
export async function readFields(bytes: Uint8Array): Promise<FieldsRead> {
  const pdf = await openPdf(bytes)
  return {
    pages: pdf.getPages().map((page) => shownSize(viewOf(pdf, page))),
    fields: findAnchors(pdf).map(({ field }) => field),
    traits: findTraits(pdf),
  }
}
