// One paragraph: shown with what changed in it, and edited in place of that.
import { Button, Textarea } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react'
import classes from './document-editor.module.css'
import type { EditableParagraph } from './editing.ts'
import type { ParagraphActs } from './editor-paragraphs.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import { addAfter, changesOf, keyOf, type PlaceOfText, remove, textOf, undo, writeText } from './edits.ts'

interface Props {
  /** The one of the document; of an added one, the one that it comes after. */
  paragraph: EditableParagraph
  place: PlaceOfText
  /** What it says now: null if it is removed, undefined if it is as it was. */
  text: string | null | undefined
  isOpen: boolean
  /** Where in the text the editing begins; at its end without. */
  caret: number | undefined
  isTabStop: boolean
  acts: ParagraphActs
}

export function EditorParagraph(props: Props) {
  const { paragraph, place, text, isOpen, isTabStop, acts } = props
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
          <Words paragraph={paragraph} text={text} isAdded={isAdded} />
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

function Words(props: { paragraph: EditableParagraph; text: string | null | undefined; isAdded: boolean }) {
  const { paragraph, text, isAdded } = props
  const before = isAdded ? '' : textOf(paragraph)
  const pieces = useMemo(
    () => (text === undefined ? undefined : text === null ? [] : changesOf(before, text)),
    [before, text],
  )
  if (text === null) return <del>{before || texts.removed}</del>
  if (pieces === undefined && before === '') return <span className={classes.empty}>{texts.empty}</span>
  if (pieces === undefined)
    return paragraph.pieces.map(({ text: own, look }, at) => (
      <span key={at} data-look={look.length > 0 ? look.join(' ') : undefined}>
        {own}
      </span>
    ))
  if (isAdded && text === '') return <ins className={classes.empty}>{texts.empty}</ins>
  return pieces.map(({ kind, text: own }, at) =>
    kind === 'same' ? own : kind === 'removed' ? <del key={at}>{own}</del> : <ins key={at}>{own}</ins>,
  )
}

function OpenParagraph({ paragraph, place, text, caret, acts }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isAdded = place.added !== undefined
  const before = isAdded ? '' : textOf(paragraph)
  const value = text ?? (text === null ? '' : before)
  const isChanged = text !== undefined && !isAdded
  const write = (next: string) => acts.onChange((edits) => writeText(edits, place, { text: next, before }))
  useEffect(() => {
    const own = field.current
    own?.focus()
    const at = caret ?? own?.value.length ?? 0
    own?.setSelectionRange(at, at)
  }, [caret])
  const add = (rest: string) => {
    acts.onChange((edits) => addAfter(edits, place, rest))
    acts.onOpen({ paragraph: place.paragraph, added: (place.added ?? -1) + 1 })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key === 'Escape') acts.onOpen(undefined)
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      const rest = value.slice(selectionEnd)
      if (rest !== '' || selectionStart !== selectionEnd) write(value.slice(0, selectionStart))
      add(rest)
    } else if (event.key === 'ArrowDown' && selectionStart === value.length) acts.onStep(place, 1)
    else if (event.key === 'ArrowUp' && selectionEnd === 0) acts.onStep(place, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) acts.onOpen(undefined)
  }
  const label = texts.paragraph(isAdded ? null : paragraph.number)
  return (
    <div className={classes.open} data-place={keyOf(place)} onBlur={onBlur}>
      <Textarea
        ref={field}
        size="sm"
        aria-label={label}
        autosize
        minRows={1}
        maxLength={50_000}
        value={value}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.buttons}>
        <Button variant="default" size="compact-xs" onClick={() => add('')}>
          {texts.addBelow}
        </Button>
        {text === null ? null : (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => {
              acts.onOpen(undefined)
              acts.onChange((edits) => remove(edits, place))
            }}
          >
            {texts.remove}
          </Button>
        )}
        {isChanged ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => acts.onChange((edits) => undo(edits, place))}
          >
            {texts.undo}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
