// In place of something that could not be loaded: what to do, and a button that tries again.
import { Button } from '@mantine/core'
import { ErrorAlert } from './error-alert.tsx'

/** For a query: `<ErrorPanel error={query.error} retry={query.refetch} />`. Keep what was there before beside it. */
export function ErrorPanel(props: { error: unknown; title?: string; retry?: () => unknown }) {
  const { error, title = 'This could not be loaded', retry } = props
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
