// When a success fee is due, and recording what became of it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../../components/format-context.ts'
import { lazily } from '../../../../components/lazily.tsx'
import type { Arrangement } from './arrangement-calls.ts'
import classes from './arrangements.module.css'
import type { Success } from './success-texts.ts'
import { arrangementTexts as texts } from './texts.ts'

const OutcomeDialog = lazily(() => import('./outcome-dialog.tsx'), 'OutcomeDialog')

/** When it is due. */
export function SuccessCondition({ success }: { success: Success }) {
  const format = useFormat()
  const { condition, latest } = success
  return (
    <p className={classes.quiet}>
      {[condition, ...(latest ? [texts.successUntil(format.date(latest))] : [])].join(' · ')}
    </p>
  )
}

/** Records what became of it, or corrects it. */
export function OutcomeButton({ fee }: { fee: Arrangement }) {
  const [isOpen, setOpen] = useState(false)
  const { success, title } = fee
  const isFirst = success?.outcomes.length === 0
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={isFirst ? texts.recordOutcomeOf(title) : texts.correctOutcomeOf(title)}
        onClick={() => setOpen(true)}
      >
        {isFirst ? texts.recordOutcome : texts.correctOutcome}
      </Button>
      {isOpen ? <OutcomeDialog fee={fee} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
