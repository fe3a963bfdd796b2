// What keys and the mouse do in a list: moving, selecting, opening, looking.
import { type FocusEvent, type MouseEvent, useRef } from 'react'
import type { Identified } from '../definition.ts'
import { useReadRows } from '../rows/use-rows.ts'
import type { RowWindow } from '../window/use-row-window.ts'
import type { GridProps } from './grid-props.ts'
import { allSelected, countSelected, isSelected, nothingSelected, select } from './selection.ts'
import type { GridKeys } from './use-grid-keys.ts'

type RowAt<Row> = (line: number) => Row | undefined

/** What keys and the mouse do in the list. */
export function useGridActions<Row extends Identified>(
  props: GridProps<Row>,
  seen: RowWindow,
  { rowAt, tabStop, focusLine }: LinesSeen<Row>,
) {
  const { lines, onActive } = props
  const selecting = useSelecting(props, rowAt)
  const go = (line: number) => {
    if (lines.count === 0) return
    const reached = Math.min(Math.max(0, line), lines.count - 1)
    onActive(reached)
    seen.show(reached)
    focusLine(reached)
  }
  /** Into the list, from anywhere on the page. */
  const enter = () => go(tabStop)
  return {
    keys: keysOf(props, { rowsSeen: seen.rowsSeen, rowAt, go, enter, selecting }),
    mouse: { ...mouseOf(props, rowAt, selecting), onFocus: onFocusOf(props) },
    enter,
  }
}

interface LinesSeen<Row> {
  readonly rowAt: RowAt<Row>
  /** The line that Tab leads to. */
  readonly tabStop: number
  /** Gives a line the focus, as soon as it is drawn. */
  readonly focusLine: (line: number) => void
}

/** The line that gets the focus is the one that keys act on. */
const onFocusOf =
  <Row extends Identified>({ active, onActive }: GridProps<Row>) =>
  ({ target }: FocusEvent) => {
    const line = target instanceof Element ? target.getAttribute('data-line') : null
    if (line !== null && Number(line) !== active) onActive(Number(line))
  }

interface Selecting {
  /** From the line that was selected last to this one. */
  readonly upTo: (line: number) => void
  /** The same, beginning with the line of the keyboard if that is not selected yet. */
  readonly extend: (from: number, to: number) => void
  readonly toggle: (line: number) => void
}

function useSelecting<Row extends Identified>(
  { definition, orderBy, lines, selection, onSelect }: GridProps<Row>,
  rowAt: RowAt<Row>,
): Selecting {
  const anchor = useRef({ line: 0, selected: true })
  const readRows = useReadRows(definition, orderBy, lines)
  const idAt = (line: number) => {
    const id = rowAt(line)?.id
    return typeof id === 'number' ? id : undefined
  }
  const upTo = async (line: number) => {
    const { line: from, selected } = anchor.current
    const rows = await readRows({ first: Math.min(from, line), end: Math.max(from, line) + 1 })
    const ids = rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
    onSelect(select(selection, ids, selected))
  }
  return {
    upTo: (line) => void upTo(line),
    extend(from, to) {
      const id = idAt(from)
      if (id !== undefined && !isSelected(selection, id)) anchor.current = { line: from, selected: true }
      void upTo(Math.min(Math.max(0, to), lines.count - 1))
    },
    toggle(line) {
      const id = idAt(line)
      if (id === undefined) return
      const selected = !isSelected(selection, id)
      anchor.current = { line, selected }
      onSelect(select(selection, [id], selected))
    },
  }
}

interface KeyParts<Row> {
  readonly rowsSeen: number
  readonly rowAt: RowAt<Row>
  readonly go: (line: number) => void
  readonly enter: () => void
  readonly selecting: Selecting
}

function keysOf<Row extends Identified>(
  props: GridProps<Row>,
  { rowsSeen, rowAt, go, enter, selecting }: KeyParts<Row>,
): GridKeys {
  const { lines, selection, onSelect, active, onOpen, peeking, onPeek, onFold } = props
  return {
    rowsSeen,
    enter,
    move(by, extend) {
      const to = by === 'first' ? 0 : by === 'last' ? lines.count - 1 : active + (active < 0 ? 1 : by)
      if (extend && active >= 0 && typeof by === 'number') selecting.extend(active, to)
      go(to)
    },
    open(inNewTab) {
      const row = rowAt(active)
      const at = lines.at(active)
      if (at?.kind === 'heading') onFold(active, !at.segment.folded)
      else if (row) onOpen(row, inNewTab)
    },
    peek() {
      if (active < 0) go(0)
      onPeek(peeking ? undefined : rowAt(Math.max(0, active)))
    },
    toggle: () => selecting.toggle(active),
    selectAll: () => onSelect(allSelected),
    escape() {
      if (peeking) onPeek(undefined)
      else if (countSelected(selection, props.count) > 0) onSelect(nothingSelected)
      else return false
      return true
    },
    fold(folded) {
      if (lines.at(active)?.kind !== 'heading') return false
      onFold(active, folded)
      return true
    },
  }
}

const controls = 'a, button, input, [data-check]'

function mouseOf<Row extends Identified>(props: GridProps<Row>, rowAt: RowAt<Row>, selecting: Selecting) {
  const { lines, onActive, onOpen, onPeek } = props
  return {
    onClick(event: MouseEvent) {
      const line = lineOf(event)
      if (line === undefined || !(event.target instanceof Element)) return
      const isCheck = event.target.closest('[data-check]') !== null
      if (!isCheck && (event.target.closest(controls) || window.getSelection()?.isCollapsed === false)) return
      onActive(line)
      if (event.shiftKey) selecting.upTo(line)
      else if (isCheck) selecting.toggle(line)
      else if (lines.at(line)?.kind === 'row') onPeek(rowAt(line))
    },
    onDoubleClick(event: MouseEvent) {
      const line = lineOf(event)
      const row = line === undefined ? undefined : rowAt(line)
      if (row && event.target instanceof Element && !event.target.closest(controls)) onOpen(row, false)
    },
  }
}

function lineOf({ target }: MouseEvent): number | undefined {
  const line =
    target instanceof Element ? target.closest('[data-line]')?.getAttribute('data-line') : undefined
  return typeof line === 'string' ? Number(line) : undefined
}
