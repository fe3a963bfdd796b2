// What a screen and a printer draw of a PDF, by the reader that the web app shows pages with.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs'

const require = createRequire(import.meta.url)
const fonts = require.resolve('pdfjs-dist/package.json').replace('package.json', 'standard_fonts/')

interface Drawing {
  readonly canvas: object
  readonly context: {
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
  }
}

/** A hash of the pixels of each page. */
export async function drawnPages(bytes: Uint8Array, intent: 'display' | 'print'): Promise<readonly string[]> {
  // the reader of texts, which other files in this process load, keeps that of its own version there
  const kept: unknown = Reflect.get(globalThis, 'pdfjsWorker')
  Object.assign(globalThis, { pdfjsWorker })
  const loading = getDocument({ data: new Uint8Array(bytes), standardFontDataUrl: fonts, verbosity: 0 })
  const pdf = await loading.promise
  Object.assign(globalThis, { pdfjsWorker: kept })
  const factory = pdf.canvasFactory as { create(width: number, height: number): Drawing }
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: 1 })
    const { canvas, context } = factory.create(viewport.width, viewport.height)
    await page.render({ canvas: canvas as never, viewport, intent }).promise
    const { data } = context.getImageData(0, 0, viewport.width, viewport.height)
    pages.push(createHash('sha256').update(data).digest('hex'))
  }
  await loading.destroy()
  return pages
}

/** A hash of the pixels of all pages as a press prints them, with its inks and overprint, by poppler-utils. */
export const pressedPages = (bytes: Uint8Array): string =>
  createHash('sha256')
    .update(execFileSync('pdftoppm', ['-r', '72', '-png', '-overprint', '-'], { input: bytes }))
    .digest('hex')
