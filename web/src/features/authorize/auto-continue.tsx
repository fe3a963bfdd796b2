// Consent was given before, to the integration as it is: the answer is sent automatically.
import { useEffect, useRef } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { Page } from '../../components/page.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import type { AuthorizationRequest } from '../../lib/api.ts'
import { useDecision } from './authorization-request.ts'

export function AutoContinue({ request }: { request: AuthorizationRequest }) {
  const { mutate, error, isPending } = useDecision(request.id, { asked: false })
  const asked = useRef(false)

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate('allow')
  }, [mutate])

  if (error === null) return <Loading label={`Taking you back to ${request.redirectHost}…`} />
  return (
    <Page title={`You could not be taken back to ${request.client.name}`}>
      <ErrorAlert error={error} />
      <ActionButton busy={isPending} onClick={() => mutate('allow')}>
        Try again
      </ActionButton>
    </Page>
  )
}
