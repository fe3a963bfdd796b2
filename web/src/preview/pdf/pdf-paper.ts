// The pages of a PDF as pictures for paper: the viewer itself draws only those that are looked at.
import type { PDFDocumentProxy } from 'pdfjs-dist'

const DOTS_PER_INCH = 150
const POINTS_PER_INCH = 72

/** A page to be printed. */
export interface PaperPage {
  /** An address with the picture in it: our content policy has no others. */
  readonly picture: string
  /** In points. */
  readonly width: number
  readonly height: number
}

/** All pages, one after another, so that one picture is in memory at a time besides what is made of it. */
export async function pagesForPaper(document: PDFDocumentProxy, signal: AbortSignal): Promise<PaperPage[]> {
  const canvas = window.document.createElement('canvas')
  const pages: PaperPage[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    signal.throwIfAborted()
    const viewport = page.getViewport({ scale: DOTS_PER_INCH / POINTS_PER_INCH })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport, intent: 'print' }).promise
    signal.throwIfAborted()
    const { width, height } = page.getViewport({ scale: 1 })
    pages.push({ picture: canvas.toDataURL('image/jpeg', 0.9), width, height })
    page.cleanup()
  }
  return pages
}
