// The headings of the columns: a press sorts, the menu beside does everything else, the edge changes the width.
import { Menu } from '../../components/floating/menu.ts'
import { type FocusEvent, type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react'
import type { ListColumn } from '../definition.ts'
import type { Sorted } from '../address/list-state.ts'
import { texts } from '../texts.ts'
import { roleOf } from './grid-roles.ts'
import classes from './row-grid.module.css'

export interface HeadActions {
  readonly sort: (path: string, descending: boolean) => void
  readonly group: (path: string) => void
  readonly resize: (path: string, width: number) => void
  readonly move: (path: string, by: 1 | -1) => void
  readonly hide: (path: string) => void
}

/** The same, and what is shown while the edge of a column is dragged. */
interface DragActions extends HeadActions {
  readonly drag: (path: string, width: number) => void
}

interface Headed {
  readonly path: string
  readonly label: string
  readonly width: number
  readonly align?: 'end' | undefined
  readonly sortable: boolean
  readonly groupable: boolean
}

/** What the head shows of a column. */
export const headedColumn = (column: ListColumn<never>, width: number): Headed => ({
  path: column.path,
  label: column.label,
  width,
  align: column.align,
  sortable: column.sort !== undefined,
  groupable: column.group !== undefined,
})

export const NARROWEST = 60
export const WIDEST = 900
const STEP = 40

function Head(props: {
  columns: readonly Headed[]
  sorted: Sorted | undefined
  actions: DragActions
  selection: { checked: boolean; partly: boolean; toggle: () => void }
}) {
  const { columns, sorted, actions, selection } = props
  const { stop, listeners } = useHeadStop(columns)
  return (
    <div {...roleOf('rowgroup')} className={classes.head} data-list-head {...listeners}>
      <div {...roleOf('row')} aria-rowindex={1} className={classes.headRow}>
        <div
          {...roleOf('columnheader')}
          aria-colindex={1}
          className={classes.check}
          aria-label={texts.select}
        >
          <input
            type="checkbox"
            {...controlOf('', stop)}
            aria-label={texts.selectAll}
            checked={selection.checked}
            ref={(box) => {
              if (box) box.indeterminate = selection.partly
            }}
            onChange={selection.toggle}
          />
        </div>
        {columns.map((column, index) => (
          <HeadCell
            key={column.path}
            column={column}
            place={{ index, last: index === columns.length - 1 }}
            sorted={sorted?.path === column.path ? sorted : undefined}
            actions={actions}
            stop={stop}
          />
        ))}
      </div>
    </div>
  )
}

/** A control of the head: Tab leads to the one that was used last, arrows to the others. */
const controlOf = (name: string, stop: string) => ({ 'data-head': name, tabIndex: name === stop ? 0 : -1 })
const menuOf = (path: string) => `${path} menu`

/** One stop of Tab for the whole head, which otherwise would be two for each column before the rows. */
function useHeadStop(columns: readonly Headed[]) {
  const [last, setLast] = useState('')
  const isThere = columns.some(({ path, sortable }) => (sortable && path === last) || menuOf(path) === last)
  return {
    stop: isThere ? last : '',
    listeners: {
      onFocus: ({ target }: FocusEvent) => setLast(nameOf(target) ?? last),
      onKeyDown(event: KeyboardEvent) {
        const name = nameOf(event.target)
        const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-head]')]
        const place = controls.findIndex((control) => nameOf(control) === name)
        const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: controls.length - 1 }[
          event.key
        ]
        if (name === undefined || to === undefined) return
        event.preventDefault()
        controls[to]?.focus()
      },
    },
  }
}

const nameOf = (target: EventTarget) =>
  target instanceof Element ? (target.getAttribute('data-head') ?? undefined) : undefined

/** The headings. They are redrawn only when something of them has changed, not while rows scroll. */
export const GridHead = memo(Head)

function HeadCell(props: {
  column: Headed
  place: { index: number; last: boolean }
  sorted: Sorted | undefined
  actions: DragActions
  stop: string
}) {
  const { column, place, sorted, actions, stop } = props
  const { path, label, width } = column
  const direction = sorted === undefined ? 'none' : sorted.descending ? 'descending' : 'ascending'
  return (
    <div
      {...roleOf('columnheader')}
      aria-colindex={place.index + 2}
      // what is in it would be read after it: "Number, Column Number"
      aria-label={label}
      className={classes.headCell}
      data-align={column.align}
      data-first={place.index === 0}
      {...(column.sortable ? { 'aria-sort': direction } : {})}
    >
      {column.sortable ? (
        <button
          type="button"
          className={classes.sort}
          {...controlOf(path, stop)}
          onClick={() => actions.sort(path, sorted !== undefined && !sorted.descending)}
        >
          <span>{label}</span>
          {sorted === undefined ? null : <span aria-hidden="true">{sorted.descending ? '↓' : '↑'}</span>}
        </button>
      ) : (
        <span className={classes.sort}>
          <span>{label}</span>
        </span>
      )}
      <ColumnMenu {...props} />
      <Handle
        width={width}
        onDrag={(next) => actions.drag(path, next)}
        onResize={(next) => actions.resize(path, next)}
      />
    </div>
  )
}

function ColumnMenu({ column, place, actions, stop }: Parameters<typeof HeadCell>[0]) {
  const { path, label, width } = column
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.columnMenu}
          {...controlOf(menuOf(path), stop)}
          aria-label={texts.columnMenu(label)}
        >
          <span aria-hidden="true">⌄</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {column.sortable && (
          <>
            <Menu.Item onClick={() => actions.sort(path, false)}>{texts.sortUp}</Menu.Item>
            <Menu.Item onClick={() => actions.sort(path, true)}>{texts.sortDown}</Menu.Item>
          </>
        )}
        {column.groupable && <Menu.Item onClick={() => actions.group(path)}>{texts.groupByThis}</Menu.Item>}
        <Menu.Item disabled={place.index === 0} onClick={() => actions.move(path, -1)}>
          {texts.moveLeft}
        </Menu.Item>
        <Menu.Item disabled={place.last} onClick={() => actions.move(path, 1)}>
          {texts.moveRight}
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => actions.resize(path, width + STEP)}>
          {texts.wider}
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} onClick={() => actions.resize(path, width - STEP)}>
          {texts.narrower}
        </Menu.Item>
        <Menu.Item disabled={place.index === 0 && place.last} onClick={() => actions.hide(path)}>
          {texts.hideColumn}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

// For the mouse only: the menu has "Wider" and "Narrower".
function Handle(props: {
  width: number
  onDrag: (width: number) => void
  onResize: (width: number) => void
}) {
  const { width, onDrag, onResize } = props
  const from = useRef<{ x: number; width: number }>(undefined)
  const widthAt = (event: PointerEvent) =>
    from.current && Math.min(Math.max(from.current.width + event.clientX - from.current.x, NARROWEST), WIDEST)
  return (
    <div
      aria-hidden="true"
      className={classes.handle}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        const next = widthAt(event)
        if (next !== undefined) onDrag(next)
      }}
      onPointerUp={(event) => {
        const next = widthAt(event)
        from.current = undefined
        if (next !== undefined) onResize(next)
      }}
    />
  )
}
