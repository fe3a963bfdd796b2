// Requests about law firms: the list, one firm with its people and records, terms, offers.
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../../components/format-context.ts'
import { showToast } from '../../components/toast-store.ts'
import { useMergedForm } from '../../forms/use-merged-form.ts'
import { allPages, tokenIn } from '../../lib/all-pages.ts'
import type { Answer, Item } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import type { Version } from '../../lib/conflict.ts'
import type { RecordsName } from '../../lib/kinds.ts'
import { useAction } from '../../lib/use-action.ts'
import { firmTexts as texts } from './firm-texts.ts'

export type LawFirm = Answer<'/v2/lawFirms/{lawFirmId}'>
/** What is kept about a firm, as one form. */
export type FirmRecord = LawFirm['terms'] & Pick<LawFirm, 'country'>
export type Offer = Item<'/v2/organizationLinkOffers'>

const key = ['people', 'law-firms'] as const
const AT_ONCE = 50

/** The law firms whose names contain the words, a page at a time. */
export const lawFirmsQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', words],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(words === '' ? {} : { $filter: `contains(Name,'${words.replaceAll("'", "''")}')` }),
        $orderby: 'Name',
        $top: AT_ONCE,
        $count: true,
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      return answer(client.GET('/v2/lawFirms', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

/** A law firm with the version of what is kept about it. */
export const lawFirmQuery = (lawFirmId: number) =>
  queryOptions({
    queryKey: [...key, lawFirmId],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/lawFirms/{lawFirmId}', { params: { path: { lawFirmId } }, signal })),
  })

/** The people of a firm, whatever their status, a page at a time. */
export const firmPeopleQuery = (lawFirmId: number) =>
  infiniteQueryOptions({
    queryKey: [...key, lawFirmId, 'people'],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        $filter: `OrganizationId eq ${lawFirmId}`,
        $orderby: 'LastName,FirstName',
        $top: AT_ONCE,
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      return answer(client.GET('/v2/users', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

/** What lists of records are filtered by to show those that a firm works on. */
export const worksOn = (lawFirmId: number) => `Members/any(m: m/OrganizationId eq ${lawFirmId})`

/** The latest records of a kind that people of the firm are on and the caller may see, with how many there are. */
export const firmRecordsQuery = (lawFirmId: number, many: RecordsName) =>
  queryOptions({
    queryKey: [...key, lawFirmId, many],
    queryFn: ({ signal }) => {
      const query = { $filter: worksOn(lawFirmId), $orderby: 'Id desc', $top: 10, $count: true }
      return answer(client.GET(`/v2/${many}`, { params: { query }, signal }))
    },
  })

export const offersQuery = queryOptions({
  queryKey: [...key, 'offers'],
  queryFn: ({ signal }) =>
    allPages<Offer>((query) =>
      answer(client.GET('/v2/organizationLinkOffers', { params: { query }, signal })),
    ),
})

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['people'] })
}

export const recordOf = ({ value, etag }: Version<LawFirm>): Version<FirmRecord> => ({
  value: { ...value.terms, country: value.country },
  etag,
})

const labels: Readonly<Record<string, string>> = {
  country: texts.country,
  agreed: texts.agreed,
  ends: texts.ends,
  document: texts.document,
  notes: texts.notes,
}

/** The form of the country and the terms, in which what somebody else changes meanwhile is kept as well. */
export function useFirmForm(lawFirmId: number, read: Version<FirmRecord>) {
  const refresh = useRefresh()
  const format = useFormat()
  const params = { path: { lawFirmId } }
  const wordsOf = (field: string, value: unknown) =>
    typeof value !== 'string'
      ? undefined
      : field === 'agreed' || field === 'ends'
        ? format.date(value)
        : value
  return useMergedForm(read, {
    send: ({ country, ...terms }, etag) =>
      answer(
        client.PATCH('/v2/lawFirms/{lawFirmId}', {
          params,
          body: { country, terms },
          headers: ifMatch(etag),
        }),
      ),
    read: async () => recordOf(await answerWithTag(client.GET('/v2/lawFirms/{lawFirmId}', { params }))),
    words: ({ field, mine, theirs }) => ({
      label: labels[field] ?? field,
      mine: wordsOf(field, mine),
      theirs: wordsOf(field, theirs),
    }),
    onSaved: refresh,
  })
}

/** Offers to work together to an administrator of a firm. */
export function useOffer() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (email: string) => answer(client.POST('/v2/organizationLinkOffers', { body: { email } })),
    onSuccess: refresh,
  })
}

/** Accepts an offer, or ends it: declined by one side, withdrawn by the other; `done` says so. */
export function useOfferAct() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ offerId, act }: { offerId: number; act: 'accept' | 'end'; done: string }) => {
      const params = { path: { offerId } }
      return act === 'accept'
        ? answer(client.POST('/v2/organizationLinkOffers/{offerId}/accept', { params }))
        : answer(client.DELETE('/v2/organizationLinkOffers/{offerId}', { params }))
    },
    onSuccess: async (_, { done }) => {
      await refresh()
      showToast({ text: done })
    },
  })
}

export function useEndLink(organizationId: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: () =>
      answer(
        client.DELETE('/v2/organizationLinks/{organizationId}', { params: { path: { organizationId } } }),
      ),
    onSuccess: refresh,
  })
}
