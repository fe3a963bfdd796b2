// The document that a signer reads, and whether they have come to its end.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import { openPdf, type PdfState, type PdfView } from '../../preview/pdf/pdf-engine.ts'
import '../../preview/pdf/pdf.css'
import { ScrollRegion } from '../../preview/scroll-region.tsx'
import classes from './signing.module.css'
import { signTexts as texts } from './texts.ts'

export function ShownPdf({ bytes, onRead }: { bytes: Uint8Array<ArrayBuffer>; onRead: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<PdfView>()
  const [state, setState] = useState<PdfState>()
  const [failed, setFailed] = useState(false)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    const element = container.current
    if (!element) return
    const leaving = new AbortController()
    let open: PdfView | undefined
    const onState = (next: PdfState) => {
      if (leaving.signal.aborted) return
      setState(next)
      if (next.page === next.pages) read.current()
    }
    // the reader takes the bytes that it is given
    const options = { container: element, data: bytes.slice(), position: {}, signal: leaving.signal }
    openPdf({ ...options, onState }).then(
      (opened) => {
        if (leaving.signal.aborted) return opened.close()
        open = opened
        setView(opened)
      },
      () => leaving.signal.aborted || setFailed(true),
    )
    return () => {
      leaving.abort()
      open?.close()
    }
  }, [bytes])
  return (
    <>
      {failed ? <p className={classes.text}>{texts.notThere}</p> : null}
      {view ? null : <Loading label={texts.loading} />}
      <div className={classes.pages}>
        <ScrollRegion ref={container} className={classes.scroll} label={texts.pages} printsWhole={false}>
          <div className="pdfViewer" />
        </ScrollRegion>
      </div>
      {view && state && state.page < state.pages ? (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          onClick={() => view.goToPage(state.pages)}
        >
          {texts.toEnd}
        </Button>
      ) : null}
    </>
  )
}
