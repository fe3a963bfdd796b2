// Sends the integration's query to the server and continues with the stored request, or shows why it was rejected.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { answer, client } from '../../lib/client.ts'
import { redirectBrowser } from './redirect-to.ts'

/**
 * A rejected request stays on this page: redirecting a browser to an address that was not verified would help phishing.
 */
export function StartRequest({ query }: { query: string }) {
  // A query rather than a mutation: sent once for one text, however often the page renders.
  const start = useQuery({
    queryKey: ['authorization-requests', 'start', query],
    queryFn: () => answer(client.POST('/oauth/authorization-requests', { body: { query } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  useEffect(() => {
    if (start.data === undefined) return
    if ('redirectTo' in start.data) redirectBrowser(start.data.redirectTo)
    else window.location.replace(`#/authorize?request=${start.data.id}`)
  }, [start.data])

  if (!start.isError) return <Loading label="Checking the request…" />
  return (
    <Page title="This request cannot be accepted">
      <Panel>
        <ErrorAlert error={start.error} title="The application sent an incorrect request" />
        <p>
          You have not been signed in to the application, and nothing was shared with it. Go back to it and
          try again. If this page appears again, show the message above to the people who run the application.
        </p>
      </Panel>
    </Page>
  )
}
