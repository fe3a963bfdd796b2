// Where the pages of a PDF are, for what is drawn over them.
import type { EventBus, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'

/** Where a page is in what scrolls, in CSS pixels. */
export interface PageBox {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** How many of them are a point of the page. */
  readonly scale: number
}

/** Sizes of pages are known one after the other, and change with the zoom: what is laid out says so. */
export function watchLayout(
  eventBus: EventBus,
  viewer: PDFViewer,
  onLayout: (pages: readonly PageBox[]) => void,
): ResizeObserver {
  const observer = new ResizeObserver(() =>
    onLayout(Array.from({ length: viewer.pagesCount }, (_, index) => boxOf(viewer, index))),
  )
  eventBus.on('pagesinit', () => {
    for (let index = 0; index < viewer.pagesCount; index++) observer.observe(partsOf(viewer, index).div)
  })
  return observer
}

interface PageParts {
  readonly div: HTMLElement
  readonly viewport: { readonly viewBox: readonly number[]; readonly rotation: number }
}

const partsOf = (viewer: PDFViewer, index: number) => viewer.getPageView(index) as PageParts

function boxOf(viewer: PDFViewer, index: number): PageBox {
  const { div, viewport } = partsOf(viewer, index)
  const [left = 0, bottom = 0, right = 1, top = 1] = viewport.viewBox
  const points = viewport.rotation % 180 === 0 ? right - left : top - bottom
  return {
    page: index + 1,
    left: div.offsetLeft,
    top: div.offsetTop,
    width: div.offsetWidth,
    height: div.offsetHeight,
    scale: div.offsetWidth / points,
  }
}
