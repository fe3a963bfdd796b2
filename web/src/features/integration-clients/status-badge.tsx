// Whether a client is enabled: a word, with a symbol for each state, so that colour is not needed.
import type { IntegrationClient } from './integration-clients.ts'
import classes from './status-badge.module.css'

export function StatusBadge({ status }: { status: IntegrationClient['status'] }) {
  return (
    <span className={classes.sign} data-status={status}>
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {status === 'Active' ? <path d="M3.5 8.5l3 3 6-7" /> : <path d="M4 4l8 8M12 4l-8 8" />}
      </svg>
      {status}
    </span>
  )
}
