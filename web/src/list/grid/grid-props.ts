// What a grid of rows is given.
import type { Place } from '../address/kept-place.ts'
import type { Sorted } from '../address/list-state.ts'
import type { Identified, ListColumn, ListDefinition } from '../definition.ts'
import type { Lines } from '../rows/groups.ts'
import type { HeadActions } from './grid-head.tsx'
import type { Selection } from './selection.ts'

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
  /** What its rows add up to; empty where nothing is added up. */
  readonly groupSum: (line: number) => string
  readonly onFold: (line: number, folded: boolean) => void
  readonly kept: Place | undefined
  readonly onPlace: (place: Place) => void
  readonly onError: (error: unknown) => void
  /** Changes when the list shows other rows, and begins at its top again. */
  readonly rowsKey: string
}
