// A success fee in words: what is agreed, and what became of it.
import type { Format } from '../../../../lib/format.ts'
import type { Arrangement } from './arrangement-calls.ts'
import { arrangementTexts as texts } from './texts.ts'

export type Success = NonNullable<Arrangement['success']>
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
