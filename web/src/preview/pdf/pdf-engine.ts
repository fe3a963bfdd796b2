// PDF documents with pdf.js: one viewer with its text layer and its find, and a worker of its own, so that leaving a
// document frees everything. Loaded with the first PDF only.
import * as pdfjs from 'pdfjs-dist'
// after pdf.js itself: the viewer takes its parts from the global that pdf.js sets
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs'

import type { DocumentControls, DocumentPosition } from '../document-tools.tsx'
import type { OutlineEntry } from '../outline-panel.tsx'
import { outlineOf } from './pdf-outline.ts'
import { type PageBox, watchLayout } from './pdf-layout.ts'
import { type PaperPage, pagesForPaper } from './pdf-paper.ts'

/** Character maps, fonts and decoders of pdf.js as `vite.config.ts` lays them out. */
const staticFiles = `/assets/pdf-${pdfjs.version.replaceAll('.', '-')}/`

/** What the page around the viewer shows. */
export interface PdfState extends DocumentPosition {
  readonly hits: { readonly current: number; readonly total: number; readonly searching: boolean } | undefined
  /** Whether the first pages have no text: a scan. */
  readonly isScan: boolean
  readonly outline: readonly OutlineEntry[]
}

/** An open document. */
export interface PdfView extends DocumentControls {
  find(query: string): void
  findAgain(backwards: boolean): void
  /** Every page as a picture. */
  pagesForPaper(signal: AbortSignal): Promise<readonly PaperPage[]>
  /** Frees the document and its worker. */
  close(): void
}

export interface OpenPdf {
  /** The scrolling element: positioned absolutely, with one empty child. */
  readonly container: HTMLDivElement
  /** Where it is, or its bytes, which are taken. */
  readonly url?: string
  readonly data?: Uint8Array<ArrayBuffer>
  /** Where to open it. */
  readonly position: { readonly page?: number | undefined; readonly find?: string | undefined }
  readonly onState: (state: PdfState) => void
  /** Called when the pages are where they were not before. */
  readonly onLayout?: (pages: readonly PageBox[]) => void
  /** Aborted when the document is left before it is open. */
  readonly signal: AbortSignal
}

/** Opens a document, the parts that are looked at first. Throws `PdfProblem` for one that cannot be opened. */
export async function openPdf({
  container,
  url,
  data,
  position,
  onState,
  onLayout,
  signal,
}: OpenPdf): Promise<PdfView> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const worker = pdfjs.PDFWorker.create({ port, verbosity: pdfjs.VerbosityLevel.ERRORS })
  const loading = pdfjs.getDocument({
    ...(url === undefined ? {} : { url }),
    ...(data ? { data } : {}),
    worker,
    cMapUrl: `${staticFiles}cmaps/`,
    standardFontDataUrl: `${staticFiles}fonts/`,
    wasmUrl: `${staticFiles}decoders/`,
    iccUrl: `${staticFiles}colours/`,
    // our content policy compiles no WebAssembly
    useWasm: false,
    // pieces of the file as pages are looked at, instead of all of it
    disableAutoFetch: true,
    rangeChunkSize: 256 * 1024,
    enableXfa: false,
    maxImageSize: 128 * 1024 * 1024,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  const free = () => void loading.destroy().finally(() => port.terminate())
  try {
    const document = await loading.promise
    // the next one may be in the container by now
    signal.throwIfAborted()
    return showIn(container, document, { position, onState, onLayout, free })
  } catch (error) {
    free()
    throw problemOf(error)
  }
}

/** Why a document cannot be shown. */
export class PdfProblem extends Error {
  readonly reason: 'password' | 'damaged' | 'unreachable'
  constructor(reason: PdfProblem['reason'], cause: unknown) {
    super(`The document cannot be shown: ${reason}`, { cause })
    this.reason = reason
  }
}

function problemOf(error: unknown): PdfProblem {
  if (error instanceof pdfjs.PasswordException) return new PdfProblem('password', error)
  if (error instanceof pdfjs.InvalidPDFException) return new PdfProblem('damaged', error)
  return new PdfProblem(error instanceof pdfjs.ResponseException ? 'unreachable' : 'damaged', error)
}

interface Shown extends Pick<OpenPdf, 'position' | 'onState'> {
  readonly onLayout: OpenPdf['onLayout']
  readonly free: () => void
}

function showIn(
  container: HTMLDivElement,
  document: pdfjs.PDFDocumentProxy,
  { position, onState, onLayout, free }: Shown,
): PdfView {
  const { viewer, eventBus, linkService, findController } = newViewer(container)
  let state: PdfState = {
    pages: document.numPages,
    page: 1,
    zoom: 100,
    hits: undefined,
    isScan: false,
    outline: [],
  }
  const report = (next: Partial<PdfState>) => onState((state = { ...state, ...next }))
  const finder = newFinder(eventBus, (hits) => report({ hits }))

  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = 'page-width'
    if (position.page !== undefined) viewer.currentPageNumber = Math.min(position.page, document.numPages)
    if (position.find !== undefined && position.find !== '') finder.find(position.find)
  })
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => report({ page: pageNumber }))
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => report({ zoom: Math.round(scale * 100) }))
  const layout = onLayout && watchLayout(eventBus, viewer, onLayout)
  viewer.setDocument(document)
  linkService.setDocument(document)
  const scan = looksScanned(document).then((isScan) => report({ isScan }))
  const outline = outlineOf(document, (place) => void linkService.goToDestination(place)).then((entries) =>
    report({ outline: entries }),
  )
  // what the viewer itself waits for first: freed under its hands, it reports an error to the console
  const opened = Promise.allSettled([document.getPage(1), document.getPermissions(), scan, outline])
  const width = keepFitting(container, viewer)

  return {
    ...finder,
    goToPage: (page) => void (viewer.currentPageNumber = Math.min(Math.max(1, page), document.numPages)),
    zoomBy: (steps) =>
      steps > 0 ? viewer.increaseScale({ steps }) : viewer.decreaseScale({ steps: -steps }),
    fit: (how) => void (viewer.currentScaleValue = how),
    pagesForPaper: (signal) => pagesForPaper(document, signal),
    close() {
      width.disconnect()
      layout?.disconnect()
      // the library's types say it needs a document; without one it lets go of its own
      viewer.setDocument(null)
      linkService.setDocument(null)
      findController.setDocument(null as never)
      viewer.cleanup()
      void opened.then(free)
    },
  }
}

