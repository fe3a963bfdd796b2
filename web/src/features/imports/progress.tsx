// How far the background has come.
import classes from './imports.module.css'

export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <div className={classes.progress}>
      <progress value={done} max={total} aria-label={label} />
      <span>{label}</span>
    </div>
  )
}
