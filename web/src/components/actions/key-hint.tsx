// A key next to what it does, and sentences about keys. Neither is shown where there is only a touch screen.
import type { ReactNode } from 'react'
import classes from './key-hint.module.css'
import { isMac, keyLabel } from './keys.ts'

/** Said by the help, not with each button: screen readers skip it. */
export function KeyHint({ of }: { of: string }) {
  return (
    <kbd className={classes.key} aria-hidden="true">
      {keyLabel(of, isMac())}
    </kbd>
  )
}

/** A sentence about keys, such as "Enter saves". */
export function KeyboardHint({ children }: { children: ReactNode }) {
  return <span className={classes.hint}>{children}</span>
}
