// The people of a team, among the lists that people choose from.
import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../lib/all-pages.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'

/** The people of a team. */
export const membersQuery = (teamId: number) =>
  queryOptions({
    queryKey: ['lists', 'teams', 'members', teamId],
    queryFn: ({ signal }) =>
      allPages<Item<'/v2/teams/{teamId}/members'>>((query) =>
        answer(
          client.GET('/v2/teams/{teamId}/members', {
            params: { path: { teamId }, query: { ...query, $orderby: 'LastName,FirstName' } },
            signal,
          }),
        ),
      ),
  })

/** Some of them, as they are added to a team. */
export async function readMembers(teamId: number): Promise<{ readonly id: string }[]> {
  const { items } = await answer(
    client.GET('/v2/teams/{teamId}/members', { params: { path: { teamId }, query: { $top: 200 } } }),
  )
  return items.flatMap(({ id }) => (id === undefined ? [] : [{ id }]))
}
