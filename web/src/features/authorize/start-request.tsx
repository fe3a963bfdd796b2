// Hands the integration's query to the server and goes on to the request it keeps, or shows why it is refused.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { RefusalAlert } from '../../components/refusal-alert.tsx'
import { Waiting } from '../../components/waiting.tsx'
import { answer, client } from '../../lib/client.ts'
import { leaveTo } from './leave-to.ts'

/** A refusal stays on this page: sending a browser on to an address that was not verified would help phishing. */
export function StartRequest({ query }: { query: string }) {
  // A query rather than a mutation: asked once for one text, however often the page renders.
  const start = useQuery({
    queryKey: ['authorization-requests', 'start', query],
    queryFn: () => answer(client.POST('/oauth/authorization-requests', { body: { query } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  useEffect(() => {
    if (start.data === undefined) return
    if ('redirectTo' in start.data) leaveTo(start.data.redirectTo)
    else window.location.replace(`#/authorize?request=${start.data.id}`)
  }, [start.data])

  if (!start.isError) return <Waiting label="Checking the request…" />
  return (
    <Page title="This request cannot be accepted">
      <Panel>
        <RefusalAlert error={start.error} title="The application sent an incorrect request" />
        <p>
          You have not been signed in to the application, and nothing was shared with it. Go back to it and
          try again. If this page appears again, show the message above to the people who run the application.
        </p>
      </Panel>
    </Page>
  )
}
