// The paragraphs and tables of a document to edit. One of them is edited at a time; the arrow keys go through them.
import { Button } from '@mantine/core'
import { type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react'
import redline from '../redline/redline-view.module.css'
import { type ParagraphItem, paragraphItems } from '../paragraph-items.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import classes from './document-editor.module.css'
import { EditorParagraph } from './editor-paragraph.tsx'
import { EditorRow, type PlaceOfRow } from './editor-rows.tsx'
import type { EditableParagraph } from './editing.ts'
import { editorTexts as texts } from './editor-texts.ts'
import { type Edits, keyOf, placeOf, type PlaceOfText } from './edits.ts'
import type { LookChange } from './looks.ts'
import { redlineTexts } from '../redline/redline-texts.ts'

const step = 400

/** What is edited, and where in its text that begins. */
interface Open {
  readonly key: string
  readonly caret: number | undefined
}

interface Props {
  name: string
  paragraphs: readonly EditableParagraph[]
  edits: Edits
  onChange: (next: (before: Edits) => Edits) => void
  /** Where the person is now. */
  onPlace: (place: PlaceOfText) => void
}

/** What all paragraphs share. */
export interface ParagraphActs {
  readonly onChange: Props['onChange']
  /** Begins to edit a place; undefined ends it, with the focus where it was. */
  readonly onOpen: (place: PlaceOfText | undefined, caret?: number) => void
  readonly onFocus: (key: string) => void
  /** Edits the next place, or the one before. */
  readonly onStep: (from: PlaceOfText, by: 1 | -1) => void
}

export function EditorParagraphs({ name, paragraphs, edits, onChange, onPlace }: Props) {
  const [most, setMost] = useState(step)
  const [open, setOpen] = useState<Open>()
  const [focused, setFocused] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const items = useMemo(() => paragraphItems(paragraphs), [paragraphs])
  const first = paragraphs.find(({ isEditable }) => isEditable)
  const tabKey = focused ?? (first ? keyOf({ paragraph: first.id }) : '')
  const onFocus = useCallback(
    (key: string) => {
      setFocused(key)
      onPlace(placeOf(key))
    },
    [onPlace],
  )
  const onOpen = useCallback(
    (place: PlaceOfText | undefined, caret?: number) => {
      setOpen(place && { key: keyOf(place), caret })
      if (place) onFocus(keyOf(place))
    },
    [onFocus],
  )
  const onStep = useCallback(
    (from: PlaceOfText, by: 1 | -1) => {
      const keys = keysIn(list.current)
      const next = keys[keys.indexOf(keyOf(from)) + by]
      if (next === undefined) return
      setOpen({ key: next, caret: by === 1 ? 0 : undefined })
      onFocus(next)
    },
    [onFocus],
  )
  const acts = useMemo(
    (): ParagraphActs => ({ onChange, onOpen, onStep, onFocus }),
    [onChange, onOpen, onStep, onFocus],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (open !== undefined || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    const keys = keysIn(list.current)
    const at = keys.indexOf(focused ?? tabKey) + (event.key === 'ArrowDown' ? 1 : -1)
    const next = keys[at]
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus()
  }
  return (
    <div className={classes.text}>
      <ScrollRegion className={classes.scroll} label={texts.label(name)}>
        {/* keys of the paragraphs in it */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div ref={list} className={redline.rows} onKeyDown={onKeyDown}>
          {items.slice(0, most).map((item) => (
            <Item key={item.own[0]?.id} item={item} edits={edits} open={open} tabKey={tabKey} acts={acts} />
          ))}
        </div>
        {items.length > most ? (
          <div className={redline.folded}>
            <Button variant="default" size="compact-sm" onClick={() => setMost(most + step)}>
              {texts.more}
            </Button>
          </div>
        ) : null}
      </ScrollRegion>
    </div>
  )
}

const keysIn = (list: HTMLElement | null): string[] =>
  [...(list?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].map((each) => each.dataset['place'] ?? '')

interface ItemProps {
  item: ParagraphItem<EditableParagraph>
  edits: Edits
  open: Open | undefined
  tabKey: string
  acts: ParagraphActs
}

function Item({ item, edits, open, tabKey, acts }: ItemProps) {
  const { paragraph, rows, begins } = item
  const own = (each: EditableParagraph, row?: PlaceOfRow) => (
    <WithAdded
      key={each.id}
      paragraph={each}
      row={row}
      edits={edits}
      open={open}
      tabKey={tabKey}
      acts={acts}
    />
  )
  return (
    <>
      {begins ? <p className={redline.part}>{redlineTexts.parts[begins]}</p> : null}
      {paragraph ? own(paragraph) : null}
      {rows.length > 0 ? (
        <div className={redline.table}>
          <table>
            <tbody>
              {rows.map((cells, at) => (
                <EditorRow
                  key={at}
                  cells={cells}
                  edit={edits.get(cells[0]?.paragraphs[0]?.id ?? 0)}
                  acts={acts}
                  draw={own}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}

/** A paragraph, and what was added after it. */
function WithAdded(
  props: Omit<ItemProps, 'item'> & { paragraph: EditableParagraph; row: PlaceOfRow | undefined },
) {
  const { paragraph, row, edits, open, tabKey, acts } = props
  const edit = edits.get(paragraph.id)
  const isOf = (key: string | undefined) => key?.split('.')[0] === String(paragraph.id)
  return (
    <Paragraphs
      paragraph={paragraph}
      rowFirst={row?.first}
      rowCells={row?.cells}
      text={edit?.text}
      looks={edit?.looks}
      added={edit?.added}
      open={isOf(open?.key) ? open : undefined}
      tabKey={isOf(tabKey) ? tabKey : undefined}
      acts={acts}
    />
  )
}

/** Drawn again only if something of it changed: documents have thousands. */
const Paragraphs = memo(function Paragraphs(props: {
  paragraph: EditableParagraph
  rowFirst: number | undefined
  rowCells: number | undefined
  text: string | null | undefined
  looks: readonly LookChange[] | undefined
  added: readonly string[] | undefined
  open: Open | undefined
  tabKey: string | undefined
  acts: ParagraphActs
}) {
  const { paragraph, rowFirst, rowCells = 0, text, looks, added = [], open, tabKey, acts } = props
  const one = (at: number | undefined, own: string | null | undefined) => {
    const place = { paragraph: paragraph.id, added: at }
    return (
      <EditorParagraph
        key={keyOf(place)}
        paragraph={paragraph}
        place={place}
        text={own}
        looks={at === undefined ? looks : undefined}
        row={rowFirst === undefined ? undefined : { first: rowFirst, cells: rowCells }}
        isOpen={open?.key === keyOf(place)}
        caret={open?.caret}
        isTabStop={tabKey === keyOf(place)}
        acts={acts}
      />
    )
  }
  return (
    <>
      {one(undefined, text)}
      {added.map((own, at) => one(at, own))}
    </>
  )
})
