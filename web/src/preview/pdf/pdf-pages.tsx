// The pages of a PDF with something over them: fields that are placed or filled in.
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import type { DocumentControls } from '../document-tools.tsx'
import { openPdf, type PdfState, type PdfView } from './pdf-engine.ts'
import type { PageBox } from './pdf-layout.ts'
import './pdf.css'
import classes from './pdf-pages.module.css'

/** A place on a page, in points from the upper left corner of the page as it is shown; pages are numbered from 1. */
export interface PagePlace {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What others do with the pages that are shown. */
export interface PdfPagesView extends DocumentControls {
  /** Scrolls until the place is in view. */
  show(place: PagePlace): void
  /** The point in the middle of what is shown, as a place without a size; undefined before it is there. */
  middle(): Pick<PagePlace, 'page' | 'x' | 'y'> | undefined
}

interface Props {
  /** Where the PDF is, or its bytes. */
  source: string | Uint8Array<ArrayBuffer>
  label: string
  loading: string
  ref?: Ref<PdfPagesView>
  onState?: (state: PdfState) => void
  onFailed: () => void
  /** What is drawn over the pages, from where these are. */
  children?: (pages: readonly PageBox[]) => ReactNode
}

export function PdfPages({ source, label, loading, ref, onState, onFailed, children }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<PdfView>()
  const [boxes, setBoxes] = useState<readonly PageBox[]>([])
  const told = useRef({ onState, onFailed })
  useEffect(() => {
    told.current = { onState, onFailed }
  })
  useEffect(() => {
    const element = container.current
    if (!element) return
    const leaving = new AbortController()
    let open: PdfView | undefined
    openPdf({
      container: element,
      // the reader takes the bytes that it is given
      ...(typeof source === 'string' ? { url: source } : { data: source.slice() }),
      position: {},
      signal: leaving.signal,
      onState: (state) => leaving.signal.aborted || told.current.onState?.(state),
      onLayout: (pages) => leaving.signal.aborted || setBoxes(pages),
    }).then(
      (opened) => {
        if (leaving.signal.aborted) return opened.close()
        open = opened
        setView(opened)
      },
      () => leaving.signal.aborted || told.current.onFailed(),
    )
    return () => {
      leaving.abort()
      open?.close()
    }
  }, [source])
  useImperativeHandle(
    ref,
    () => ({
      goToPage: (page) => view?.goToPage(page),
      zoomBy: (steps) => view?.zoomBy(steps),
      fit: (how) => view?.fit(how),
      show: (place) => container.current && showIn(container.current, boxes, place),
      middle: () => (container.current ? middleOf(container.current, boxes) : undefined),
    }),
    [view, boxes],
  )
  return (
    <>
      {view ? null : <Loading label={loading} />}
      <div className={classes.pages}>
        <ScrollRegion ref={container} className={classes.scroll} label={label} printsWhole={false}>
          <div className="pdfViewer" />
          {children && boxes.length > 0 ? <div className={classes.over}>{children(boxes)}</div> : null}
        </ScrollRegion>
      </div>
    </>
  )
}

/** Where a place is over the pages, in CSS pixels. */
export function positionOf(boxes: readonly PageBox[], { page, x, y, width, height }: PagePlace) {
  const box = boxes[page - 1]
  if (!box) return undefined
  const { left, top, scale } = box
  return { left: left + x * scale, top: top + y * scale, width: width * scale, height: height * scale }
}

function showIn(element: HTMLElement, boxes: readonly PageBox[], place: PagePlace): void {
  const at = positionOf(boxes, place)
  if (!at) return
  element.scrollTo({
    left: at.left + at.width / 2 - element.clientWidth / 2,
    top: at.top + at.height / 2 - element.clientHeight / 2,
  })
}

function middleOf(element: HTMLElement, boxes: readonly PageBox[]) {
  const [left, top] = [
    element.scrollLeft + element.clientWidth / 2,
    element.scrollTop + element.clientHeight / 2,
  ]
  const box = boxes.find((each) => top <= each.top + each.height) ?? boxes.at(-1)
  if (!box) return undefined
  return { page: box.page, x: (left - box.left) / box.scale, y: (top - box.top) / box.scale }
}
