// The parts of a list page put together: the view, the address, the filter, the rows, and what is changed of them.
import { useMemo } from 'react'
import {
  columnsIn,
  columnsText,
  isChanged,
  orderByOf,
  type ShownColumn,
  sortedBy,
} from './address/list-state.ts'
import { useListAddress, useListSearch } from './address/use-list-address.ts'
import { moved, resized } from './columns/shown-columns.ts'
import type { Identified, ListDefinition } from './definition.ts'
import { readFilter } from './filters/read-filter.ts'
import type { Sentence } from './filters/sentence.ts'
import { writeFilter } from './filters/write-filter.ts'
import type { GridColumn } from './grid/grid-props.ts'
import { type HeadActions, NARROWEST, WIDEST } from './grid/grid-head.tsx'
import { groupingOf, useListParts } from './list-columns.ts'
import { useMe } from '../components/me-context.ts'
import { useShownRows } from './use-shown-rows.ts'
import { findView, hasView, useSavedViews } from './views/views.ts'

/** Whether the view that the address names is still being read: what it lists is not known before. */
export function useUnknownView<Row extends Identified>({ name, views }: ListDefinition<Row>) {
  const wanted = useListSearch().view
  const own = views.some(({ id }) => id === wanted) ? undefined : wanted
  // one that a colleague has just shared is not among those that were read before
  const saved = useSavedViews(name, own)
  const isMissing = own !== undefined && !hasView(saved.data, own)
  const isReading = saved.data === undefined || (saved.isFetching && !saved.isFetchedAfterMount)
  return { isUnknown: isMissing && isReading, error: saved.error, retry: saved.refetch }
}

export function useList<Row extends Identified>(definition: ListDefinition<Row>) {
  const me = useMe()
  const timeZone = me.preferences.timeZone ?? me.organization.timeZone
  const views = useSavedViews(definition.name)
  const saved = views.data ?? []
  const wanted = useListSearch().view
  const view = findView(definition, saved, wanted)
  const address = useListAddress(view.state)
  const { state, change } = address
  const parts = useListParts(definition)
  const context = useMemo(() => ({ properties: parts.allProperties, timeZone }), [parts, timeZone])
  const sentence = useMemo(() => readFilter(state.filter, context), [state.filter, context])
  const grouping = useMemo(
    () => (state.groupBy === '' ? undefined : groupingOf(state.groupBy, parts.allProperties)),
    [state.groupBy, parts],
  )
  // the same columns stay the same object, so that rows are not drawn again
  const chosen = columnsText(state.columns)
  const columns = useMemo(() => shownColumns(columnsIn(chosen), parts.allColumns), [chosen, parts])
  const measured = columns.find(({ column }) => column.measure !== undefined)?.column
  const rows = useShownRows(definition, state, { grouping, measure: measured?.measure, timeZone })
  return {
    me,
    view,
    /** The address names a view that was deleted, or is not shared any more. */
    isViewGone: views.isSuccess && wanted !== undefined && wanted !== view.id,
    saved,
    address,
    parts,
    sentence,
    grouping,
    /** The shown column that is added up for each group. */
    measured,
    rows,
    columns,
    changed: isChanged(state, view.state),
    sorted: sortedBy(state.orderBy, [...parts.allColumns.values()]),
    setSentence: (next: Sentence) => change({ filter: writeFilter(next, context) }),
    head: headActions(state.columns, parts.allColumns, change),
  }
}

function shownColumns<Row>(
  shown: readonly ShownColumn[],
  known: ReadonlyMap<string, GridColumn<Row>['column']>,
): readonly GridColumn<Row>[] {
  return shown.flatMap(({ path, width }) => {
    const column = known.get(path)
    return column ? [{ column, width: width ?? column.width }] : []
  })
}

function headActions<Row>(
  shown: readonly ShownColumn[],
  known: ReadonlyMap<string, GridColumn<Row>['column']>,
  change: ReturnType<typeof useListAddress>['change'],
): HeadActions {
  const placeOf = (path: string) => shown.findIndex((column) => column.path === path)
  return {
    sort: (path, descending) => change({ orderBy: orderByOf(known.get(path) ?? { path }, descending) }),
    group: (path) => change({ groupBy: known.get(path)?.group ?? '' }),
    resize: (path, width) =>
      change({ columns: resized(shown, path, width, { least: NARROWEST, most: WIDEST }) }),
    move: (path, by) => change({ columns: moved(shown, placeOf(path), by) }),
    hide: (path) => change({ columns: shown.filter((column) => column.path !== path) }),
  }
}
