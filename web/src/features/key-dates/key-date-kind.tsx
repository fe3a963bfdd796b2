// The kind of a key date as sign and word.
import { kindNamed } from './key-date-kinds.ts'
import classes from './key-dates.module.css'

export function KeyDateKind({ category }: { category: string | undefined }) {
  const { Icon, label } = kindNamed(category)
  return (
    <span className={classes.kind}>
      <Icon size={15} stroke={1.6} aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}
