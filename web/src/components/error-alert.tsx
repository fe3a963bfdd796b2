// An error for the user: the server's message, the fields it concerns, when to try again, and, where they cannot put it
// right themselves, the reference for support.
import type { ReactNode } from 'react'
import { otherErrors, Refusal } from '../lib/refusal.ts'
import { retryAfterMessage } from '../lib/durations.ts'
import { Notice } from './notice.tsx'
import classes from './error-alert.module.css'

// wrong input or password, a conflict with somebody else's change, too many attempts: support is not needed for these
const putRightByUser = new Set([400, 401, 409, 412, 422, 429])

/** `shownFields` are the fields whose messages the form shows itself; messages about others are listed here. */
export function ErrorAlert(props: {
  error: unknown
  title?: string
  shownFields?: readonly string[]
  children?: ReactNode
}) {
  const { error, title = 'That did not work', shownFields = [], children } = props
  if (error === null || error === undefined) return null
  const refusal = error instanceof Refusal ? error : undefined
  const others = otherErrors(error, shownFields)
  return (
    <Notice kind="problem" title={title}>
      <p>{refusal?.message ?? 'Something went wrong in this page. Reload it.'}</p>
      {others.length > 0 && (
        <ul>
          {others.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <RetryAfter header={refusal?.retryAfter} />
      {children}
      {refusal?.operationId === undefined || putRightByUser.has(refusal.status) ? null : (
        <p className={classes.reference}>
          Reference for support: <code>{refusal.operationId}</code>
        </p>
      )}
    </Notice>
  )
}

function RetryAfter({ header }: { header: string | undefined }) {
  const words = retryAfterMessage(header)
  return words === undefined ? null : <p>{words}</p>
}
