// Requests about the mail domains of the organisation.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'

export type MailDomain = Item<'/v2/mailDomains'>

export const mailDomainsQuery = queryOptions({
  queryKey: ['mail-domains'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/mailDomains', { signal }))).items,
})

export const useAddDomain = () =>
  useDomains((domain: string) => answer(client.POST('/v2/mailDomains', { body: { domain } })))

/** Looks for the record; the answer says whether it is there. */
export const useCheckDomain = () =>
  useDomains((domain: string) =>
    answer(client.POST('/v2/mailDomains/{domain}/check', { params: { path: { domain } } })),
  )

export const useRemoveDomain = () =>
  useDomains((domain: string) =>
    answer(client.DELETE('/v2/mailDomains/{domain}', { params: { path: { domain } } })),
  )

function useDomains<Result>(mutationFn: (domain: string) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction<Result, string>({
    mutationFn,
    // also what the page of the identity provider shows of them
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => ['mail-domains', 'sign-in-provider'].includes(String(queryKey[0])),
      }),
  })
}
