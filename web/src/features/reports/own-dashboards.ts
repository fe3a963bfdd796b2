// Dashboards that people put together: reading and changing them.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type OwnDashboard = Item<'/v2/dashboards'>
export type Tile = OwnDashboard['tiles'][number]
export type DashboardContent = Pick<OwnDashboard, 'name' | 'sharedWith' | 'tiles'>

export const mostTiles = 24

export const ownDashboardsQuery = queryOptions({
  queryKey: ['reports', 'dashboards'],
  queryFn: async ({ signal }) => {
    const query = { $top: 200, $orderby: 'Name' }
    return (await answer(client.GET('/v2/dashboards', { params: { query }, signal }))).items
  },
})

/** One dashboard, with the tag of its version. */
export const ownDashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'dashboards', id],
    queryFn: ({ signal }) =>
      answerWithTag(
        client.GET('/v2/dashboards/{dashboardId}', { params: { path: { dashboardId: id } }, signal }),
      ),
  })

/** Making, changing and deleting dashboards. */
export function useDashboardActions() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ownDashboardsQuery.queryKey })
  return {
    create: useAction({
      mutationFn: (content: DashboardContent) => answer(client.POST('/v2/dashboards', { body: content })),
      onSettled,
    }),
    change: useAction({
      mutationFn: ({
        id,
        tag,
        content,
      }: {
        id: string
        tag: string | undefined
        content: DashboardContent
      }) =>
        answer(
          client.PATCH('/v2/dashboards/{dashboardId}', {
            params: { path: { dashboardId: id }, header: ifMatch(tag) },
            body: content,
          }),
        ),
      onSettled,
    }),
    remove: useAction({
      mutationFn: (id: string) =>
        answer(client.DELETE('/v2/dashboards/{dashboardId}', { params: { path: { dashboardId: id } } })),
      onSettled,
    }),
  }
}

/** Whether an id is that of a dashboard that somebody has put together. */
export const isOwnId = (id: string | undefined): id is string => id !== undefined && /^\d+$/.test(id)

/** The tiles with one at another place. */
export function movedTile<Some>(tiles: readonly Some[], from: number, to: number): readonly Some[] {
  const tile = tiles[from]
  if (tile === undefined || to < 0 || to >= tiles.length || from === to) return tiles
  return tiles.toSpliced(from, 1).toSpliced(to, 0, tile)
}