function newViewer(container: HTMLDivElement) {
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ eventBus, linkService })
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    // links work, forms are shown as they are filled in, and nothing of the document runs: there is no scripting
    // manager
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
    enableAutoLinking: false,
    maxCanvasPixels: 16_777_216,
    removePageBorders: true,
  })
  linkService.setViewer(viewer)
  return { viewer, eventBus, linkService, findController }
}

function newFinder(eventBus: EventBus, onHits: (hits: PdfState['hits']) => void) {
  let query = ''
  let hits: PdfState['hits']
  const report = (next: PdfState['hits']) => onHits((hits = next))
  const search = (type: '' | 'again', findPrevious = false) => {
    report(query === '' ? undefined : { current: 0, total: 0, ...hits, searching: true })
    eventBus.dispatch('find', {
      source: eventBus,
      type,
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious,
      matchDiacritics: false,
    })
  }
  eventBus.on('updatefindmatchescount', ({ matchesCount }: Pick<FindControlState, 'matchesCount'>) => {
    if (query !== '') report({ ...matchesCount, searching: hits?.searching ?? false })
  })
  eventBus.on('updatefindcontrolstate', ({ state, matchesCount }: FindControlState) => {
    if (query !== '') report({ ...matchesCount, searching: state === pending })
  })
  return {
    find(text: string) {
      query = text
      search('')
    },
    findAgain: (backwards: boolean) => search('again', backwards),
  }
}

// FindState.PENDING of the viewer
const pending = 3
interface FindControlState {
  readonly state: number
  readonly matchesCount: { readonly current: number; readonly total: number }
}

/**
 * Fits the pages again when the width changes, at most once for each width: a scroll bar that comes and goes with the
 * zoom would otherwise change it for ever.
 */
function keepFitting(container: HTMLElement, viewer: PDFViewer): ResizeObserver {
  let last = container.offsetWidth
  const observer = new ResizeObserver(() => {
    if (container.offsetWidth === last || container.offsetWidth === 0) return
    last = container.offsetWidth
    const fit = viewer.currentScaleValue
    if (fit === 'page-width' || fit === 'page-fit') viewer.currentScaleValue = fit
    viewer.update()
  })
  observer.observe(container)
  return observer
}

/** Whether the first three pages have no text. */
async function looksScanned(document: pdfjs.PDFDocumentProxy): Promise<boolean> {
  try {
    for (let number = 1; number <= Math.min(3, document.numPages); number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      if (items.length > 0) return false
    }
    return true
  } catch {
    // the document was left while it was read
    return false
  }
}
