// A page that shows how a seal looks in the reader of those who get one. Runs in a document worker.
import { PDF } from '@libpdf/core'

/** A PDF of one page with these lines. */
export async function makeSample(lines: readonly string[]): Promise<Uint8Array> {
  const pdf = PDF.create()
  const page = pdf.addPage({ size: 'a4' })
  for (const [index, line] of lines.entries()) {
    page.drawText(line, { x: 56, y: page.height - 80 - index * 22, size: index === 0 ? 18 : 11 })
  }
  return pdf.save()
}
