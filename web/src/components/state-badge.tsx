// A state: word, icon and tint, so that none of them has to say it alone.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconHourglass,
  IconMessages,
  IconSignature,
} from '@tabler/icons-react'
import type { State, Tone } from '../lib/states.ts'
import classes from './state-badge.module.css'

const icons: Readonly<Record<Tone, typeof IconCircleCheck>> = {
  draft: IconCircleDashed,
  talking: IconMessages,
  waiting: IconHourglass,
  signing: IconSignature,
  good: IconCircleCheck,
  wrong: IconAlertTriangle,
}

/** States are in lib/states.ts. Nothing is shown for a thing without one. `icon` takes the place of the tone's. */
export function StateBadge({ state, icon }: { state: State | undefined; icon?: typeof IconCircleCheck }) {
  if (state === undefined) return null
  const Icon = icon ?? icons[state.tone]
  return (
    <span className={classes.badge} data-tone={state.tone}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      <span className={classes.word}>{state.label}</span>
    </span>
  )
}
