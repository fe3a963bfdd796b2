// What a reading service answers, checked before anybody sees it: only facts whose words stand in the document count.
import { isCurrency } from '../../../platform/currencies.ts'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import Value from 'typebox/value'
import { bareObject } from '../../../platform/bare-object.ts'
import { readLocalTime } from '../../../platform/time/local-time.ts'
import type { FactKind, FactValue } from '../reading/fact.ts'
import type { Duration } from '../reading/durations.ts'

const mostFacts = 200

/** A fact with the words that say it, which stand in the paragraph. */
export interface AnsweredFact {
  readonly value: FactValue
  /** Never certain: nobody has measured the service. */
  readonly certainty: 'likely' | 'possible'
  readonly paragraph: number
  readonly words: string
}

export interface AnsweredFacts {
  readonly facts: readonly AnsweredFact[]
  /** How many facts named words that do not stand where they should. */
  readonly leftOut: number
}

const name = Type.String({ minLength: 1, maxLength: 300 })
const optionalName = Type.Optional(Type.Union([name, Type.Null()]))
const date = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })
const amount = Type.Number({ minimum: 0, maximum: 1e13 })
const currency = Type.String({ pattern: '^[A-Z]{3}$' })
const duration = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: 999 }),
  unit: Type.Enum(['Days', 'Weeks', 'Months', 'Years']),
})

interface Answered {
  readonly schema: TSchema
  /** The fact that was said; undefined if it is not of the schema. */
  readonly valueOf: (said: unknown) => FactValue | undefined
}

function fact<Properties extends TProperties>(
  properties: Properties,
  valueOf: (said: Static<TObject<Properties>>) => FactValue,
): Answered {
  const schema = Type.Object(properties)
  return { schema, valueOf: (said) => (Value.Check(schema, said) ? valueOf(said) : undefined) }
}

const lengthOf = (said: Static<typeof duration>): Duration => ({
  amount: said.amount,
  unit: said.unit.toLowerCase() as Duration['unit'],
})

const kinds = bareObject<Answered>({
  DocumentName: fact({ name }, (said) => ({ kind: 'documentName', name: said.name })),
  Party: fact({ name, called: optionalName }, (said) => ({
    kind: 'party',
    name: said.name,
    called: said.called ?? null,
  })),
  AgreementDate: fact({ date }, (said) => ({ kind: 'agreementDate', date: said.date })),
  EffectiveDate: fact({ date }, (said) => ({ kind: 'effectiveDate', date: said.date })),
  ExpiryDate: fact({ date }, (said) => ({ kind: 'expiryDate', date: said.date, reckoned: false })),
  Term: fact({ duration: Type.Union([duration, Type.Null()]) }, (said) => ({
    kind: 'term',
    duration: said.duration && lengthOf(said.duration),
  })),
  Renewal: fact({ duration, automatic: Type.Boolean() }, (said) => ({
    kind: 'renewal',
    duration: lengthOf(said.duration),
    automatic: said.automatic,
  })),
  NoticePeriod: fact({ duration }, (said) => ({ kind: 'noticePeriod', duration: lengthOf(said.duration) })),
  GoverningLaw: fact({ name }, (said) => ({ kind: 'governingLaw', place: said.name })),
  Value: fact({ amount, currency }, (said) => ({
    kind: 'value',
    amount: said.amount.toFixed(2),
    currency: said.currency,
  })),
  LiabilityCap: fact(
    {
      amount: Type.Optional(Type.Union([amount, Type.Null()])),
      currency: Type.Optional(Type.Union([currency, Type.Null()])),
    },
    (said) => ({
      kind: 'liabilityCap',
      amount: said.amount?.toFixed(2) ?? null,
      currency: said.currency ?? null,
    }),
  ),
  PaymentTerms: fact({ duration }, (said) => ({ kind: 'paymentTerms', duration: lengthOf(said.duration) })),
  Obligation: fact(
    {
      name,
      date: Type.Optional(Type.Union([date, Type.Null()])),
      duration: Type.Optional(Type.Union([duration, Type.Null()])),
      days: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 366 }), Type.Null()])),
    },
    (said) => ({
      kind: 'obligation',
      name: said.name,
      date: said.date ?? null,
      duration: said.duration ? lengthOf(said.duration) : null,
      days: said.days ?? null,
    }),
  ),
  Signatory: fact({ name, called: optionalName }, (said) => ({
    kind: 'signatory',
    name: said.name,
    title: said.called ?? null,
  })),
} satisfies Record<Capitalize<FactKind>, Answered>)

const baseSchema = Type.Object({
  kind: Type.String(),
  certainty: Type.Optional(Type.Enum(['Certain', 'Likely', 'Possible'])),
  paragraph: Type.Integer({ minimum: 0 }),
  words: Type.String({ minLength: 1, maxLength: 2_000 }),
})
const answerSchema = Type.Object({ facts: Type.Array(Type.Unknown(), { maxItems: mostFacts }) })

/** The facts of an answer, or why it cannot be used. Facts whose words are not in their paragraph are left out. */
export function readAnswer(
  answer: unknown,
  paragraphs: readonly { readonly text: string }[],
): AnsweredFacts | string {
  if (!Value.Check(answerSchema, answer)) return faultOf(answerSchema, answer, 'its answer')
  const facts: AnsweredFact[] = []
  for (const [index, said] of answer.facts.entries()) {
    const read = readFact(said, `facts.${index}`)
    if (typeof read === 'string') return read
    facts.push(read)
  }
  const found = facts.filter(({ paragraph, words }) => paragraphs[paragraph]?.text.includes(words))
  return { facts: found, leftOut: facts.length - found.length }
}

function readFact(said: unknown, path: string): AnsweredFact | string {
  if (!Value.Check(baseSchema, said)) return faultOf(baseSchema, said, path)
  const known = kinds[said.kind]
  if (!known) return `${path}.kind is none that is known`
  const value = known.valueOf(said)
  if (!value) return faultOf(known.schema, said, path)
  if ('date' in value && value.date !== null && readLocalTime(value.date) === undefined)
    return `${path}.date is not a day`
  if (value.kind === 'obligation' && !hasDay(value))
    return `${path} must have a date, or a duration of months or years and days`
  if ('currency' in value && value.currency !== null && !isCurrency(value.currency))
    return `${path}.currency is not a currency`
  return {
    value,
    certainty: said.certainty === 'Possible' ? 'possible' : 'likely',
    paragraph: said.paragraph,
    words: said.words,
  }
}

const hasDay = ({ date: day, duration: every, days }: Extract<FactValue, { readonly kind: 'obligation' }>) =>
  day !== null || (days !== null && (every?.unit === 'months' || every?.unit === 'years'))

function faultOf(schema: TSchema, value: unknown, path: string): string {
  const [first] = Value.Errors(schema, value)
  const place = first === undefined ? '' : first.instancePath.replaceAll('/', '.')
  return `${path}${place} ${first?.message ?? 'is not as it should be'}`
}
