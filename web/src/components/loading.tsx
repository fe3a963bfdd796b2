// Shown while something is loading. Invisible at first, so that quick answers do not flash.
import { Loader } from '@mantine/core'
import classes from './loading.module.css'

export function Loading({ label = 'Loading…' }: { label?: string }) {
  return (
    <output className={classes.waiting}>
      <Loader size="sm" aria-hidden="true" />
      <span>{label}</span>
    </output>
  )
}
