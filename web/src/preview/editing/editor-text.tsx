// The text of a document while somebody edits it: tools, notices, and the paragraphs.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import { showToast } from '../../components/toast-store.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Previewed } from '../previewed.ts'
import classes from './document-editor.module.css'
import { type EditableParagraph, saveEdits } from './editing.ts'
import { EditorParagraphs } from './editor-paragraphs.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import type { EditorPanel } from './document-editor.tsx'
import { addAllAfter, countOf, type Edits, type LeftEdit, listOf, type PlaceOfText } from './edits.ts'
import { type KeptState, useKeptDraft, useRenewedLock } from './use-kept-draft.ts'

interface EditorTextProps {
  file: Previewed
  paragraphs: readonly EditableParagraph[]
  etag: string | undefined
  /** What is kept as the draft. */
  kept: Edits
  /** What is edited and not kept yet, such as what was carried over. */
  initial: Edits | undefined
  left: readonly LeftEdit[]
  onSaved: () => void
  onEnd: () => void
  /** Opens the document once more. */
  onAgain: () => void
  /** Something was edited. */
  onBegin: () => void
  beside: EditorPanel | undefined
}

const nothing: Edits = new Map()

export function EditorText(props: EditorTextProps) {
  const { file, paragraphs, etag, left, onSaved, onEnd, onAgain, onBegin, beside } = props
  const [isBeside, setIsBeside] = useState(false)
  const place = useRef<PlaceOfText>(undefined)
  const [kept] = useState(props.kept)
  const [edits, setEdits] = useState(props.initial ?? kept)
  const [isAsking, setIsAsking] = useState(false)
  const draft = useKeptDraft(file, kept, edits)
  const other = useRenewedLock(file.fileId, edits)
  const queries = useQueryClient()
  const stale = () => queries.invalidateQueries({ queryKey: ['files'] })
  const saving = useAction({
    mutationFn: async () => {
      await draft.flush()
      return saveEdits(file, etag, listOf(edits))
    },
    onSuccess: async ({ version }) => {
      draft.forget()
      showToast({ text: texts.saved(version) })
      // before the page learns of the version, and would go on to edit that one
      onSaved()
      await stale()
    },
  })
  const change = useCallback(
    (next: (before: Edits) => Edits) => {
      onBegin()
      setEdits(next)
    },
    [onBegin],
  )
  const onPlace = useCallback((next: PlaceOfText) => {
    place.current = next
  }, [])
  const insert = (texts: readonly string[]) => {
    const at = place.current
    if (!at) return false
    const added = addAllAfter(edits, at, texts)
    change(() => added.edits)
    place.current = added.last
    return true
  }
  const count = countOf(edits)
  const isOutOfDate = hasStatus(saving.error, 409) || hasStatus(saving.error, 412)
  return (
    <div className={classes.editor}>
      <div className={classes.tools}>
        <ActionButton
          size="xs"
          busy={saving.isPending}
          disabled={count === 0}
          onClick={() => saving.mutate()}
        >
          {texts.save}
        </ActionButton>
        {count > 0 ? (
          <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
            {texts.discard}
          </Button>
        ) : null}
        {beside ? (
          <Button
            variant={isBeside ? 'light' : 'default'}
            size="xs"
            aria-pressed={isBeside}
            onClick={() => setIsBeside(!isBeside)}
          >
            {beside.label}
          </Button>
        ) : null}
        <Button variant="subtle" size="xs" onClick={onEnd}>
          {texts.close}
        </Button>
        <span className={classes.state}>
          <span>{texts.changes(count)}</span>
          <KeptLine state={draft.state} />
        </span>
      </div>
      <p className={classes.note}>
        {texts.accepted} <span className={classes.keys}>{texts.keys}</span>
      </p>
      {other ? (
        <Notice kind="problem" title={texts.lostTitle(other.user.name)}>
          <p>{texts.lost}</p>
        </Notice>
      ) : null}
      <ErrorAlert error={saving.error} {...(isOutOfDate ? { title: texts.conflictTitle } : {})}>
        {isOutOfDate ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              // a later version is opened by the page, once it knows of it
              void stale().then(onAgain)
            }}
          >
            {texts.openCurrent}
          </Button>
        ) : null}
      </ErrorAlert>
      <LeftEdits left={left} />
      <div className={classes.sides}>
        <EditorParagraphs
          name={file.name}
          paragraphs={paragraphs}
          edits={edits}
          onChange={change}
          onPlace={onPlace}
        />
        {beside && isBeside ? (
          <div className={classes.beside}>
            <beside.Panel file={file} onInsert={insert} />
          </div>
        ) : null}
      </div>
      {isAsking ? (
        <ConfirmDialog
          opened
          title={texts.discardTitle}
          confirmLabel={texts.discard}
          busy={false}
          error={null}
          onConfirm={() => {
            setEdits(nothing)
            setIsAsking(false)
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.discardQuestion(count)}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function KeptLine({ state }: { state: KeptState }) {
  const format = useFormat()
  if (state.kind === 'none') return null
  if (state.kind === 'failed') return <span role="alert">{texts.notKept}</span>
  return <output>{state.kind === 'keeping' ? texts.keeping : texts.kept(format.time(state.at))}</output>
}

/** What could not be carried over, to be copied. */
function LeftEdits({ left }: { left: readonly LeftEdit[] }) {
  const [isDone, setIsDone] = useState(false)
  if (left.length === 0 || isDone) return null
  return (
    <section className={classes.left} aria-label={texts.leftTitle(left.length)}>
      <strong>{texts.leftTitle(left.length)}</strong>
      <dl>
        {left.map(({ before, after }, at) => (
          <div key={at}>
            <dt>{texts.leftBefore}</dt>
            <dd>{before}</dd>
            <dt>{texts.leftAfter}</dt>
            <dd>{after || texts.leftRemoved}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" size="compact-sm" onClick={() => setIsDone(true)}>
        {texts.dismiss}
      </Button>
    </section>
  )
}
