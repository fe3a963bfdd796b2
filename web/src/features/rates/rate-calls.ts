// The calls about agreed rates and proposals.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CsvOrder } from '../../components/csv-import-dialog.tsx'
import { allPages, tokenIn } from '../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type Rate = Item<'/v2/agreedRates'>
export type NewRate = Sent<'/v2/agreedRates', 'post'>
export type RateChanges = Sent<'/v2/agreedRates/{rateId}', 'patch'>
export type Proposal = Item<'/v2/rateProposals'>
export type ProposalDetails = Answer<'/v2/rateProposals/{proposalId}'>
export type ProposedRate = ProposalDetails['rates'][number]
export type NewProposal = Sent<'/v2/rateProposals', 'post'>

const key = ['rates'] as const
const AT_ONCE = 100

/** Whose card it is: the organisation that pays and the law firm; one of them is the reader's own. */
export type Side = { readonly firm: number } | { readonly customer: number }

const sideFilter = (side: Side) =>
  'firm' in side ? `Firm/Id eq ${side.firm}` : `Customer/Id eq ${side.customer}`

/** The filter of a card: what is agreed now or later, or everything. */
export const cardFilter = (side: Side, today: string, all: boolean): string =>
  all ? sideFilter(side) : `${sideFilter(side)} and Withdrawn eq false and (To eq null or To ge ${today})`

export const ratesQuery = (filter: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        $filter: filter,
        $orderby: 'TimekeeperClass,Timekeeper/Name,Timekeeper/Number,From desc',
        $top: AT_ONCE,
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      return answer(client.GET('/v2/agreedRates', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

const onRate = (id: number) => ({ path: { rateId: String(id) } })

/** One rate with its history. */
export const rateQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/agreedRates/{rateId}', { params: onRate(id), signal })),
  })

/** What is agreed changes what invoices show. */
function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: key })
    await queries.invalidateQueries({ queryKey: ['invoices'] })
  }
}

export function useAddRate() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: NewRate) => answer(client.POST('/v2/agreedRates', { body })),
    onSuccess: refresh,
  })
}

export function useChangeRate(id: number, etag: string | undefined) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: RateChanges) =>
      answer(client.PATCH('/v2/agreedRates/{rateId}', { params: onRate(id), body, headers: ifMatch(etag) })),
    onSuccess: refresh,
  })
}

export function useWithdrawRate(id: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (reason: string) =>
      answer(client.POST('/v2/agreedRates/{rateId}/withdraw', { params: onRate(id), body: { reason } })),
    onSuccess: refresh,
  })
}

/** Reads a CSV of rates of a firm; with `checkOnly` nothing is written. */
export function useImportRates(firmId: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ file, checkOnly }: CsvOrder) =>
      answer(
        client.POST('/v2/agreedRates/imports', {
          params: { query: { firmId, checkOnly, endEarlier: true } },
          body: file as never,
          bodySerializer: () => file,
          headers: { 'content-type': 'text/csv' },
        }),
      ),
    onSuccess: refresh,
  })
}

/** Proposals: of one side those that wait first, or all. */
export const proposalsQuery = (side: Side | undefined) =>
  queryOptions({
    queryKey: [...key, 'proposals', side],
    queryFn: async ({ signal }) => {
      const query = {
        ...(side === undefined ? {} : { $filter: sideFilter(side) }),
        $orderby: 'Id desc',
        $top: 20,
      }
      return (await answer(client.GET('/v2/rateProposals', { params: { query }, signal }))).items
    },
  })

const onProposal = (id: number) => ({ path: { proposalId: String(id) } })

export const proposalQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'proposal', id],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/rateProposals/{proposalId}', { params: onProposal(id), signal })),
  })

export function usePropose() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: NewProposal) => answer(client.POST('/v2/rateProposals', { body })),
    onSuccess: refresh,
  })
}

/** What is done with a proposal. */
export type Step =
  | { readonly move: 'approve' | 'accept' | 'withdraw' }
  | { readonly move: 'decline'; readonly reason: string }
  | {
      readonly move: 'counter'
      readonly rates: { readonly number: number; readonly rate: number }[]
      readonly note: string | null
    }

/** Only as the proposal is shown. */
export function useAnswer(id: number, etag: string | undefined) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (step: Step) => answer(sent(id, step, etag)),
    onSuccess: refresh,
  })
}

function sent(id: number, step: Step, etag: string | undefined): Promise<{ data?: ProposalDetails }> {
  const call = { params: onProposal(id), headers: ifMatch(etag) }
  switch (step.move) {
    case 'approve':
      return client.POST('/v2/rateProposals/{proposalId}/approve', { ...call, body: {} })
    case 'accept':
      return client.POST('/v2/rateProposals/{proposalId}/accept', { ...call, body: {} })
    case 'withdraw':
      return client.POST('/v2/rateProposals/{proposalId}/withdraw', { ...call, body: {} })
    case 'decline':
      return client.POST('/v2/rateProposals/{proposalId}/decline', {
        ...call,
        body: { reason: step.reason },
      })
    default:
      return client.POST('/v2/rateProposals/{proposalId}/counter', {
        ...call,
        body: { rates: step.rates, note: step.note },
      })
  }
}

/** The organisations on the other side: law firms, or clients. */
export const othersQuery = queryOptions({
  queryKey: [...key, 'others'],
  queryFn: ({ signal }) =>
    allPages<Item<'/v2/organizationLinks'>>((query) =>
      answer(client.GET('/v2/organizationLinks', { params: { query }, signal })),
    ),
})
