// The PDF of a binder: an index, then its parts. Runs in a document worker.
import { PDF, type PDFPage } from '@libpdf/core'
import { loadPdf } from '../../platform/documents/pdf/load-pdf.ts'
import { linesOf, margin, TextWriter, width } from '../../platform/documents/pdf/text-pages.ts'
import { Typesetter } from '../../platform/documents/pdf/typesetter.ts'
import type { Sheet } from './sheets.ts'

/** What is in the binder, in its order. */
export type BinderPart =
  | { readonly kind: 'contract'; readonly name: string }
  | { readonly kind: 'sheet'; readonly sheet: Sheet }
  | {
      readonly kind: 'document'
      readonly title: string
      /** Its name among the attachments, or in the archive. */
      readonly path: string
      /** Absent in an archive, which has it as a file of its own. */
      readonly bytes: Uint8Array | undefined
      readonly isPdf: boolean
      /** Kept as a file as well: its seals do not survive in another PDF. */
      readonly isSigned: boolean
    }

interface ToMake {
  readonly title: string
  /** Below the title: what it is, from when, by whom. */
  readonly lines: readonly string[]
  readonly parts: readonly BinderPart[]
  /** The manifest, which is attached; undefined in an archive. */
  readonly manifest: string | undefined
  readonly at: Date
}

/** A line of the index. */
interface IndexLine {
  readonly text: string
  readonly isHeading: boolean
  /** The first page of the part; what is attached has none. */
  readonly target: { readonly page: PDFPage; readonly place: number } | undefined
  /** What stands in place of a page number. */
  readonly instead: string
}

const linesOfFirst = 32
const linesOfNext = 38

/** The PDF. Documents that are no PDF, or cannot be opened, are attached to it. */
export async function makeBinder({ title, lines, parts, manifest, at }: ToMake): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.setTitle(title)
  pdf.setCreationDate(at)
  const typesetter = new Typesetter(pdf)
  const index: IndexLine[] = []
  for (const part of parts) {
    const before = pdf.getPageCount()
    const instead = await addPart(pdf, typesetter, part, at)
    const page = pdf.getPageCount() > before ? pdf.getPage(before) : null
    index.push({
      text: textOf(part),
      isHeading: part.kind === 'contract',
      target: page ? { page, place: before } : undefined,
      instead,
    })
  }
  if (manifest !== undefined)
    pdf.addAttachment('manifest.json', new Uint8Array(Buffer.from(manifest)), {
      mimeType: 'application/json',
      createdAt: at,
      modifiedAt: at,
    })
  addIndex(pdf, typesetter, { title, lines, index })
  typesetter.embed()
  return pdf.save()
}

const textOf = (part: BinderPart): string =>
  part.kind === 'contract' ? part.name : part.kind === 'sheet' ? part.sheet.title : part.title

/** Adds the pages of a part; returns what the index says of one without pages. */
async function addPart(pdf: PDF, typesetter: Typesetter, part: BinderPart, at: Date): Promise<string> {
  if (part.kind === 'contract') return ''
  if (part.kind === 'sheet') {
    const writer = new TextWriter(pdf, typesetter)
    writer.heading(part.sheet.title, 16)
    for (const { heading, rows } of part.sheet.groups) {
      writer.heading(heading, 11)
      for (const [label, text] of rows) writer.row(label, text)
    }
    return ''
  }
  const { bytes, path, isPdf, isSigned } = part
  if (bytes === undefined) return path
  const isShown = isPdf && (await addPages(pdf, bytes))
  if (!isShown || isSigned) pdf.addAttachment(path, bytes, { createdAt: at, modifiedAt: at })
  return isShown ? '' : 'attached'
}

/** Adds all pages of a PDF, or none where it is damaged or protected. */
async function addPages(pdf: PDF, bytes: Uint8Array): Promise<boolean> {
  const before = pdf.getPageCount()
  try {
    const source = await loadPdf(bytes)
    if (source.isEncrypted || source.recoveredViaBruteForce || source.getPageCount() === 0) return false
    await pdf.copyPagesFrom(source, [...Array(source.getPageCount()).keys()])
    return true
  } catch (error) {
    if (error instanceof RangeError) throw error
    while (pdf.getPageCount() > before) pdf.removePage(pdf.getPageCount() - 1)
    return false
  }
}

interface Index {
  readonly title: string
  readonly lines: readonly string[]
  readonly index: readonly IndexLine[]
}

function addIndex(pdf: PDF, typesetter: Typesetter, { title, lines, index }: Index): void {
  const pages = 1 + Math.max(0, Math.ceil((index.length - linesOfFirst) / linesOfNext))
  for (let number = 0; number < pages; number++) {
    const page = pdf.addPage({ size: 'a4', insertAt: number })
    let y = 842 - margin
    if (number === 0) {
      const heading = { size: 20, weight: 'Bold' } as const
      const [name = ''] = linesOf(typesetter, { ...heading, text: title, within: width })
      typesetter.write(page, { ...heading, text: name, x: margin, y: (y -= 20) })
      y -= 8
      for (const line of lines) {
        const [shortened = ''] = linesOf(typesetter, { text: line, size: 9.5, within: width })
        typesetter.write(page, { text: shortened, x: margin, y: (y -= 14), size: 9.5 })
      }
      y -= 12
    }
    const first = number === 0 ? 0 : linesOfFirst + (number - 1) * linesOfNext
    for (const entry of index.slice(first, number === 0 ? linesOfFirst : first + linesOfNext)) {
      y -= 18
      drawEntry(page, y, entry, { typesetter, pages })
    }
  }
}

function drawEntry(
  page: PDFPage,
  y: number,
  { text, isHeading, target, instead }: IndexLine,
  { typesetter, pages }: { readonly typesetter: Typesetter; readonly pages: number },
): void {
  const indent = isHeading ? 0 : 14
  const font = { size: 10, weight: isHeading ? 'Bold' : 'Regular' } as const
  const place = target ? String(target.place + pages + 1) : instead
  const [right = ''] = linesOf(typesetter, { ...font, text: place, within: width / 2 })
  const rightWidth = typesetter.width(right, font.size, font.weight)
  const [left = ''] = linesOf(typesetter, { ...font, text, within: width - indent - rightWidth - 16 })
  typesetter.write(page, { ...font, text: left, x: margin + indent, y })
  if (right !== '') typesetter.write(page, { ...font, text: right, x: margin + width - rightWidth, y })
  if (target)
    page.addLinkAnnotation({
      rect: { x: margin, y: y - 4, width, height: 16 },
      destination: { page: target.page, type: 'Fit' },
      borderWidth: 0,
    })
}
