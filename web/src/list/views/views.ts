// Saved views: reading, saving and deleting them, and the state that each stands for.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { Refusal } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import { type ListState, standardState } from '../address/list-state.ts'
import type { Identified, ListDefinition, StandardView } from '../definition.ts'

export type SavedView = Item<'/v2/views'>
type Sharing = NonNullable<SavedView['sharedWith']>

const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: ['views', list],
    staleTime: 60_000,
    queryFn: async () => {
      const query = { $filter: `List eq '${list}'`, $orderby: 'Name', $top: 200 }
      return (await answer(client.GET('/v2/views', { params: { query } }))).items
    },
  })

/** The views of a list that this person can use. Without the one that is wanted, they are read again. */
export const useSavedViews = (list: string, wanted?: string) =>
  useQuery({
    ...viewsQuery(list),
    refetchOnMount: ({ state }) => (wanted === undefined || hasView(state.data, wanted) ? true : 'always'),
  })

export const hasView = (saved: readonly SavedView[] | undefined, wanted: string): boolean =>
  saved?.some(({ id }) => String(id) === wanted) === true

/** A view of either kind. */
export interface View {
  /** As in the address. */
  readonly id: string
  readonly name: string
  readonly state: ListState
  readonly saved?: SavedView
}

/** The view that the address names; the first one if it names none that there is. */
export function findView<Row extends Identified>(
  definition: ListDefinition<Row>,
  saved: readonly SavedView[],
  id: string | undefined,
): View {
  const own = saved.find((view) => String(view.id) === id)
  if (own) return { id: String(own.id), name: own.name ?? '', state: savedState(own, definition), saved: own }
  const [first = { id: 'all', name: 'All', filter: '' }] = definition.views
  const standard = definition.views.find((view) => view.id === id) ?? first
  return standardView(standard, definition)
}

const standardView = <Row extends Identified>(view: StandardView, definition: ListDefinition<Row>): View => ({
  id: view.id,
  name: view.name,
  state: standardState(view, definition),
})

function savedState<Row extends Identified>(view: SavedView, definition: ListDefinition<Row>): ListState {
  const columns = (view.columns ?? []).map(({ property, width }) =>
    typeof width === 'number' ? { path: property, width } : { path: property },
  )
  return {
    filter: view.filter ?? '',
    orderBy: view.orderBy ?? definition.orderBy,
    columns: columns.length > 0 ? columns : definition.usual.map((path) => ({ path })),
    groupBy: view.groupBy ?? '',
    layout: view.layout ?? 'Table',
    groupOrder: 'name',
  }
}

/** What is sent of a state. */
const contentOf = (state: ListState) => ({
  filter: state.filter === '' ? null : state.filter,
  orderBy: state.orderBy === '' ? null : state.orderBy,
  columns: state.columns.map(({ path, width }) => ({
    property: path,
    ...(width === undefined ? {} : { width }),
  })),
  groupBy: state.groupBy === '' ? null : state.groupBy,
  layout: state.layout,
})

export interface Naming {
  readonly name: string
  readonly sharedWith: Sharing
  readonly teamId: number | undefined
}

const namingOf = ({ name, sharedWith, teamId }: Naming) => ({
  name,
  sharedWith,
  team: sharedWith === 'Team' && teamId !== undefined ? { id: teamId } : null,
})

/** What somebody else has saved meanwhile is not overwritten. */
async function changeView(view: SavedView, body: Sent<'/v2/views/{viewId}', 'patch'>): Promise<void> {
  const path = { viewId: String(view.id) }
  const { value, etag } = await answerWithTag(client.GET('/v2/views/{viewId}', { params: { path } }))
  if (value.modified.dateUtc !== view.modified?.dateUtc)
    throw new Refusal(412, { title: 'Precondition Failed' })
  await answer(client.PATCH('/v2/views/{viewId}', { params: { path }, headers: ifMatch(etag), body }))
}

/** Saves what the list shows in a view that there is, or under a new name; names and shares; deletes. */
export function useViewActions(list: string) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: viewsQuery(list).queryKey })
  return {
    save: useAction({
      mutationFn: ({ view, state }: { view: SavedView; state: ListState }) =>
        changeView(view, contentOf(state)),
      onSettled,
    }),
    create: useAction({
      mutationFn: ({ state, naming }: { state: ListState; naming: Naming }) =>
        answer(client.POST('/v2/views', { body: { list, ...contentOf(state), ...namingOf(naming) } })),
      onSettled,
    }),
    rename: useAction({
      mutationFn: ({ view, naming }: { view: SavedView; naming: Naming }) =>
        changeView(view, namingOf(naming)),
      onSettled,
    }),
    remove: useAction({
      mutationFn: (view: SavedView) =>
        answer(client.DELETE('/v2/views/{viewId}', { params: { path: { viewId: String(view.id) } } })),
      onSettled,
    }),
  }
}

/** The teams that this person can share a view with. */
export const useOwnTeams = (enabled: boolean) =>
  useQuery({
    queryKey: ['own-teams'],
    enabled,
    staleTime: 300_000,
    queryFn: async () => {
      const query = { $filter: 'Id eq me()', $select: 'id,teams' }
      const { items } = await answer(client.GET('/v2/users', { params: { query } }))
      return items[0]?.teams ?? []
    },
  })
