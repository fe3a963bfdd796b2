// The currency of amounts that name none: that of the organisation.
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../features/session/session.ts'
import { answer, client } from '../lib/client.ts'

/** Three letters, such as `NZD`; undefined until it is known. */
export function useCurrency(): string | undefined {
  const { user } = useSignedIn()
  const organizationId = user.organisationId
  const organisation = useQuery({
    queryKey: ['organizations', organizationId],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/organizations/{organizationId}', { params: { path: { organizationId } }, signal }),
      ),
    staleTime: 3_600_000,
  })
  return organisation.data?.currency
}
