// What came of an action, read out when it appears and taking no room while there is nothing to say.
import type { ReactNode } from 'react'
import classes from './outcome.module.css'

/** Keep it on the page while it is empty: screen readers announce changes of what they already know. */
export function Outcome({ children }: { children: ReactNode }) {
  return <output className={classes.outcome}>{children}</output>
}
