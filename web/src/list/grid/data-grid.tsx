// The rows of a list on the screen: a window on any number of them, moved by wheel, thumb, touch and keys.
import { type CSSProperties, type MouseEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import type { Sorted } from '../address/list-state.ts'
import type { Place } from '../address/kept-place.ts'
import type { Identified, ListColumn, ListDefinition } from '../definition.ts'
import type { Lines } from '../rows/groups.ts'
import { useReadRows, useRows } from '../rows/use-rows.ts'
import { useRowWindow } from '../window/use-row-window.ts'
import classes from './data-grid.module.css'
import { GridHead, type HeadActions, headedColumn } from './grid-head.tsx'
import { GridHeading, GridRow } from './grid-rows.tsx'
import { allSelected, countSelected, isSelected, nothingSelected, select, type Selection } from './selection.ts'
import { onGridKey, useKeysFromPage } from './use-grid-keys.ts'

const ROW = 36
const CARD = 84
const HEAD = 37

export interface GridColumn<Row> {
  readonly column: ListColumn<Row>
  readonly width: number
}

export interface GridProps<Row extends Identified> {
  readonly definition: ListDefinition<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly lines: Lines
  /** How many rows the filter finds. */
  readonly count: number
  readonly orderBy: string
  readonly sorted: Sorted | undefined
  readonly actions: HeadActions
  readonly cards: boolean
  readonly busy: boolean
  readonly label: string
  readonly singleKeys: boolean
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** The line that the keyboard is on; -1 before there is one. */
  readonly active: number
  readonly onActive: (line: number) => void
  /** The row of that line, as soon as it is known. */
  readonly onActiveRow: (row: Row | undefined) => void
  readonly peeking: boolean
  readonly onPeek: (row: Row | undefined) => void
  readonly onOpen: (row: Row, inNewTab: boolean) => void
  readonly groupLabel: (line: number) => string
  readonly onFold: (line: number, folded: boolean) => void
  readonly kept: Place | undefined
  readonly onPlace: (place: Place) => void
  readonly onError: (error: unknown) => void
  /** Changes when the list shows other rows, and begins at its top again. */
  readonly rowsKey: string
}

export function DataGrid<Row extends Identified>(props: GridProps<Row>) {
  const { definition, columns, lines, orderBy, cards, active, selection } = props
  const id = useId()
  const head = cards ? 0 : HEAD
  const rowWindow = useRowWindow({ rows: lines.count, rowHeight: cards ? CARD : ROW, above: head })
  const { scroller, first, end, shift } = rowWindow
  const rows = useRows(definition, orderBy, { lines, range: useMemo(() => ({ first, end }), [first, end]) })
  const { onError, onPlace } = props

  useEffect(() => onError(rows.error), [onError, rows.error])
  const activeRow = rows.at(active)
  const { onActiveRow } = props
  useEffect(() => onActiveRow(activeRow), [onActiveRow, activeRow])
  usePlace(props, rowWindow)
  const grid = useGridActions(props, rowWindow, rows.at)
  useKeysFromPage(grid.enter, props.singleKeys)

  const shown = useMemo(() => columns.map(({ column }) => column), [columns])
  const drawn = linesToDraw({ first, end }, active, lines.count)
  const height = cards ? CARD : ROW
  const selected = countSelected(selection, props.count)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot hold a window on its rows
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className={classes.scroller}
      style={{ '--columns': template(columns) } as CSSProperties}
      aria-label={props.label}
      aria-rowcount={lines.count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-busy={props.busy}
      aria-activedescendant={drawn.includes(active) ? `${id}-${active}` : undefined}
      data-cards={cards}
      onScroll={() => {
        rowWindow.onScroll()
        onPlace({ top: rowWindow.top(), line: active })
      }}
      onKeyDown={(event) => onGridKey(event, grid.keys)}
    >
      {cards ? null : (
        <GridHead
          columns={columns.map(({ column, width }) => headedColumn(column, width))}
          sorted={props.sorted}
          actions={props.actions}
          selection={{
            checked: selected > 0 && selected === props.count,
            partly: selected > 0 && selected < props.count,
            toggle: () => props.onSelect(selected === props.count ? nothingSelected : allSelected),
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the grid */}
      <div
        role="rowgroup"
        className={classes.track}
        style={{ height: rowWindow.trackHeight }}
        onClick={grid.onClick}
        onDoubleClick={grid.onDoubleClick}
      >
        {drawn.map((line) => {
          const at = lines.at(line)
          const frame = { id: `${id}-${line}`, line, y: line * height + shift, active: line === active }
          if (at?.kind === 'heading') {
            return (
              <GridHeading
                key={line}
                {...frame}
                label={props.groupLabel(line)}
                count={at.segment.count.toLocaleString()}
                folded={at.segment.folded}
                columns={columns.length}
                onFold={() => props.onFold(line, !at.segment.folded)}
              />
            )
          }
          const row = rows.at(line)
          return (
            <GridRow
              key={line}
              {...frame}
              row={row}
              selected={typeof row?.id === 'number' && isSelected(selection, row.id)}
              cards={cards}
              columns={shown}
              definition={definition}
            />
          )
        })}
      </div>
    </div>
  )
}

// the last column takes what is left
const template = <Row,>(columns: readonly GridColumn<Row>[]) =>
  ['40px', ...columns.map(({ width }, index) => (index === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`))].join(' ')

/** The line of the keyboard is always there, so that a screen reader can say what it is. */
function linesToDraw({ first, end }: { first: number; end: number }, active: number, count: number): readonly number[] {
  const lines = Array.from({ length: end - first }, (_, index) => first + index)
  if (active < 0 || active >= count || (active >= first && active < end)) return lines
  return active < first ? [active, ...lines] : [...lines, active]
}

/** Goes back to where somebody was, once; and keeps where they are. */
function usePlace<Row extends Identified>(
  { kept, lines, active, onActive, onPlace, rowsKey }: GridProps<Row>,
  { restore, top, scroller }: ReturnType<typeof useRowWindow>,
) {
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current || lines.count === 0) return
    isRestored.current = true
    if (!kept) return
    restore(kept.top)
    if (kept.line >= 0 && kept.line < lines.count) {
      onActive(kept.line)
      scroller.current?.focus({ preventScroll: true })
    }
  }, [kept, lines, restore, onActive, scroller])
  const lastKey = useRef(rowsKey)
  useEffect(() => {
    if (lastKey.current === rowsKey) return
    lastKey.current = rowsKey
    restore(0)
  }, [rowsKey, restore])
  useEffect(() => {
    if (isRestored.current) onPlace({ top: top(), line: active })
  })
}

interface Anchor {
  readonly line: number
  readonly selected: boolean
}

/** What keys and the mouse do in the list. */
function useGridActions<Row extends Identified>(
  props: GridProps<Row>,
  { show, rowsSeen, scroller }: ReturnType<typeof useRowWindow>,
  rowAt: (line: number) => Row | undefined,
) {
  const { definition, lines, orderBy, selection, onSelect, active, onActive, onOpen, peeking, onPeek, onFold } = props
  const anchor = useRef<Anchor>({ line: 0, selected: true })
  const readRows = useReadRows(definition, orderBy, lines)

  const go = (line: number) => {
    const reached = Math.min(Math.max(0, line), lines.count - 1)
    if (lines.count === 0) return
    onActive(reached)
    show(reached)
  }
  const selectRange = async (to: number) => {
    const [from, until] = [Math.min(anchor.current.line, to), Math.max(anchor.current.line, to) + 1]
    const ids = (await readRows({ first: from, end: until })).flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
    onSelect(select(selection, ids, anchor.current.selected))
  }
  const toggle = (line: number) => {
    const id = rowAt(line)?.id
    if (typeof id !== 'number') return
    const selected = !isSelected(selection, id)
    anchor.current = { line, selected }
    onSelect(select(selection, [id], selected))
  }
  const keys = {
    rowsSeen,
    move(by: number | 'first' | 'last', extend: boolean) {
      const to = by === 'first' ? 0 : by === 'last' ? lines.count - 1 : active + (active < 0 ? 1 : by)
      if (extend && active >= 0 && typeof by === 'number') {
        if (!isSelectedLine(active)) anchor.current = { line: active, selected: true }
        void selectRange(Math.min(Math.max(0, to), lines.count - 1))
      }
      go(to)
    },
    open(inNewTab: boolean) {
      const row = rowAt(active)
      const at = lines.at(active)
      if (at?.kind === 'heading') onFold(active, !at.segment.folded)
      else if (row) onOpen(row, inNewTab)
    },
    peek() {
      if (active < 0) go(0)
      onPeek(peeking ? undefined : rowAt(Math.max(0, active)))
    },
    toggle: () => toggle(active),
    selectAll: () => onSelect(allSelected),
    escape() {
      if (peeking) onPeek(undefined)
      else if (countSelected(selection, props.count) > 0) onSelect(nothingSelected)
      else return false
      return true
    },
    fold(folded: boolean) {
      if (lines.at(active)?.kind !== 'heading') return false
      onFold(active, folded)
      return true
    },
  }
  const isSelectedLine = (line: number) => {
    const id = rowAt(line)?.id
    return typeof id === 'number' && isSelected(selection, id)
  }

  const onClick = (event: MouseEvent) => {
    const line = lineOf(event)
    if (line === undefined || !(event.target instanceof Element)) return
    if (event.target.closest('[data-check]')) {
      if (event.shiftKey) void selectRange(line)
      else toggle(line)
      onActive(line)
      return
    }
    if (event.target.closest('a, button') || window.getSelection()?.isCollapsed === false) return
    if (event.shiftKey) return void selectRange(line)
    onActive(line)
    if (lines.at(line)?.kind === 'row') onPeek(rowAt(line))
  }
  const onDoubleClick = (event: MouseEvent) => {
    const line = lineOf(event)
    const row = line === undefined ? undefined : rowAt(line)
    if (row && event.target instanceof Element && !event.target.closest('a, button, input, [data-check]'))
      onOpen(row, false)
  }
  const enter = useCallback(() => {
    scroller.current?.focus({ preventScroll: true })
  }, [scroller])
  return {
    keys,
    onClick,
    onDoubleClick,
    enter: () => {
      enter()
      if (active < 0) go(0)
    },
  }
}

function lineOf({ target }: MouseEvent): number | undefined {
  const line = target instanceof Element ? target.closest('[data-line]')?.getAttribute('data-line') : undefined
  return typeof line === 'string' ? Number(line) : undefined
}
