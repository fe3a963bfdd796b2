// A refusal in words: what the server said, about which fields, when to try again, and the reference for support.
import type { ReactNode } from 'react'
import { errorsBeside, Refusal } from '../lib/refusal.ts'
import { retryAfterInWords } from '../lib/waiting-time.ts'
import { Notice } from './notice.tsx'
import classes from './refusal-alert.module.css'

/** `shownFields` are the fields whose messages the form shows itself; messages about others are listed here. */
export function RefusalAlert(props: {
  error: unknown
  title?: string
  shownFields?: readonly string[]
  children?: ReactNode
}) {
  const { error, title = 'That did not work', shownFields = [], children } = props
  if (error === null || error === undefined) return null
  const refusal = error instanceof Refusal ? error : undefined
  const others = errorsBeside(error, shownFields)
  return (
    <Notice kind="problem" title={title}>
      <p>{refusal?.message ?? 'Something went wrong in this page. Load it again.'}</p>
      {others.length > 0 && (
        <ul>
          {others.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <RetryAfter header={refusal?.retryAfter} />
      {children}
      {refusal?.operationId === undefined ? null : (
        <p className={classes.reference}>
          Reference for support: <code>{refusal.operationId}</code>
        </p>
      )}
    </Notice>
  )
}

function RetryAfter({ header }: { header: string | undefined }) {
  const words = retryAfterInWords(header)
  return words === undefined ? null : <p>{words}</p>
}
