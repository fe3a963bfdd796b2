// The logo: a double-struck C on ink, and the name.
import classes from './wordmark.module.css'

/** Reads as "Chancery" to a screen reader. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="6" />
        <path d="M23.2 11.2a9 9 0 1 0 0 9.6M13.4 7.6v16.8" />
      </svg>
      Chancery
    </span>
  )
}
