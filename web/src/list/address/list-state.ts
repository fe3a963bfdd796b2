// What a list shows, as it stands in the address: the view, and what was changed since.
import type { Layout, ListColumn, StandardView } from '../definition.ts'

/** A column that is shown, with its width in pixels. */
export interface ShownColumn {
  readonly path: string
  readonly width?: number | undefined
}

/** Everything that a view keeps. */
export interface ListState {
  readonly filter: string
  /** As `$orderby`. */
  readonly orderBy: string
  readonly columns: readonly ShownColumn[]
  readonly groupBy: string
  readonly layout: Layout
  /** How groups follow one another: as somebody reads the list, which no view keeps. */
  readonly groupOrder: GroupOrder
}

/** By their names, the largest first, or those with the largest sum first. */
export type GroupOrder = 'name' | 'count' | 'sum'

/** The parameters of the address. Absent ones are those of the view. */
export interface ListSearch {
  readonly view?: string | undefined
  readonly filter?: string | undefined
  readonly sort?: string | undefined
  readonly columns?: string | undefined
  readonly group?: string | undefined
  readonly layout?: string | undefined
  readonly groups?: string | undefined
}

export const searchNames = ['view', 'filter', 'sort', 'columns', 'group', 'layout', 'groups'] as const

/** Stands for "nothing" in the address, where an absent parameter means "as in the view". */
const NOTHING = '-'

const orders: readonly GroupOrder[] = ['name', 'count', 'sum']
const layouts: readonly Layout[] = ['Table', 'Board', 'Calendar']

/** The state that an address says, on the ground of its view. */
export function stateOf(search: ListSearch, view: ListState): ListState {
  const text = (value: string | undefined, otherwise: string) =>
    value === undefined ? otherwise : value === NOTHING ? '' : value
  return {
    filter: text(search.filter, view.filter),
    orderBy: text(search.sort, view.orderBy),
    columns: search.columns === undefined ? view.columns : columnsIn(search.columns),
    groupBy: text(search.group, view.groupBy),
    layout: layouts.find((layout) => layout === search.layout) ?? view.layout,
    groupOrder: orders.find((order) => order === search.groups) ?? 'name',
  }
}

/** The address of a state: only what is not as in the view. */
export function searchOf(state: ListState, view: ListState, viewId: string | undefined): ListSearch {
  const changed = (value: string, original: string) =>
    value === original ? undefined : value === '' ? NOTHING : value
  return {
    view: viewId,
    filter: changed(state.filter, view.filter),
    sort: changed(state.orderBy, view.orderBy),
    columns: changed(columnsText(state.columns), columnsText(view.columns)),
    group: changed(state.groupBy, view.groupBy),
    layout: changed(state.layout, view.layout),
    groups: state.groupOrder === 'name' ? undefined : state.groupOrder,
  }
}

/** Whether a state is another one than that of its view. */
export function isChanged(state: ListState, view: ListState): boolean {
  const { view: _view, groups: _groups, ...others } = searchOf(state, view, undefined)
  return Object.values(others).some((value) => value !== undefined)
}

/** `Name:320,Status` */
export const columnsText = (columns: readonly ShownColumn[]): string =>
  columns.map(({ path, width }) => (width === undefined ? path : `${path}:${width}`)).join(',')

/** The columns of a text that `columnsText` made, or somebody else. */
export function columnsIn(text: string): readonly ShownColumn[] {
  return text.split(',').flatMap((each) => {
    const [path = '', width] = each.split(':')
    const pixels = Number(width)
    if (path === '') return []
    return [pixels >= 40 && pixels <= 2_000 ? { path, width: Math.round(pixels) } : { path }]
  })
}

/** The state of a standard view. */
export function standardState(
  view: StandardView,
  { usual, orderBy }: { readonly usual: readonly string[]; readonly orderBy: string },
): ListState {
  return {
    filter: view.filter,
    orderBy: view.orderBy ?? orderBy,
    columns: usual.map((path) => ({ path })),
    groupBy: view.groupBy ?? '',
    layout: view.layout ?? 'Table',
    groupOrder: 'name',
  }
}

export interface Sorted {
  readonly path: string
  readonly descending: boolean
}

/** The column a list is sorted by, and which way. */
export function sortedBy(
  orderBy: string,
  columns: readonly Pick<ListColumn<never>, 'path' | 'sort'>[],
): Sorted | undefined {
  const [property = '', direction = ''] = orderBy.split(',')[0]?.trim().split(/\s+/) ?? []
  const column = columns.find(({ sort }) => sort?.[0]?.toLowerCase() === property.toLowerCase())
  return column && { path: column.path, descending: direction.toLowerCase() === 'desc' }
}

/** The `$orderby` of a column. */
export function orderByOf(
  { sort = [] }: Pick<ListColumn<never>, 'path' | 'sort'>,
  descending: boolean,
): string {
  return sort.map((property) => (descending ? `${property} desc` : property)).join(',')
}
