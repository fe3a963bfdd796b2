// What a success fee is, when it is due, and what became of it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../../components/format-context.ts'
import { lazily } from '../../../../components/lazily.tsx'
import type { Format } from '../../../../lib/format.ts'
import type { Arrangement } from './arrangement-calls.ts'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

const OutcomeDialog = lazily(() => import('./outcome-dialog.tsx'), 'OutcomeDialog')

type Success = NonNullable<Arrangement['success']>
type Terms = Pick<Success, 'percent' | 'minimum' | 'maximum'> & { readonly amount: number }

/** `12.5 % of the result, at least £1,000.00`. */
export function successText(format: Format, currency: string, terms: Terms): string {
  const { percent, minimum, maximum, amount } = terms
  if (typeof percent !== 'number') return format.money(amount, currency)
  return [
    texts.share(format.number(percent)),
    ...(typeof minimum === 'number' ? [texts.atLeast(format.money(minimum, currency))] : []),
    ...(typeof maximum === 'number' ? [texts.atMost(format.money(maximum, currency))] : []),
  ].join(', ')
}

type Outcome = Pick<Success['outcomes'][number], 'state' | 'date' | 'due'>

/** `Succeeded on 2 March 2026, £5,000.00 due`. */
export function outcomeText(format: Format, currency: string, { state, date, due }: Outcome): string {
  const shown = texts.states[state]
  if (!date) return shown
  return typeof due === 'number'
    ? texts.stateWith(shown, format.date(date), format.money(due, currency))
    : texts.stateOn(shown, format.date(date))
}

/** What it comes to, as facts with their labels. */
export function successFacts(
  format: Format,
  { currency, amount, success, billed, committed, over }: Arrangement,
): readonly (readonly [string, string])[] {
  if (!success || typeof amount !== 'number') return []
  const { contingent, state, outcomes } = success
  const show = (value: number) => format.money(value, currency)
  const [latest] = outcomes
  return [
    [texts.agreed, successText(format, currency, { ...success, amount })],
    [texts.outcome, latest ? outcomeText(format, currency, latest) : texts.states[state]],
    ...(state === 'Open'
      ? [[texts.contingent, typeof contingent === 'number' ? show(contingent) : texts.notKnown] as const]
      : []),
    ...(billed === 0 ? [] : [[texts.billed, show(billed)] as const]),
    ...(over > 0 ? [[texts.over, show(over)] as const] : []),
    ...(state === 'Succeeded' ? [[texts.committed, show(committed)] as const] : []),
  ]
}

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
