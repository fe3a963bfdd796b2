// The outline of a page while it is loading: invisible for the first 200 ms, so that quick answers do not flash.
import classes from './page-skeleton.module.css'
import { useWorkWhileShown } from './use-work-while-shown.ts'

/** `lines` is about how much the page will have. */
export function PageSkeleton({ lines = 6 }: { lines?: number }) {
  useWorkWhileShown()
  return (
    <output className={classes.page}>
      <span className={classes.words}>Loading…</span>
      <span className={classes.title} />
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classes.line} />
      ))}
    </output>
  )
}
