// One paragraph: shown with what changed in it, and edited in place of that.
import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import classes from './document-editor.module.css'
import type { EditableParagraph } from './editing.ts'
import type { ParagraphActs } from './editor-paragraphs.tsx'
import type { PlaceOfRow } from './editor-rows.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import { keyOf, type PlaceOfText } from './edits.ts'
import { LookedWords } from './look-buttons.tsx'
import { type LookChange, lookedPieces } from './looks.ts'
import { OpenParagraph } from './open-paragraph.tsx'
import { changesOf, textOf } from './shown-changes.ts'

/** A paragraph, and what was edited of it. */
export interface EditorParagraphProps {
  /** The one of the document; of an added one, the one that it comes after. */
  paragraph: EditableParagraph
  place: PlaceOfText
  /** What it says now: null if it is removed, undefined if it is as it was. */
  text: string | null | undefined
  /** How stretches of that text look; of the document's own paragraphs only. */
  looks: readonly LookChange[] | undefined
  /** Of a table. */
  row: PlaceOfRow | undefined
  isOpen: boolean
  /** Where in the text the editing begins; at its end without. */
  caret: number | undefined
  isTabStop: boolean
  acts: ParagraphActs
}

export function EditorParagraph(props: EditorParagraphProps) {
  const { paragraph, place, text, looks, isOpen, isTabStop, acts } = props
  const shown = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // back to where it began, unless the focus has gone elsewhere
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      shown.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  const isAdded = place.added !== undefined
  if (!paragraph.isEditable)
    return (
      <p className={classes.fixed} title={texts.textBox}>
        {textOf(paragraph)}
      </p>
    )
  if (isOpen) return <OpenParagraph {...props} />
  return (
    <div className={classes.row} data-heading={(paragraph.level !== null && !isAdded) || undefined}>
      <button
        ref={shown}
        type="button"
        className={classes.shown}
        data-place={keyOf(place)}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => acts.onFocus(keyOf(place))}
        // before the one that is open closes, and what is below moves away from the pointer
        onMouseDown={(event) => {
          if (event.button !== 0) return
          event.preventDefault()
          acts.onOpen(place, caretAt(event))
        }}
        onClick={() => acts.onOpen(place)}
      >
        {paragraph.number !== null && !isAdded ? (
          <span className={classes.number}>{paragraph.number} </span>
        ) : null}
        <span data-words>
          <Words paragraph={paragraph} text={text} looks={looks} isAdded={isAdded} />
        </span>
        {paragraph.hasOthers && !isAdded ? (
          <span className={classes.others} title={texts.hasOthers}>
            {' '}
            ▣<span className={classes.hidden}>{texts.hasOthers}</span>
          </span>
        ) : null}
      </button>
    </div>
  )
}

/** The place in the text that was clicked, what was removed not counted. */
function caretAt({ currentTarget, clientX, clientY }: MouseEvent<HTMLButtonElement>): number | undefined {
  const words = currentTarget.querySelector('[data-words]')
  const position = document.caretPositionFromPoint?.(clientX, clientY)
  if (!words || !position || !words.contains(position.offsetNode)) return undefined
  const before = document.createRange()
  before.setStart(words, 0)
  before.setEnd(position.offsetNode, position.offset)
  const content = before.cloneContents()
  for (const removed of content.querySelectorAll('del')) removed.remove()
  return content.textContent.length
}

function Words(props: Pick<EditorParagraphProps, 'paragraph' | 'text' | 'looks'> & { isAdded: boolean }) {
  const { paragraph, text, looks, isAdded } = props
  const before = isAdded ? '' : textOf(paragraph)
  const isEdited = typeof text === 'string' || looks !== undefined
  const pieces = useMemo(
    () =>
      isAdded || !isEdited ? undefined : lookedPieces(paragraph, text ?? textOf(paragraph), looks ?? []),
    [paragraph, text, looks, isAdded, isEdited],
  )
  if (text === null) return <del>{before || texts.removed}</del>
  if (pieces) return <LookedWords pieces={pieces} />
  if (isAdded)
    return text === '' || text === undefined ? (
      <ins className={classes.empty}>{texts.empty}</ins>
    ) : (
      changesOf('', text).map(({ text: own }, at) => <ins key={at}>{own}</ins>)
    )
  if (before === '') return <span className={classes.empty}>{texts.empty}</span>
  return paragraph.pieces.map(({ text: own, look }, at) => (
    <span key={at} data-look={look.length > 0 ? look.join(' ') : undefined}>
      {own}
    </span>
  ))
}
