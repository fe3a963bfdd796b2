// Proposals of rates in the shapes of v2.
import Type from 'typebox'
import {
  decimalIn,
  idIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  createdExample,
  doneBy,
  namedProperties,
  namedReference,
  nullable,
  nullableObject,
  oneOf,
  textOf,
} from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { Answer } from '../../rates/answer-proposal.ts'
import type { ProposalDetails } from '../../rates/list-proposals.ts'
import { mostProposed, proposalMoves, type ProposalStatus, proposalStatuses } from '../../rates/proposal.ts'
import type { RateChange } from '../../rates/proposal-cost.ts'
import type { NewProposal } from '../../rates/propose-rates.ts'
import { rateIn, rateNames } from './rate-bodies.wire.ts'
import {
  longestReason,
  rateProperties,
  rateValuesExample,
  rateValuesToV2,
  writtenRate,
} from './rates.wire.ts'

const shown = {
  id: Type.Integer(),
  customer: Type.Object(namedReference),
  firm: Type.Object(namedReference),
  status: oneOf(proposalStatuses),
  rateCount: Type.Integer(),
  version: Type.Integer({ description: 'Counts its steps.' }),
  created: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }),
  modified: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }),
} as const

const proposalExample = {
  id: 4,
  customer: { id: 5, name: 'Harbour Foods' },
  firm: { id: 6, name: 'Ashfield Partners' },
  status: 'Proposed',
  rateCount: 1,
  version: 1,
  created: { dateUtc: '2026-03-02T09:00:00.000Z' },
  modified: { dateUtc: '2026-03-02T09:00:00.000Z' },
}

export const proposalSchema = Type.Object(shown, { title: 'RateProposal', examples: [proposalExample] })

const change = {
  percent: nullable<number>('number', { description: 'Of the current rate; null without one.' }),
  yearlyCost: nullable<number>('number', {
    description:
      'What it would cost a year more: `hours` times the difference to the current rate. For the organisation that pays; null without a current rate.',
  }),
} as const

const proposedRateSchema = Type.Object({
  number: Type.Integer({ description: 'Counts the rates of the proposal.' }),
  ...rateProperties,
  counterRate: nullable<number>('number', { description: 'What the organisation offers in its place.' }),
  currentRate: nullable<number>('number', {
    description: 'Agreed for the day before the first, or else what was billed on average.',
  }),
  currentFrom: nullable<'Agreed' | 'Billed'>('string', { enum: ['Agreed', 'Billed', null] }),
  hours: nullable<number>('number', {
    description:
      'Billed in the twelve months before the proposal for work that the rate would apply to. For the organisation that pays.',
  }),
  proposed: Type.Object(change),
  counter: nullableObject(change),
})

export const proposalDetailsSchema = Type.Object(
  {
    ...shown,
    rates: Type.Array(proposedRateSchema),
    steps: Type.Array(
      Type.Object({
        status: oneOf(proposalStatuses),
        note: nullable<string>('string'),
        made: Type.Object(auditedByUser),
      }),
      { description: 'The first one first.' },
    ),
    can: Type.Object(Object.fromEntries(proposalMoves.map((move) => [move, Type.Boolean()])), {
      description: 'What you may do with it now.',
    }),
  },
  {
    title: 'RateProposalDetails',
    examples: [
      {
        ...proposalExample,
        rates: [
          {
            number: 1,
            ...rateValuesExample,
            rate: 430,
            counterRate: null,
            currentRate: 412.5,
            currentFrom: 'Agreed',
            hours: 120,
            proposed: { percent: 4.24, yearlyCost: 2100 },
            counter: null,
          },
        ],
        steps: [{ status: 'Proposed', note: 'From 1 January', made: createdExample }],
        can: { approve: true, counter: true, decline: true, accept: false, withdraw: false },
      },
    ],
  },
)

const note = nullable<string>('string', { maxLength: longestReason })

export const newProposalSchema = Type.Object(
  {
    customer: Type.Object({ id: Type.Integer() }),
    rates: Type.Array(Type.Object(writtenRate, { additionalProperties: false }), {
      minItems: 1,
      maxItems: mostProposed,
    }),
    note,
  },
  { additionalProperties: false },
)

export const newProposalExample = {
  customer: { id: 5 },
  rates: [{ timekeeper: { number: '14' }, currency: 'NZD', rate: 430, from: '2027-01-01' }],
  note: 'With the next year of practice',
}

