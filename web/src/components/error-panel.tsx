// In place of something that could not be loaded: what to do, and a button that tries again. Where the permission is
// missing, trying again does not help: it says which one, and who grants it.
import { Button } from '@mantine/core'
import { Refusal } from '../lib/refusal.ts'
import { ErrorAlert } from './error-alert.tsx'
import { Notice } from './notice.tsx'

/** For a query: `<ErrorPanel error={query.error} retry={query.refetch} />`. Keep what was there before beside it. */
export function ErrorPanel(props: { error: unknown; title?: string; retry?: () => unknown }) {
  const { error, title = 'This could not be loaded', retry } = props
  if (error instanceof Refusal && error.status === 403)
    return (
      <Notice kind="caution" title="You do not have access to this">
        <p>{error.message}</p>
      </Notice>
    )
  return (
    <ErrorAlert error={error} title={title}>
      {retry === undefined ? null : (
        <p>
          <Button variant="default" size="xs" onClick={() => void retry()}>
            Try again
          </Button>
        </p>
      )}
    </ErrorAlert>
  )
}
