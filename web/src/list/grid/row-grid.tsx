// The rows of a list on the screen: a window on any number of them, moved by wheel, thumb, touch and keys.
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { numberText } from '../../lib/counted.ts'
import type { Identified } from '../definition.ts'
import { useRows } from '../rows/use-rows.ts'
import { type RowWindow, useRowWindow } from '../window/use-row-window.ts'
import classes from './row-grid.module.css'
import { GridHead, headedColumn } from './grid-head.tsx'
import { GridHeading, GridRow } from './grid-rows.tsx'
import type { GridColumn, GridProps } from './grid-props.ts'
import { allSelected, countSelected, isSelected, nothingSelected } from './selection.ts'
import { useGridActions } from './use-grid-actions.ts'
import { roleOf } from './grid-roles.ts'
import { onGridKey, useKeysFromPage } from './use-grid-keys.ts'

const ROW = 36
const CARD = 84
const HEAD = 37

export function RowGrid<Row extends Identified>(props: GridProps<Row>) {
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
  const focusLine = useLineFocus(id, active)
  usePlace(props, rowWindow, focusLine)
  const height = cards ? CARD : ROW
  const tabStop = active < 0 ? Math.min(Math.ceil(rowWindow.top() / height), lines.count - 1) : active
  const grid = useGridActions(props, rowWindow, { rowAt: rows.at, tabStop, focusLine })
  useKeysFromPage(grid.enter, props.singleKeys)

  const shown = useMemo(() => columns.map(({ column }) => column), [columns])
  const { sized, headed, actions } = useDraggedWidth(props)
  const drawn = linesToDraw({ first, end }, active, lines.count)
  const listened = {
    tabIndex: -1,
    onScroll() {
      rowWindow.onScroll()
      onPlace({ top: rowWindow.top(), line: active })
    },
    onKeyDown: (event: KeyboardEvent) => onGridKey(event, grid.keys),
  }
  const selectAll = useSelectAll(props)
  return (
    <div
      ref={scroller}
      {...roleOf('grid')}
      className={classes.scroller}
      style={{ '--columns': template(sized), '--row-width': `${widthOf(sized)}px` } as CSSProperties}
      aria-label={props.label}
      aria-rowcount={lines.count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-busy={props.busy}
      data-cards={cards}
      {...listened}
    >
      {cards ? null : (
        <GridHead columns={headed} sorted={props.sorted} actions={actions} selection={selectAll} />
      )}
      <div
        {...roleOf('rowgroup')}
        className={classes.track}
        style={{ height: rowWindow.trackHeight }}
        {...grid.mouse}
      >
        {drawn.map((line) => {
          const at = lines.at(line)
          const frame = {
            id: `${id}-${line}`,
            line,
            y: line * height + shift,
            active: line === active,
            tabStop: line === tabStop,
          }
          if (at?.kind === 'heading') {
            return (
              <GridHeading
                key={line}
                {...frame}
                label={props.groupLabel(line)}
                count={numberText(at.segment.count)}
                sum={props.groupSum(line)}
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

/**
 * The columns while the edge of one is dragged: the address gets the width at the end. The same as long as nothing of
 * them changes.
 */
function useDraggedWidth<Row extends Identified>({ columns, actions }: GridProps<Row>) {
  const [dragged, setDragged] = useState<{ path: string; width: number }>()
  const sized = useMemo(
    () =>
      columns.map((each) => (each.column.path === dragged?.path ? { ...each, width: dragged.width } : each)),
    [columns, dragged],
  )
  return {
    sized,
    headed: useMemo(() => sized.map(({ column, width }) => headedColumn(column, width)), [sized]),
    actions: useMemo(
      () => ({
        ...actions,
        drag: (path: string, width: number) => setDragged({ path, width }),
        resize(path: string, width: number) {
          setDragged(undefined)
          actions.resize(path, width)
        },
      }),
      [actions],
    ),
  }
}

/** The box in the head that selects all rows. */
function useSelectAll<Row extends Identified>({ selection, count, onSelect }: GridProps<Row>) {
  const selected = countSelected(selection, count)
  return useMemo(
    () => ({
      checked: selected > 0 && selected === count,
      partly: selected > 0 && selected < count,
      toggle: () => onSelect(selected === count ? nothingSelected : allSelected),
    }),
    [selected, count, onSelect],
  )
}

const CHECK = 40

// passed in, because finding it out lays out what is in every row
const widthOf = <Row,>(columns: readonly GridColumn<Row>[]) =>
  columns.reduce((sum, { width }) => sum + width, CHECK)

// the last column takes what is left
const template = <Row,>(columns: readonly GridColumn<Row>[]) =>
  [
    `${CHECK}px`,
    ...columns.map(({ width }, index) =>
      index === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`,
    ),
  ].join(' ')

/** The line of the keyboard is always there, so that a screen reader can say what it is. */
function linesToDraw(
  { first, end }: { first: number; end: number },
  active: number,
  count: number,
): readonly number[] {
  const lines = Array.from({ length: end - first }, (_, index) => first + index)
  if (active < 0 || active >= count || (active >= first && active < end)) return lines
  return active < first ? [active, ...lines] : [...lines, active]
}

/** Gives a line the focus: at once if the keys act on it already, otherwise when they do. */
function useLineFocus(id: string, active: number) {
  const wanted = useRef<number>(undefined)
  const focus = useCallback(
    (line: number) => document.getElementById(`${id}-${line}`)?.focus({ preventScroll: true }),
    [id],
  )
  useLayoutEffect(() => {
    if (wanted.current !== active) return
    wanted.current = undefined
    focus(active)
  })
  return useCallback(
    (line: number) => {
      if (line === active) focus(line)
      else wanted.current = line
    },
    [focus, active],
  )
}

/** Goes back to where somebody was, once; and keeps where they are. */
function usePlace<Row extends Identified>(
  { kept, lines, active, onActive, onPlace, rowsKey }: GridProps<Row>,
  { restore, top }: RowWindow,
  focusLine: (line: number) => void,
) {
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current || lines.count === 0) return
    isRestored.current = true
    if (!kept) return
    restore(kept.top)
    if (kept.line >= 0 && kept.line < lines.count) {
      onActive(kept.line)
      // after the page has given the focus to its heading
      window.requestAnimationFrame(() => focusLine(kept.line))
    }
  }, [kept, lines, restore, onActive, focusLine])
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
