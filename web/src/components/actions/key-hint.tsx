// A key beside what it does.
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
