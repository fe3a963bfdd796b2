// The paragraph that is edited now: its text, how its words look, and what is added after it.
import { Button, Textarea } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import classes from './document-editor.module.css'
import type { EditorParagraphProps } from './editor-paragraph.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import type { ParagraphActs } from './editor-paragraphs.tsx'
import type { PlaceOfRow } from './editor-rows.tsx'
import { addAfter, addRow, keyOf, remove, setRowRemoved, undo, writeLook, writeText } from './edits.ts'
import { LookButtons, LookedWords, lookOfKey } from './look-buttons.tsx'
import { type Look, type LookChange, lookedPieces, looksSo, stretchAt } from './looks.ts'
import { textOf } from './shown-changes.ts'

const none: readonly LookChange[] = []

/** The paragraph as a field, with what can be done with it. */
export function OpenParagraph({
  paragraph,
  place,
  text,
  looks = none,
  row,
  caret,
  acts,
}: EditorParagraphProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isAdded = place.added !== undefined
  const before = isAdded ? '' : textOf(paragraph)
  const value = text ?? (text === null ? '' : before)
  const isChanged = (text !== undefined || looks.length > 0) && !isAdded
  const [selected, setSelected] = useState({ from: 0, to: 0 })
  const pieces = useMemo(
    () => (isAdded ? [] : lookedPieces(paragraph, value, looks)),
    [isAdded, paragraph, value, looks],
  )
  const stretch = stretchAt(value, selected.from, selected.to)
  const isOn = (look: Look) => stretch !== undefined && looksSo(pieces, stretch.from, stretch.to, look)
  const setLook = (look: Look) => {
    if (!stretch || isAdded) return
    acts.onChange((edits) => writeLook(edits, place, { ...stretch, look, on: !isOn(look) }))
  }
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
    const look = lookOfKey(event)
    if (look) setLook(look)
    else if (event.key === 'Escape') acts.onOpen(undefined)
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
        onSelect={({ currentTarget: { selectionStart: from, selectionEnd: to } }) =>
          setSelected({ from, to })
        }
      />
      {pieces.some(({ look, isRelooked }) => look.length > 0 || isRelooked) ? (
        <p className={classes.looked} aria-label={texts.looked}>
          <LookedWords pieces={pieces} />
        </p>
      ) : null}
      <div className={classes.buttons}>
        {isAdded ? null : <LookButtons isOn={isOn} onLook={setLook} />}
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
        {row ? <RowButtons row={row} acts={acts} /> : null}
      </div>
    </div>
  )
}

function RowButtons({ row, acts }: { row: PlaceOfRow; acts: ParagraphActs }) {
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        data-adds-row
        onClick={() => acts.onChange((edits) => addRow(edits, row))}
      >
        {texts.addRow}
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => {
          acts.onOpen(undefined)
          acts.onChange((edits) => setRowRemoved(edits, row.first, true))
        }}
      >
        {texts.removeRow}
      </Button>
    </>
  )
}
