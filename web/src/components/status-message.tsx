// The result of an action, announced when it appears; takes no space while empty.
import type { ReactNode } from 'react'
import classes from './status-message.module.css'

/** Keep it on the page while it is empty: screen readers announce changes of elements they already know. */
export function StatusMessage({ children }: { children: ReactNode }) {
  return <output className={classes.outcome}>{children}</output>
}
