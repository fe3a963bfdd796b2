// What administrators ask about people: invitations, what somebody holds, and handing it over.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { allPages } from '../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { texts } from './texts.ts'

export type FirmInvitation = Item<'/v2/firmInvitations'>
export type Invitation = Item<'/v2/invitations'>
export type Person = Item<'/v2/users'>
export type Holding = Answer<'/v2/users/{userId}/holdings'>['items'][number]
export type HoldingKind = Holding['kind']
export type Handover = Answer<'/v2/users/{userId}/handovers'>['items'][number]
export type HandoverPreview = Answer<'/v2/users/{userId}/handovers/preview', 'post'>
export type SoleRecord = Answer<'/v2/users/{userId}/soleRecords'>['items'][number]
export type NewHandover = Sent<'/v2/users/{userId}/handovers', 'post'>

export const firmInvitationsQuery = queryOptions({
  queryKey: ['people', 'firms'],
  queryFn: ({ signal }) =>
    allPages<FirmInvitation>((query) =>
      answer(
        client.GET('/v2/firmInvitations', {
          params: { query: { ...query, $orderby: 'Organization/Name' } },
          signal,
        }),
      ),
    ),
})

export const invitationsQuery = queryOptions({
  queryKey: ['people', 'invitations'],
  queryFn: ({ signal }) =>
    allPages<Invitation>((query) =>
      answer(
        client.GET('/v2/invitations', { params: { query: { ...query, $orderby: 'User/Email' } }, signal }),
      ),
    ),
})

/** Removes the second factor of somebody who has lost it. */
export const useResetSecondFactor = (userId: string) =>
  useAction({
    mutationFn: () =>
      answer(client.DELETE('/v2/users/{userId}/secondFactor', { params: { path: { userId } } })),
  })

/** Signs somebody out everywhere; with `integrations`, what acts for them ends as well. */
export const useEndSessionsOf = (userId: string) =>
  useAction({
    mutationFn: (integrations: boolean) =>
      answer(
        client.DELETE('/v2/users/{userId}/sessions', {
          params: { path: { userId }, query: { integrations } },
        }),
      ),
  })

export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/users/{userId}', { params: { path: { userId } }, signal })),
  })

export const holdingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'holdings'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/users/{userId}/holdings', { params: { path: { userId } }, signal })),
  })

/** The records that nobody but this person can open. */
export const soleRecordsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'sole'],
    queryFn: async ({ signal }) =>
      (await answer(client.GET('/v2/users/{userId}/soleRecords', { params: { path: { userId } }, signal })))
        .items,
  })

/** What a handover would do, asked each time: what somebody holds changes meanwhile. */
export const usePreviewHandover = (userId: string) =>
  useAction({
    mutationFn: (body: NewHandover) =>
      answer(client.POST('/v2/users/{userId}/handovers/preview', { params: { path: { userId } }, body })),
  })

/** How many records of each kind somebody may see. */
export const visibleRecordsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'visible'],
    queryFn: async ({ signal }) =>
      (
        await answer(
          client.GET('/v2/users/{userId}/visibleRecords', { params: { path: { userId } }, signal }),
        )
      ).items,
  })

export const handoversQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'handovers'],
    queryFn: async ({ signal }) =>
      (await answer(client.GET('/v2/users/{userId}/handovers', { params: { path: { userId } }, signal })))
        .items,
  })

/** What acts for the person without them, and what becomes of it. */
export const actingQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'acting'],
    queryFn: async ({ signal }) =>
      (await answer(client.GET('/v2/users/{userId}/actingThings', { params: { path: { userId } }, signal })))
        .items,
  })
export type Acting = Item<'/v2/users/{userId}/actingThings'>

/** Creates a law firm, linked to the organisation, and invites its first person. */
export function useAddFirm() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/organizations', 'post'>) =>
      answer(client.POST('/v2/organizations', { body })),
    onSuccess: async (_, { administrator }) => {
      await queries.invalidateQueries({ queryKey: ['people'] })
      showToast({ text: texts.sent(administrator.email) })
    },
  })
}

/** Sends an invitation again or withdraws it; `done` says so. */
export function useInvitationAct() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ userId, act }: { userId: string; act: 'send' | 'withdraw'; done: string }) => {
      const params = { path: { userId } }
      return act === 'send'
        ? answer(client.POST('/v2/users/{userId}/invitation', { params }))
        : answer(client.DELETE('/v2/users/{userId}/invitation', { params }))
    },
    onSuccess: async (_, { done }) => {
      await queries.invalidateQueries({ queryKey: ['people'] })
      showToast({ text: done })
    },
  })
}

/** Corrects the address or the name of an invitation, which is sent there. */
export function useCorrectInvitation(userId: string) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Readonly<Record<'email' | 'firstName' | 'lastName', string>>) =>
      answer(client.PATCH('/v2/users/{userId}/invitation', { params: { path: { userId } }, body })),
    onSuccess: async (_, { email }) => {
      await queries.invalidateQueries({ queryKey: ['people'] })
      showToast({ text: texts.sent(email) })
    },
  })
}

/** Hands over, until nothing is left of what was asked for: one call gives 1,000 of a kind at most. */
export function useHandOver(userId: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: async (body: NewHandover) => {
      const params = { path: { userId } }
      let count = 0
      const handovers: number[] = []
      for (;;) {
        const given = await answer(client.POST('/v2/users/{userId}/handovers', { params, body }))
        const now = given.given.reduce((sum, each) => sum + each.count, 0)
        count += now
        if (given.handover) handovers.push(given.handover.id)
        // a leave has one call: each names the delegate for approvals
        if (given.complete || now === 0 || body.lastDay !== undefined) return { ...given, count, handovers }
      }
    },
    onSuccess: refresh,
  })
}

export function useEndHandover(userId: string, done: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (handoverId: number) =>
      answer(
        client.DELETE('/v2/users/{userId}/handovers/{handoverId}', {
          params: { path: { userId, handoverId } },
        }),
      ),
    onSuccess: async () => {
      await refresh()
      showToast({ text: done })
    },
  })
}

/** Disables the person, with who gets what only they can open; or enables them again. */
export function useSetActive(userId: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({
      active,
      successor,
      keepTokens = false,
    }: {
      active: boolean
      successor?: string | undefined
      keepTokens?: boolean
      done: string
    }) => {
      const params = { path: { userId } }
      return active
        ? answer(client.POST('/v2/users/{userId}/enable', { params }))
        : answer(
            client.POST('/v2/users/{userId}/disable', {
              params,
              body: {
                ...(successor === undefined ? {} : { successor: { id: successor } }),
                ...(keepTokens ? { keep: ['ProvisioningToken'] } : {}),
              },
            }),
          )
    },
    onSuccess: async (_, { done }) => {
      await refresh()
      showToast({ text: done })
    },
  })
}

// whatever shows a person or what they own is asked again
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
