// A Word document with its layout: page, zoom, outline, comments, find, printing and full screen.
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import {
  type DocumentPosition,
  PageField,
  PageTools,
  PanelTools,
  type SidePanelName,
  ZoomTools,
} from '../document-tools.tsx'
import { FindBar } from '../find/find-bar.tsx'
import { markStyles } from '../find/find-in-text.ts'
import { useFindInText } from '../find/use-find-in-text.ts'
import { useFindKey } from '../find/use-find-key.ts'
import { loadBytes, mostBytesOf } from '../load-bytes.ts'
import { NoPreview } from '../no-preview.tsx'
import { type OutlineEntry, OutlinePanel } from '../outline-panel.tsx'
import { PreviewFrame } from '../preview-frame.tsx'
import { contentUrl, type Previewed, type PreviewEditing, type PreviewPosition } from '../previewed.ts'
import { printAlone } from '../print-alone.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts as texts } from '../texts.ts'
import { CommentsPanel } from './comments-panel.tsx'
import { type DocumentThread, rangesOfComments } from './docx-comments.ts'
import { drawDocx } from './docx-engine.ts'
import { headingsOf, paragraphAt, paragraphsIn } from './docx-outline.ts'
import { markComments, pageStyles, unmarkComments } from './docx-styles.ts'
import { type DocxView, viewDocx } from './docx-view.ts'
import classes from './documents.module.css'
import { showForeign } from './shadow-document.ts'

const AnswerableComments = lazy(async () => ({
  default: (await import('../markup/answerable-comments.tsx')).AnswerableComments,
}))
const MarkupPanel = lazy(async () => ({ default: (await import('../markup/markup-panel.tsx')).MarkupPanel }))

/** Narrower than this, comments are opened by those who want them. */
const ROOM_FOR_COMMENTS = 600

export function DocxPreview(props: {
  file: Previewed
  position: PreviewPosition
  editing: PreviewEditing | undefined
}) {
  const { file, position, editing } = props
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const { root, shown, place, hasFailed } = useDocx(file, host, scroller)
  const [panel, setPanel] = useState<SidePanelName>()
  const [comment, setComment] = useState<number>()
  useFindKey(frame, findField)
  const { hits, find, step } = useFindInText(root, shown !== undefined, position.find)

  const comments = shown?.comments ?? []
  const count = comments.reduce((sum, { answers }) => sum + 1 + answers.length, 0)
  useEffect(() => {
    if (count > 0 && (frame.current?.clientWidth ?? 0) >= ROOM_FOR_COMMENTS) setPanel('comments')
  }, [count])
  useEffect(() => {
    if (!shown) return undefined
    markComments([...shown.ranges.values()], comment === undefined ? undefined : rangeOf(shown, comment))
    return unmarkComments
  }, [shown, comment])

  if (file.size > mostBytesOf.document) return <NoPreview file={file} reason="too-large" />
  if (hasFailed) return <NoPreview file={file} reason="damaged" />
  return (
    <PreviewFrame
      ref={frame}
      tools={
        shown === undefined || place === undefined ? (
          <Loading label={texts.loading} />
        ) : (
          <>
            <PageField position={place} controls={shown.view} />
            <ZoomTools position={place} controls={shown.view} />
            <PanelTools
              hasOutline={shown.outline.length > 0}
              comments={count}
              // not of what was given to the page: the server asks who reads them
              mayHaveChanges={file.bytes === undefined}
              shown={panel}
              onShow={setPanel}
              onEdit={file.bytes === undefined ? editing?.onEdit : undefined}
            />
            <PageTools frame={frame} onPrint={() => printAlone(scroller.current)} />
            <FindBar initial={position.find} field={findField} hits={hits} onFind={find} onStep={step} />
          </>
        )
      }
      side={
        panel === 'outline' ? (
          <OutlinePanel entries={shown?.outline ?? []} />
        ) : panel === 'comments' ? (
          <Comments shown={shown} file={file} editing={editing} current={comment} onShow={setComment} />
        ) : panel === 'changes' ? (
          <Suspense fallback={<Loading label={texts.loading} />}>
            <MarkupPanel
              file={file}
              mayDecide={editing !== undefined}
              onSaved={() => editing?.onSaved()}
              onShow={(number) => {
                const paragraph = root.current && paragraphAt(root.current, number)
                if (paragraph) shown?.view.show(paragraph)
              }}
            />
          </Suspense>
        ) : undefined
      }
    >
      <ScrollRegion ref={scroller} className={classes.scroll} label={texts.document(file.name)}>
        <div ref={host} className={classes.foreign} />
      </ScrollRegion>
    </PreviewFrame>
  )
}

