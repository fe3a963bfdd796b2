// The lines of a list: rows as cells or as cards, headings of groups, and bars where a row is still to come.
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import type { Identified, ListColumn, ListDefinition } from '../definition.ts'
import { texts } from '../texts.ts'
import { focusableRow, roleOf } from './grid-roles.ts'
import classes from './row-grid.module.css'

export interface LineFrame {
  readonly id: string
  readonly line: number
  readonly y: number
  readonly active: boolean
  /** Whether Tab leads to it, as to one line of all. */
  readonly tabStop: boolean
}

interface RowProps<Row extends Identified> extends LineFrame {
  readonly row: Row | undefined
  readonly selected: boolean
  readonly cards: boolean
  readonly columns: readonly ListColumn<Row>[]
  readonly definition: ListDefinition<Row>
}

const placed = (y: number): CSSProperties => ({ transform: `translateY(${y}px)` })

/** The name of a row as a link to its page. */
export function RowTitle<Row extends Identified>({
  row,
  definition,
}: {
  row: Row
  definition: ListDefinition<Row>
}) {
  const href = definition.href(row)
  const title = definition.title(row)
  if (title === '') return <span className={classes.nameless}>{texts.restricted}</span>
  if (href === undefined) return <span>{title}</span>
  return (
    <a className={classes.title} href={`#${href}`} tabIndex={-1} title={title}>
      {title}
    </a>
  )
}

function LineOfRow<Row extends Identified>(props: RowProps<Row>) {
  const { id, line, y, active, tabStop, row, selected, cards, columns, definition } = props
  return (
    <div
      id={id}
      {...focusableRow(tabStop)}
      className={classes.row}
      style={placed(y)}
      aria-rowindex={line + 2}
      aria-selected={selected}
      data-line={line}
      data-active={active}
    >
      <div {...roleOf('gridcell')} aria-colindex={1} className={classes.check} data-check="true">
        {row === undefined ? null : (
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            readOnly
            aria-label={texts.selectRow(definition.title(row) || texts.restricted)}
          />
        )}
      </div>
      {cards ? (
        <div {...roleOf('gridcell')} aria-colindex={2} className={classes.card}>
          {row === undefined ? <span className={classes.bar} /> : <Card row={row} definition={definition} />}
        </div>
      ) : (
        columns.map((column, index) => (
          <div
            key={column.path}
            {...roleOf('gridcell')}
            aria-colindex={index + 2}
            className={classes.cell}
            data-align={column.align}
            data-first={index === 0}
          >
            {row === undefined ? <span className={classes.bar} /> : column.cell(row)}
          </div>
        ))
      )}
    </div>
  )
}

/** A line with a row. It is redrawn only when something of it has changed. */
export const GridRow = memo(LineOfRow) as typeof LineOfRow

function Card<Row extends Identified>({ row, definition }: { row: Row; definition: ListDefinition<Row> }) {
  const { badge, lines, actions } = definition.card(row)
  const drawn = lines.map((each, index) => (
    // the lines of a card have no other name
    // oxlint-disable-next-line react/no-array-index-key
    <div key={index} className={classes.cardLine}>
      {each}
    </div>
  ))
  return (
    <>
      <div className={classes.cardHead}>
        <RowTitle row={row} definition={definition} />
        {badge === undefined ? null : <span>{badge}</span>}
      </div>
      {actions === undefined ? (
        drawn
      ) : (
        <div className={classes.cardFoot}>
          <div className={classes.cardLines}>{drawn}</div>
          <div className={classes.cardActions}>{actions}</div>
        </div>
      )}
    </>
  )
}

/** The heading of a group, which hides and shows its rows. */
export function GridHeading(
  props: LineFrame & {
    label: string
    count: string
    sum: string
    folded: boolean
    columns: number
    onFold: () => void
  },
) {
  const { id, line, y, active, tabStop, label, count, sum, folded, columns, onFold } = props
  return (
    <div
      id={id}
      {...focusableRow(tabStop)}
      className={`${classes.row} ${classes.headingRow}`}
      style={placed(y)}
      aria-rowindex={line + 2}
      data-line={line}
      data-active={active}
    >
      <div
        {...roleOf('gridcell')}
        aria-colindex={1}
        aria-colspan={columns + 1}
        style={{ gridColumn: '1 / -1', display: 'flex' }}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={!folded}
          className={classes.heading}
          aria-label={folded ? texts.unfold(label) : texts.fold(label)}
          onClick={onFold}
        >
          {folded ? (
            <IconChevronRight size={14} aria-hidden="true" />
          ) : (
            <IconChevronDown size={14} aria-hidden="true" />
          )}
          <span>{label}</span>
          <span className={classes.headingCount}>{count}</span>
          {sum === '' ? null : <span className={classes.headingCount}>{sum}</span>}
        </button>
      </div>
    </div>
  )
}
