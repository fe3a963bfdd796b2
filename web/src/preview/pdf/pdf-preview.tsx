// A PDF with page field, zoom and find.
import { ActionIcon, Button, NumberInput, Tooltip } from '@mantine/core'
import { IconArrowAutofitWidth, IconFileDescription, IconMinus, IconPlus } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import { Notice } from '../../components/notice.tsx'
import { FindBar } from '../find/find-bar.tsx'
import { useFindKey } from '../find/use-find-key.ts'
import { contentUrl, type Previewed, type PreviewPosition } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts as texts } from '../texts.ts'
import { PreviewFrame } from '../preview-frame.tsx'
import { openPdf, PdfProblem, type PdfState, type PdfView } from './pdf-engine.ts'
import './pdf.css'
import classes from './pdf-preview.module.css'

/** Frees the document when it is left or another one is shown: give it the version as `key`. */
export function PdfPreview({ file, position }: { file: Previewed; position: PreviewPosition }) {
  const container = useRef<HTMLDivElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const { view, state, problem, again } = usePdf(container, contentUrl(file), position)
  const frame = useRef<HTMLDivElement>(null)
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
            <PageField state={state} view={view} />
            <ZoomTools state={state} view={view} />
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
    >
      {/* Scrolling by keyboard needs an element that takes the focus. */}
      <ScrollRegion ref={container} className={classes.pages} label={texts.document(file.name)}>
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

function usePdf(container: RefObject<HTMLDivElement | null>, url: string, position: PreviewPosition) {
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
    const options = { container: element, url, position: opensAt.current, signal }
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
  }, [container, url, attempt])
  const again = () => {
    setProblem(undefined)
    setAttempt(attempt + 1)
  }
  return { view, state, problem, again }
}

interface Tools {
  state: PdfState
  view: PdfView
}

function PageField({ state, view }: Tools) {
  const [typed, setTyped] = useState<string | number>()
  const go = () => {
    if (typed !== undefined && typed !== '') view.goToPage(Number(typed))
    setTyped(undefined)
  }
  return (
    <div className={classes.group}>
      <NumberInput
        size="xs"
        hideControls
        allowDecimal={false}
        allowNegative={false}
        className={classes.page}
        aria-label={texts.pageNumber}
        value={typed ?? state.page}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span className={classes.of}>{texts.ofPages(state.pages)}</span>
    </div>
  )
}

function ZoomTools({ state, view }: Tools) {
  const tools = [
    { label: texts.zoomOut, Icon: IconMinus, run: () => view.zoomBy(-1) },
    { label: texts.zoomIn, Icon: IconPlus, run: () => view.zoomBy(1) },
    { label: texts.fitWidth, Icon: IconArrowAutofitWidth, run: () => view.fit('page-width') },
    { label: texts.fitPage, Icon: IconFileDescription, run: () => view.fit('page-fit') },
  ]
  return (
    <div className={classes.group}>
      {tools.map(({ label, Icon, run }) => (
        <Tooltip key={label} label={label} openDelay={400}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={run}>
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
      <output className={classes.of}>{texts.zoomLevel(state.zoom)}</output>
    </div>
  )
}
