// A PDF with page, zoom, outline, find, printing and full screen.
import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageField, PageTools, PanelTools, type SidePanelName, ZoomTools } from '../document-tools.tsx'
import { FindBar } from '../find/find-bar.tsx'
import { useFindKey } from '../find/use-find-key.ts'
import { OutlinePanel } from '../outline-panel.tsx'
import { contentUrl, type Previewed, type PreviewPosition } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts as texts } from '../texts.ts'
import { PreviewFrame } from '../preview-frame.tsx'
import { openPdf, PdfProblem, type PdfState, type PdfView } from './pdf-engine.ts'
import { usePdfPaper } from './use-pdf-paper.tsx'
import './pdf.css'
import classes from './pdf-preview.module.css'

/** Frees the document when it is left or another one is shown: give it the version as `key`. */
export function PdfPreview({ file, position }: { file: Previewed; position: PreviewPosition }) {
  const container = useRef<HTMLDivElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const { view, state, problem, again } = usePdf(container, file, position)
  const frame = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<SidePanelName>()
  const { paper, isPrinting, print } = usePdfPaper(view)
  useFindKey(frame, findField)

  if (problem) {
    return (
      <Notice kind="problem" title={texts.failedTitle}>
        <p>{messageOf(problem)}</p>
        <Button variant="default" size="xs" onClick={again}>
          {texts.retry}
        </Button>
      </Notice>
    )
  }
  const ready = view !== undefined && state !== undefined
  return (
    <PreviewFrame
      ref={frame}
      tools={
        ready ? (
          <>
            <PageField position={state} controls={view} />
            <ZoomTools position={state} controls={view} />
            <PanelTools hasOutline={state.outline.length > 0} shown={panel} onShow={setPanel} />
            <PageTools frame={frame} isPrinting={isPrinting} onPrint={print} />
            <FindBar
              initial={position.find}
              field={findField}
              hits={state.hits}
              onFind={(query) => view.find(query)}
              onStep={(backwards) => view.findAgain(backwards)}
            />
          </>
        ) : (
          <Loading label={texts.loading} />
        )
      }
      note={state?.isScan ? texts.scanNote : undefined}
      side={panel === 'outline' ? <OutlinePanel entries={state?.outline ?? []} /> : undefined}
    >
      <p className={classes.paperNote}>{texts.printNote}</p>
      {paper}
      {/* Scrolling by keyboard needs an element that takes the focus. */}
      <ScrollRegion
        ref={container}
        className={classes.pages}
        label={texts.document(file.name)}
        printsWhole={false}
      >
        <div className="pdfViewer" />
      </ScrollRegion>
    </PreviewFrame>
  )
}

function messageOf(problem: unknown): string {
  const reason = problem instanceof PdfProblem ? problem.reason : 'damaged'
  if (reason === 'password') return texts.passwordNeeded
  return reason === 'unreachable' ? texts.unreachable : texts.damaged
}

function usePdf(container: RefObject<HTMLDivElement | null>, file: Previewed, position: PreviewPosition) {
  const url = contentUrl(file)
  const { bytes } = file
  const [view, setView] = useState<PdfView>()
  const [state, setState] = useState<PdfState>()
  const [problem, setProblem] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // where it opens, not where it is
  const opensAt = useRef(position)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const leaving = new AbortController()
    const { signal } = leaving
    let open: PdfView | undefined
    // the reader takes the bytes that it is given
    const source = bytes ? { data: new Uint8Array(bytes.slice(0)) } : { url }
    const options = { container: element, ...source, position: opensAt.current, signal }
    openPdf({ ...options, onState: (next) => signal.aborted || setState(next) }).then(
      (opened) => {
        if (signal.aborted) return opened.close()
        open = opened
        setView(opened)
      },
      (error: unknown) => signal.aborted || setProblem(error),
    )
    return () => {
      leaving.abort()
      open?.close()
    }
    // another attempt opens it again
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [container, url, bytes, attempt])
  const again = () => {
    setProblem(undefined)
    setAttempt(attempt + 1)
  }
  return { view, state, problem, again }
}
