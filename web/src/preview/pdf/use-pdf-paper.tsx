// Printing a PDF whole: its pages are drawn, laid below each other where only paper shows them, and printed.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { printAlone } from '../print-alone.ts'
import type { PaperPage } from './pdf-paper.ts'
import type { PdfView } from './pdf-engine.ts'
import classes from './pdf-preview.module.css'

/** `paper` belongs onto the page. Ctrl+P prints all pages as well, while the document is shown. */
export function usePdfPaper(view: PdfView | undefined): {
  paper: ReactNode
  isPrinting: boolean
  print: () => void
} {
  const [isPrinting, setPrinting] = useState(false)
  const [pages, setPages] = useState<readonly PaperPage[]>()
  const paper = useRef<HTMLDivElement>(null)
  const leaving = useRef<AbortController>(null)

  const print = useCallback(() => {
    if (view === undefined || leaving.current) return
    const attempt = new AbortController()
    leaving.current = attempt
    setPrinting(true)
    view
      .pagesForPaper(attempt.signal)
      .then(setPages, () => undefined)
      .finally(() => {
        if (leaving.current === attempt) leaving.current = null
        setPrinting(false)
      })
  }, [view])
  useEffect(() => () => leaving.current?.abort(), [])

  useEffect(() => {
    const [first] = pages ?? []
    if (first === undefined) return undefined
    const done = () => setPages(undefined)
    window.addEventListener('afterprint', done, { once: true })
    let left = false
    const pictures = Array.from(paper.current?.querySelectorAll('img') ?? [])
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!left) printAlone(paper.current, `size: ${first.width}pt ${first.height}pt; margin: 0`)
    })
    return () => {
      left = true
      window.removeEventListener('afterprint', done)
    }
  }, [pages])

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'p' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      print()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [print])

  return {
    isPrinting,
    print,
    paper: (
      <div ref={paper} className={classes.paper} data-print-whole>
        {pages?.map(({ picture }, index) => (
          // pages do not move
          // oxlint-disable-next-line react/no-array-index-key
          <img key={index} src={picture} alt="" />
        ))}
      </div>
    ),
  }
}
