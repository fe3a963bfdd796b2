// Shown while something is on its way. It stays invisible for a moment, so that quick answers do not flash.
import { Loader } from '@mantine/core'
import classes from './waiting.module.css'

export function Waiting({ label = 'Loading…' }: { label?: string }) {
  return (
    <output className={classes.waiting}>
      <Loader size="sm" aria-hidden="true" />
      <span>{label}</span>
    </output>
  )
}
