// Moving about in a Word document that is drawn: its pages, and how large they are. Where a page would have to be much
// smaller than it is, as on a telephone, the text is laid out in the width there is instead.
import type { DocumentControls, DocumentPosition } from '../document-tools.tsx'

/** A document that is shown. */
export interface DocxView extends DocumentControls {
  /** Scrolls to a part of the document, and nothing around it. */
  show(part: Element | Range): void
  close(): void
}

type Fit = 'page-width' | 'page-fit' | 'own'

const STEP = 1.1
const [LEAST, MOST, MOST_FITTED] = [0.25, 4, 2]
/** Of an A4 page, for a document that does not say. */
const A4 = { width: 794, height: 1123 }
const GAP = 24
/** Pages that would be smaller than this cannot be read. */
const LEAST_READABLE = 0.6

/** `scroller` scrolls the host of `root`, in which docx-preview's pages are. */
export function viewDocx(
  scroller: HTMLElement,
  root: ParentNode,
  onChange: (position: DocumentPosition) => void,
): DocxView {
  const wrapper = root.querySelector<HTMLElement>('.docx-wrapper')
  const pages = pagesIn(scroller, root)
  let [fit, zoom]: [Fit, number] = ['page-width', 1]
  let last: DocumentPosition | undefined
  // the last pages cannot be scrolled up to the top: what was asked for counts until somebody scrolls on
  let asked: { readonly page: number; readonly at: number } | undefined

  const report = () => {
    if (asked?.at !== scroller.scrollTop) asked = undefined
    const page = asked?.page ?? pages.shown()
    const next = { pages: pages.total, page, zoom: Math.round(zoom * 100) }
    if (last?.page === next.page && last.zoom === next.zoom) return
    onChange((last = next))
  }
  function goToPage(wanted: number) {
    const page = Math.max(1, Math.min(pages.total, wanted))
    scroller.scrollTop = pages.topOf(page) - GAP / 2
    asked = { page, at: scroller.scrollTop }
    report()
  }
  function draw() {
    const isNarrow = fit !== 'page-fit' && roomIn(scroller).width < LEAST_READABLE * pages.width
    if (fit === 'page-width' && isNarrow) zoom = 1
    else if (fit !== 'own') zoom = fittingZoom(roomIn(scroller), pages, fit)
    wrapper?.classList.toggle('narrow', isNarrow)
    if (wrapper) wrapper.style.zoom = String(zoom)
    // what was being read stays in sight
    if (last !== undefined && last.page > 1) goToPage(last.page)
    report()
  }

  const close = follow(scroller, { onSize: draw, onScroll: report })
  draw()
  return {
    goToPage,
    zoomBy(steps) {
      fit = 'own'
      zoom = Math.min(MOST, Math.max(LEAST, zoom * STEP ** steps))
      draw()
    },
    fit(how) {
      fit = how
      draw()
    },
    show(part) {
      const { top } = part.getBoundingClientRect()
      scroller.scrollTop += top - scroller.getBoundingClientRect().top - GAP
      report()
    },
    close,
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

const roomIn = ({ clientWidth, clientHeight }: HTMLElement): Size => ({
  width: clientWidth - GAP,
  height: clientHeight - GAP,
})

const fittingZoom = (room: Size, page: Size, fit: Exclude<Fit, 'own'>): number =>
  fit === 'page-width'
    ? Math.min(MOST_FITTED, room.width / page.width)
    : Math.min(room.width / page.width, room.height / page.height)

/** Calls back until the function that it answers is called. */
function follow(scroller: HTMLElement, { onSize, onScroll }: { onSize: () => void; onScroll: () => void }) {
  const resized = new ResizeObserver(onSize)
  resized.observe(scroller)
  scroller.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    resized.disconnect()
    scroller.removeEventListener('scroll', onScroll)
  }
}

/** The pages, as they are laid out at first; a section that is longer than a page is as many as it fills. */
function pagesIn(scroller: HTMLElement, root: ParentNode) {
  const sections = Array.from(root.querySelectorAll<HTMLElement>('section.docx'))
  let total = 0
  const counted = sections.map((section) => {
    const count = Math.max(1, Math.round(section.offsetHeight / sizeOf(section).height))
    total += count
    return { section, first: total - count + 1, count }
  })
  const placeOf = (section: HTMLElement) => {
    const { top, height } = section.getBoundingClientRect()
    return { top: top - scroller.getBoundingClientRect().top + scroller.scrollTop, height }
  }
  return {
    ...sizeOf(sections[0]),
    total,
    /** The one at the top of what is in sight; at the end, the last one. */
    shown(): number {
      const { scrollTop, clientHeight, scrollHeight } = scroller
      if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return total
      const at = scrollTop + GAP
      for (const { section, first, count } of counted) {
        const { top, height } = placeOf(section)
        const within = Math.floor(((at - top) / height) * count)
        if (within < count) return first + Math.max(0, within)
      }
      return Math.max(1, total)
    },
    topOf(page: number): number {
      const holds = counted.findLast(({ first }) => first <= page) ?? counted[0]
      if (holds === undefined) return 0
      const { top, height } = placeOf(holds.section)
      return top + (Math.min(holds.count - 1, Math.max(0, page - holds.first)) / holds.count) * height
    },
  }
}

function sizeOf(page: HTMLElement | undefined): Size {
  return {
    width: pixels(page?.style.width) ?? A4.width,
    height: pixels(page?.style.minHeight) ?? A4.height,
  }
}

/** Of "595.30pt", as docx-preview writes lengths. */
function pixels(length: string | undefined): number | undefined {
  const points = Number.parseFloat(length ?? '')
  return Number.isNaN(points) ? undefined : (points * 96) / 72
}
