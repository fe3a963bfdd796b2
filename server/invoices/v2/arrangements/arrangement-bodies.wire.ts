// The bodies of v2 that agree and change fee arrangements.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import {
  choiceIn,
  dayIn,
  decimalIn,
  idIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { nullable, oneOf } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { arrangementKinds } from '../../arrangements/arrangement.ts'
import {
  longestNumber,
  longestReason,
  longestTitle,
  mostParts,
  type NewTerms,
} from '../../arrangements/check-terms.ts'
import type { NewArrangement } from '../../arrangements/set-arrangement.ts'
import { described, partSchema } from './arrangements.wire.ts'
import { day, successFrom, successTermsSchema } from './success.wire.ts'
import { tiersFrom, tiersSchema } from './tiers.wire.ts'

const newPart = Type.Object({
  ...partSchema,
})

/** What an arrangement is agreed by. */
const termsProperties = {
  title: Type.String({ minLength: 1, maxLength: longestTitle, description: described.title }),
  parts: Type.Optional(Type.Array(newPart, { maxItems: mostParts })),
  tiers: Type.Optional(tiersSchema),
  success: successTermsSchema,
  billedAs: nullable<string>('string', { maxLength: longestNumber, description: described.billedAs }),
  from: day(described.from),
  to: day(described.to),
} as const

const reasonSchema = nullable<string>('string', { maxLength: longestReason })

/** The body that agrees an arrangement. */
export const newArrangementBody = (example: object) =>
  jsonBody(
    Type.Object({
      firm: Type.Object({ id: Type.Integer() }),
      kind: Type.Optional(oneOf(arrangementKinds)),
      currency: Type.Optional(Type.String({ description: 'Default: that of the organisation.' })),
      amount: Type.Optional(
        Type.Number({
          description:
            'Without tax. May be left out with parts, which it is the sum of; with tiers or a percentage it is.',
        }),
      ),
      ...termsProperties,
      reason: reasonSchema,
    }),
    example,
  )

/** The body that changes one. */
export const changedArrangementBody = (example: object) =>
  jsonBody(
    Type.Object({
      amount: nullable<number>('number', { description: 'Null takes it away.' }),
      ...termsProperties,
      title: Type.Optional(termsProperties.title),
      reason: reasonSchema,
    }),
    example,
  )

const termsNames = ['title', 'amount', 'parts', 'tiers', 'success', 'billedAs', 'from', 'to'] as const
type Properties = Readonly<Record<string, unknown>>

function termsFrom(properties: Properties): NewTerms {
  const { parts = [], tiers } = properties
  if (!Array.isArray(parts)) throw badInput('parts', 'must be a list of parts of the fee.')
  if (parts.length > mostParts) throw badInput('parts', `can be ${mostParts} at most.`)
  return {
    title: needed('title', neverNull('title', textIn(properties, 'title', { longest: longestTitle }))),
    amount: neverNull('amount', decimalIn(properties, 'amount')),
    parts: parts.map((each: unknown, index) => inside(`parts[${index}]`, () => partFrom(each))),
    tiers: tiersFrom(tiers),
    success: successFrom(properties['success']),
    billedAs: textIn(properties, 'billedAs', { longest: longestNumber }) ?? null,
    from: dayIn(properties, 'from') ?? null,
    to: dayIn(properties, 'to') ?? null,
  }
}

function partFrom(body: unknown) {
  const properties = propertiesOf(body, ['name', 'phase', 'amount', 'due'])
  return {
    name: textIn(properties, 'name', { longest: longestTitle }) ?? null,
    phase: textIn(properties, 'phase')?.toUpperCase() ?? null,
    amount: needed('amount', neverNull('amount', decimalIn(properties, 'amount'))),
    dueOn: dayIn(properties, 'due') ?? null,
  }
}

const reasonIn = (properties: Properties) => textIn(properties, 'reason', { longest: longestReason }) ?? null

/** An arrangement that a body agrees. */
export function newArrangementFromV2(body: unknown): NewArrangement {
  const properties = propertiesOf(body, ['firm', 'kind', 'currency', 'reason', ...termsNames])
  return {
    firmId: needed('firm', neverNull('firm', idIn(properties, 'firm'))),
    kind: choiceIn(properties, 'kind', arrangementKinds) ?? 'Fixed',
    currency: textIn(properties, 'currency')?.toUpperCase(),
    terms: termsFrom(properties),
    reason: reasonIn(properties),
  }
}

/** What a body makes of an arrangement; an amount of null takes it away. */
export function changedArrangementFromV2(body: unknown) {
  const properties = propertiesOf(body, ['reason', ...termsNames])
  const isTakenAway = properties['amount'] === null
  return { terms: isTakenAway ? null : termsFrom(properties), reason: reasonIn(properties) }
}