/** Answered by those who may add versions of what the server has. */
function Comments(props: {
  shown: ShownDocx | undefined
  file: Previewed
  editing: PreviewEditing | undefined
  current: number | undefined
  onShow: (id: number) => void
}) {
  const { shown, file, editing, current, onShow } = props
  const panel = {
    threads: shown?.comments ?? [],
    current,
    wordsOf: (id: number) => (shown && rangeOf(shown, id))?.toString().trim() ?? '',
    onShow: (id: number) => {
      onShow(id)
      const words = shown && rangeOf(shown, id)
      if (words) shown.view.show(words)
    },
  }
  if (!editing || file.bytes !== undefined) return <CommentsPanel {...panel} />
  return (
    <Suspense fallback={<CommentsPanel {...panel} />}>
      <AnswerableComments {...panel} file={file} onSaved={() => editing.onSaved()} />
    </Suspense>
  )
}

/** The words that a comment is about. */
const rangeOf = ({ comments, ranges }: ShownDocx, id: number): Range | undefined =>
  ranges.get(comments.find((each) => each.id === id)?.mark ?? '')

interface ShownDocx {
  readonly view: DocxView
  readonly outline: readonly OutlineEntry[]
  readonly comments: readonly DocumentThread[]
  readonly ranges: ReadonlyMap<string, Range>
}

function useDocx(
  file: Previewed,
  host: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const root = useRef<ShadowRoot>(null)
  const [shown, setShown] = useState<ShownDocx>()
  const [place, setPlace] = useState<DocumentPosition>()
  const [hasFailed, setFailed] = useState(false)
  const show = useCallback(
    async (signal: AbortSignal) => {
      const { comments, ...drawn } = await drawDocx(file.bytes ?? (await loadBytes(contentUrl(file), signal)))
      if (signal.aborted || !host.current || !scroller.current) return
      const styles = [...drawn.styles, pageStyles, markStyles]
      root.current = showForeign(host.current, { ...drawn, styles })
      const view = viewDocx(scroller.current, root.current, setPlace)
      signal.addEventListener('abort', () => view.close())
      setShown({
        view,
        outline: outlineOf(root.current, view),
        comments,
        ranges: comments.length === 0 ? new Map() : rangesOfComments(root.current),
      })
    },
    [file, host, scroller],
  )
  useEffect(() => {
    const leaving = new AbortController()
    show(leaving.signal).catch(() => leaving.signal.aborted || setFailed(true))
    return () => leaving.abort()
  }, [show])
  return { root, shown, place, hasFailed }
}

function outlineOf(root: ParentNode, view: DocxView): readonly OutlineEntry[] {
  const all = paragraphsIn(root)
  const headings = headingsOf(all.map(({ paragraph }) => paragraph))
  for (const { level, index } of headings) {
    // below the heading of the page, for those who go from heading to heading
    all[index]?.element.setAttribute('role', 'heading')
    all[index]?.element.setAttribute('aria-level', String(Math.min(6, level + 2)))
  }
  return headings.map(({ text, level, index }) => ({
    key: String(index),
    text,
    level,
    show: () => {
      const heading = all[index]?.element
      if (heading) view.show(heading)
    },
  }))
}
