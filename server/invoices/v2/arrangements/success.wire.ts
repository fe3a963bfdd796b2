// Success fees in the shapes of v2: when one is due, and what became of it.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import {
  choiceIn,
  dayIn,
  decimalIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { auditedByUser, doneBy, nullable, nullableObject, oneOf } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { longestReason } from '../../arrangements/check-terms.ts'
import type { NewOutcome } from '../../arrangements/set-outcome.ts'
import { type Outcome, stateOf, successStates, type SuccessTerms } from '../../arrangements/success.ts'

/** A property that is a day, `2026-05-06`, or null. */
export const day = (description: string) => nullable<string>('string', { format: 'date', description })
const amount = (description: string) => nullable<number>('number', { description })

const termsProperties = {
  condition: Type.String({ maxLength: longestReason, description: 'When it is due. The firm reads it.' }),
  percent: amount('Of the result, with at most 4 decimal places; null where the amount is agreed.'),
  minimum: amount('What a fee in percent is at least, where its success comes.'),
  maximum: amount('What it is at most.'),
  latest: day('The last day on which the success can come.'),
} as const

export const successTermsSchema = nullableObject(termsProperties, {
  description: 'When a success fee is due; null for other kinds.',
})

const result = amount('What a fee in percent is of; null for others.')
const date = day('The day of the success, or on which it was missed; null while it is open.')
const state = oneOf(successStates)

export const successSchema = nullableObject(
  {
    ...termsProperties,
    contingent: amount(
      'What may still become due: it is neither committed nor accrued. Null where a fee in percent has no maximum.',
    ),
    state,
    outcomes: Type.Array(
      Type.Object({
        version: Type.Integer(),
        state,
        date,
        result,
        due: amount('What it comes to; null unless it succeeded.'),
        reason: nullable<string>('string', { description: 'Null for law firms.' }),
        set: Type.Object(auditedByUser),
      }),
      { description: 'What was recorded, the latest first; empty while nothing was.' },
    ),
  },
  { description: 'Of a success fee; null for other kinds.' },
)

/** When a success fee is due, from a body; null where it has none. */
export function successFrom(given: unknown): SuccessTerms | null {
  if (given === undefined || given === null) return null
  if (typeof given !== 'object') throw badInput('success', 'must be an object with a condition.')
  return inside('success', () => {
    const sent = propertiesOf(given, ['condition', 'percent', 'minimum', 'maximum', 'latest'])
    const condition = textIn(sent, 'condition', { longest: longestReason })
    return {
      condition: needed('condition', neverNull('condition', condition)),
      percent: decimalIn(sent, 'percent') ?? null,
      minimum: decimalIn(sent, 'minimum') ?? null,
      maximum: decimalIn(sent, 'maximum') ?? null,
      latestOn: dayIn(sent, 'latest') ?? null,
    }
  })
}

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))

/** When a success fee is due, as v2 shows it. */
export const successTermsToV2 = ({ condition, percent, minimum, maximum, latestOn }: SuccessTerms) => ({
  condition,
  percent: numberOf(percent),
  minimum: numberOf(minimum),
  maximum: numberOf(maximum),
  latest: latestOn,
})

/** What became of it; law firms see neither the reasons of the organisation nor its people. */
export const outcomesToV2 = (outcomes: readonly Outcome[], isOwn: boolean) => ({
  state: stateOf(outcomes),
  outcomes: outcomes.map((each) => ({
    version: each.version,
    state: each.state,
    date: each.happenedOn,
    result: numberOf(each.result),
    due: numberOf(each.fee),
    reason: isOwn ? each.reason : null,
    set: { dateUtc: each.at.toISOString(), ...doneBy(isOwn ? each.by : undefined) },
  })),
})

export const outcomeBody = jsonBody(
  Type.Object({
    state: oneOf(successStates, { description: 'Open takes back what was recorded by mistake.' }),
    date: Type.Optional(day('Default: today. Absent for Open.')),
    result: Type.Optional(result),
    reason: Type.String({
      maxLength: longestReason,
      description: 'How it is known, or why what was recorded is corrected.',
    }),
  }),
  { state: 'Succeeded', date: '2026-02-27', reason: 'Judgment of 27 February, not appealed' },
)

/** An outcome in a body. */
export function outcomeFromV2(body: unknown): NewOutcome {
  const sent = propertiesOf(body, ['state', 'date', 'result', 'reason'])
  const reason = needed('reason', neverNull('reason', textIn(sent, 'reason', { longest: longestReason })))
  if (reason.trim() === '') throw badInput('reason', `must be a text of 1 to ${longestReason} characters.`)
  return {
    state: needed('state', choiceIn(sent, 'state', successStates) ?? undefined),
    happenedOn: dayIn(sent, 'date') ?? null,
    result: decimalIn(sent, 'result') ?? null,
    reason: reason.trim(),
  }
}
