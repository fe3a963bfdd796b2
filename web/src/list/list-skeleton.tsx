// The outline of a list while it loads, as tall as the list will be.
import { useWorkWhileShown } from '../components/use-work-while-shown.ts'
import classes from './list-skeleton.module.css'
import { texts } from './texts.ts'

const LINES = Array.from({ length: 14 }, (_, line) => line)

export function ListSkeleton() {
  useWorkWhileShown()
  return (
    <output className={classes.list}>
      <span className={classes.words}>{texts.loading}</span>
      {LINES.map((line) => (
        <span key={line} className={classes.line} aria-hidden="true">
          <span />
          <span />
          <span />
        </span>
      ))}
    </output>
  )
}
