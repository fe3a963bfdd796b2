// What administrators ask about the settings of their organisation, and set.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import type { Version } from '../../lib/conflict.ts'
import { sendPicture } from '../../lib/send-picture.ts'
import { useMergedForm } from '../../forms/use-merged-form.ts'
import { useAction } from '../../lib/use-action.ts'
import { texts } from './texts.ts'

export type Organisation = Answer<'/v2/organizations/{organizationId}'>
export type FinancialSettings = Answer<'/v2/financialSettings'>
export type Feature = Item<'/v2/features'>
export type Calendar = Answer<'/v2/workingCalendar'>

export const organisationQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['organisation', organizationId],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/organizations/{organizationId}', { params: { path: { organizationId } }, signal }),
      ),
  })

export const financialQuery = queryOptions({
  queryKey: ['organisation', 'financial'],
  queryFn: ({ signal }) => answer(client.GET('/v2/financialSettings', { signal })),
})

export const featuresQuery = queryOptions({
  queryKey: ['organisation', 'features'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/features', { signal }))).items,
})

/** The calendar with its version. */
export const calendarQuery = queryOptions({
  queryKey: ['organisation', 'calendar'],
  queryFn: ({ signal }) => answerWithTag(client.GET('/v2/workingCalendar', { signal })),
})

// the frame, forms and amounts show what is set here
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}

export function useUpdateOrganisation(organizationId: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: Sent<'/v2/organizations/{organizationId}', 'patch'>) =>
      answer(
        client.PATCH('/v2/organizations/{organizationId}', { params: { path: { organizationId } }, body }),
      ),
    onSuccess: refresh,
  })
}

/** Sends an image as it is on the disk, or removes the logo. */
export function useSetLogo(organizationId: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ file }: { file: File | null }) =>
      sendPicture(`/v2/organizations/${organizationId}/logo`, file),
    onSuccess: refresh,
  })
}

export function useUpdateFinancial() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: Sent<'/v2/financialSettings', 'patch'>) =>
      answer(client.PATCH('/v2/financialSettings', { body })),
    onSuccess: refresh,
  })
}

export function useSwitchFeature() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ featureCode, enabled }: { featureCode: string; enabled: boolean }) =>
      answer(
        client.PATCH('/v2/features/{featureCode}', { params: { path: { featureCode } }, body: { enabled } }),
      ),
    onSuccess: refresh,
  })
}

const calendarWords = (value: Calendar[keyof Calendar]): string | undefined =>
  Array.isArray(value)
    ? value.map((day) => (typeof day === 'string' ? day : day.name)).join(', ') || undefined
    : `${value.from} – ${value.to}`

const calendarLabels = {
  workingDays: texts.workingDays,
  workingHours: texts.workingHours,
  holidays: texts.holidays,
}

/** The form of the calendar, in which what somebody else changes meanwhile is kept as well. */
export function useCalendarForm(read: Version<Calendar>) {
  const refresh = useRefresh()
  const wordsOf = (value: unknown) => calendarWords(value as Calendar[keyof Calendar])
  return useMergedForm(read, {
    send: (body, etag) => answer(client.PATCH('/v2/workingCalendar', { body, headers: ifMatch(etag) })),
    read: () => answerWithTag(client.GET('/v2/workingCalendar')),
    words: ({ field, mine, theirs }) => ({
      label: calendarLabels[field as keyof Calendar],
      mine: wordsOf(mine),
      theirs: wordsOf(theirs),
    }),
    onSaved: refresh,
  })
}