export const noteSchema = Type.Object({ note }, { additionalProperties: false })

export const counterSchema = Type.Object(
  {
    rates: Type.Array(Type.Object({ number: Type.Integer(), rate: Type.Number() }), {
      minItems: 1,
      maxItems: mostProposed,
    }),
    note,
  },
  { additionalProperties: false },
)

export const proposalColumns = [
  'id customerId customerName firmId firmName status rateCount version createdAt updatedAt',
].flatMap((names) => names.split(' '))

/** The properties that lists of proposals can be filtered and sorted by. */
export const listedProposalProperties: Properties = {
  Id: sorted('id'),
  ...namedProperties('Customer', 'customer'),
  ...namedProperties('Firm', 'firm'),
  Status: sorted('status'),
  RateCount: filtered('rateCount'),
  Version: sorted('version'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('updatedAt'),
}

const utcOf = (row: ListedRow, name: string) => ({ dateUtc: (row[name] as Date).toISOString() })

/** A proposal of a list. */
export const proposalToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  customer: { id: Number(row['customerId']), name: textOf(row, 'customerName') },
  firm: { id: Number(row['firmId']), name: textOf(row, 'firmName') },
  status: row['status'] as ProposalStatus,
  rateCount: Number(row['rateCount']),
  version: Number(row['version']),
  created: utcOf(row, 'createdAt'),
  modified: utcOf(row, 'updatedAt'),
})

const orNull = (decimal: string | null) => (decimal === null ? null : Number(decimal))

/** A proposal with everything about it. */
export function proposalDetailsToV2({ row, rates, isPayer, steps, can }: ProposalDetails) {
  const changeToV2 = ({ percent, yearlyCost }: RateChange) => ({
    percent: orNull(percent),
    yearlyCost: isPayer ? orNull(yearlyCost) : null,
  })
  return {
    ...proposalToV2(row),
    rates: rates.map(({ comparison, ...rate }) => ({
      number: rate.number,
      ...rateValuesToV2(rate),
      matter: rate.matterId === null ? null : { id: rate.matterId, name: rate.matterName ?? '' },
      rate: Number(rate.rate),
      counterRate: orNull(rate.counterRate),
      currentRate: orNull(comparison.currentRate),
      currentFrom: comparison.currentFrom,
      hours: isPayer ? Number(comparison.hours) : null,
      proposed: changeToV2(comparison.proposed),
      counter: comparison.counter && changeToV2(comparison.counter),
    })),
    steps: steps.map((step) => ({
      status: step.status,
      note: step.note,
      made: { dateUtc: step.at.toISOString(), ...doneBy(step.by) },
    })),
    can: Object.fromEntries(proposalMoves.map((move) => [move, can.includes(move)])),
  }
}

type Sent = ReturnType<typeof propertiesOf>

const noteIn = (sent: Sent) => textIn(sent, 'note', { longest: longestReason }) ?? null

function listIn(sent: Sent): readonly unknown[] {
  const { rates } = sent
  if (!Array.isArray(rates) || rates.length === 0 || rates.length > mostProposed) {
    throw badInput('rates', `must be a list of 1 to ${mostProposed} rates.`)
  }
  return rates
}

/** A new proposal in a body. */
export function newProposalFromV2(body: unknown): NewProposal {
  const sent = propertiesOf(body, ['customer', 'rates', 'note'])
  return {
    customerId: needed('customer', neverNull('customer', idIn(sent, 'customer'))),
    rates: listIn(sent).map((rate, index) =>
      inside(`rates[${index}]`, () => rateIn(propertiesOf(rate, rateNames))),
    ),
    note: noteIn(sent),
  }
}

/** The note in a body that may be absent. */
export const noteFromV2 = (body: unknown): string | null => noteIn(propertiesOf(body ?? {}, ['note']))

/** A counter in a body. */
export function counterFromV2(body: unknown): Pick<Answer, 'note' | 'rates'> {
  const sent = propertiesOf(body, ['rates', 'note'])
  const rates = listIn(sent).map((rate, index) =>
    inside(`rates[${index}]`, () => {
      const own = propertiesOf(rate, ['number', 'rate'])
      const { number } = own
      if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
        throw badInput('number', 'must be the number of a rate of the proposal.')
      }
      return { number, rate: needed('rate', neverNull('rate', decimalIn(own, 'rate'))) }
    }),
  )
  return { rates, note: noteIn(sent) }
}
