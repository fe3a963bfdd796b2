// The content of a page as one stream, and what is drawn over it.
import { type PDF, PdfArray, PdfDict, PdfName, type PDFPage, PdfStream } from '@libpdf/core'
import { appearanceOf } from './annotations.ts'
import { operationsIn } from './content-operators.ts'
import { inherited, type PdfObjects } from './pdf-objects.ts'

/** The content of a page, decoded: its streams one after the other. */
export function contentOf(objects: PdfObjects, { dict }: PDFPage): Uint8Array {
  const contents = objects.of(dict.get('Contents'))
  const streams = contents instanceof PdfArray ? contents.toArray() : [contents]
  return Buffer.concat(
    streams.flatMap((each) => {
      const stream = objects.stream(each)
      return stream ? [stream.getDecodedData(), Buffer.from('\n')] : []
    }),
  )
}

/** Sets the content of a page; what is not compressed yet is when the document is saved. */
export function setContent(pdf: PDF, { dict }: PDFPage, content: Uint8Array): void {
  dict.set('Contents', pdf.register(PdfStream.fromDict({}, content)))
}

/** The content with the state of the page as it was before, so that something can follow it. */
export function closedContent(content: Uint8Array): Uint8Array {
  let depth = 0
  let lowest = 0
  let isText = false
  let marks = 0
  for (const { operator } of operationsIn(content)) {
    if (operator === 'q') depth++
    if (operator === 'Q') lowest = Math.min(lowest, --depth)
    if (operator === 'BT') isText = true
    if (operator === 'ET') isText = false
    if (operator === 'BMC' || operator === 'BDC') marks++
    if (operator === 'EMC') marks--
  }
  const opened = 'q\n'.repeat(1 - lowest)
  const closed = `${isText ? 'ET\n' : ''}${'EMC\n'.repeat(Math.max(0, marks))}${'Q\n'.repeat(1 - lowest + depth)}`
  return Buffer.concat([Buffer.from(opened), content, Buffer.from(`\n${closed}`)])
}

/** The resources of a page for itself alone, with its pictures and forms. */
function ownResources(objects: PdfObjects, { dict }: PDFPage): PdfDict {
  const resources = objects.dict(inherited(objects, dict, 'Resources'))?.clone() ?? new PdfDict()
  resources.set('XObject', objects.dict(resources.get('XObject'))?.clone() ?? new PdfDict())
  dict.set('Resources', resources)
  return resources
}

/** Adds the appearances of annotations to the resources of a page; returns the operators that draw them. */
export function drawAppearances(
  pdf: PDF,
  objects: PdfObjects,
  { page, annotations }: { readonly page: PDFPage; readonly annotations: readonly PdfDict[] },
): string {
  const forms = objects.dict(ownResources(objects, page).get('XObject'))
  let number = 0
  return annotations
    .map((annotation) => {
      const appearance = appearanceOf(objects, annotation)
      const matrix = appearance && placing(objects, annotation, appearance)
      if (!appearance || !matrix || !forms) return ''
      appearance.set('Type', PdfName.of('XObject'))
      appearance.set('Subtype', PdfName.of('Form'))
      while (forms.has(`Fixed${number}`)) number++
      forms.set(`Fixed${number}`, pdf.context.registry.getRef(appearance) ?? pdf.register(appearance))
      return `q ${matrix.map((each) => each.toFixed(6)).join(' ')} cm /Fixed${number} Do Q\n`
    })
    .join('')
}

/** What moves the appearance onto its annotation (ISO 32000-1, 12.5.5); undefined for one without a size. */
function placing(
  objects: PdfObjects,
  annotation: PdfDict,
  appearance: PdfStream,
): readonly number[] | undefined {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = objects.numbers(appearance.get('BBox'))
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = objects.numbers(appearance.get('Matrix'))
  const corners = [x1, x2].flatMap((x) =>
    [y1, y2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const [box, rect] = [around(corners), around(pairs(objects.numbers(annotation.get('Rect'))))]
  if (box.width === 0 || box.height === 0 || rect.width === 0 || rect.height === 0) return undefined
  const [across, up] = [rect.width / box.width, rect.height / box.height]
  const matrix = [across, 0, 0, up, rect.x - box.x * across, rect.y - box.y * up]
  return matrix.every(Number.isFinite) ? matrix : undefined
}

const pairs = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) => [[x1, y1] as const, [x2, y2] as const]

function around(points: readonly (readonly [x: number, y: number])[]) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
