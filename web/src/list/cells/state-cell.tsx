// A state as word, sign and tint: never by colour alone.
import type { ReactNode } from 'react'
import classes from './state-cell.module.css'

export type Tint = 'draft' | 'talking' | 'waiting' | 'signing' | 'good' | 'late'

const signs: Readonly<Record<Tint, string>> = {
  draft: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11',
  talking: 'M2.5 3.5h11v7h-6l-3 3v-3h-2z',
  waiting: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5v3.5l2 1.5',
  signing: 'M3 13l1-3.5L10.5 3L13 5.5L6.5 12z',
  good: 'M3 8.5l3.5 3.5L13 4.5',
  late: 'M8 2.5L14.5 13.5H1.5zM8 6.5v3.5M8 11.7v.3',
}

export function StateCell({ tint, children }: { tint: Tint; children: ReactNode }) {
  return (
    <span className={classes.state} data-tint={tint}>
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={signs[tint]} />
      </svg>
      <span>{children}</span>
    </span>
  )
}
