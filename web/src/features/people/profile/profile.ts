// What is asked about a person's profile and teams, and sent.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { sendPicture } from '../../../lib/send-picture.ts'
import { useAction } from '../../../lib/use-action.ts'

export type Profile = Answer<'/v2/users/{userId}/profile'>
export type ProfileChanges = Sent<'/v2/users/{userId}/profile', 'patch'>

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'profile'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/users/{userId}/profile', { params: { path: { userId } }, signal })),
  })

/** The departments of the organisation, in their order. */
export const departmentsQuery = queryOptions({
  queryKey: ['people', 'departments'],
  queryFn: ({ signal }) =>
    allPages<Item<'/v2/departments'>>((query) =>
      answer(
        client.GET('/v2/departments', { params: { query: { ...query, $orderby: 'Place,Name' } }, signal }),
      ),
    ),
})

/** The teams of the organisation, in their order. */
export const teamsQuery = queryOptions({
  queryKey: ['people', 'teams'],
  queryFn: ({ signal }) =>
    allPages<Item<'/v2/teams'>>((query) =>
      answer(client.GET('/v2/teams', { params: { query: { ...query, $orderby: 'Place,Name' } }, signal })),
    ),
})

// the name of a person and their teams are on records, in lists and in the frame
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function useUpdateProfile(userId: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: ProfileChanges) =>
      answer(client.PATCH('/v2/users/{userId}/profile', { params: { path: { userId } }, body })),
    onSuccess: refresh,
  })
}

export function useSetPicture(userId: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ file }: { file: File | null }) => sendPicture(`/v2/users/${userId}/picture`, file),
    onSuccess: refresh,
  })
}

/** Adds the person to a team, or takes them off. */
export function useChangeTeam(userId: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ teamId, isMember }: { teamId: number; isMember: boolean }) =>
      isMember
        ? answer(
            client.POST('/v2/teams/{teamId}/members', { params: { path: { teamId } }, body: { id: userId } }),
          )
        : answer(
            client.DELETE('/v2/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId } } }),
          ),
    onSuccess: refresh,
  })
}
