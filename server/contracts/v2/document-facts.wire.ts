// What the document of a contract says, as v2 shows it.
import Type, { type Static } from 'typebox'
import { capitalised } from '../../platform/capitalised.ts'
import { nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import type { DocumentFacts, Proposal } from '../document-facts/proposals.ts'

const kinds = [
  'DocumentName',
  'Party',
  'AgreementDate',
  'EffectiveDate',
  'ExpiryDate',
  'Term',
  'Renewal',
  'NoticePeriod',
  'GoverningLaw',
  'Value',
  'LiabilityCap',
  'PaymentTerms',
  'Obligation',
  'Signatory',
] as const
const places = [
  'OtherParty',
  'EffectiveDate',
  'Expiry',
  'NoticePeriod',
  'Value',
  'RenewalDecision',
  'Obligation',
] as const
/** Where a fact is recorded. */
export const placeSchema = oneOf(places, { description: 'Where it is recorded.' })

/** Where something stands in the text of a document. */
export const passageSchema = Type.Object({
  text: Type.String(),
  mark: Type.Object(
    { start: Type.Integer(), end: Type.Integer() },
    { description: 'Which part of it says so.' },
  ),
  page: nullable<number>('integer'),
  paragraph: Type.Integer({ description: 'In the text of the version, from 0.' }),
  find: Type.String({ description: 'Words of it as the document has them.' }),
})

const factSchema = Type.Object({
  id: Type.String({ description: 'The same as long as the version is the same.' }),
  kind: oneOf(kinds, { description: 'What it says.' }),
  name: nullable<string>('string', {
    description: 'Of a document, party or signatory; the place of a law; what is to be done.',
  }),
  called: nullable<string>('string', {
    description: 'What the document calls the party; what a signatory signs as.',
  }),
  date: nullable<string>('string', { format: 'date' }),
  reckoned: Type.Boolean({ description: 'Whether the day follows from a length of time.' }),
  duration: nullableObject({
    amount: Type.Integer(),
    unit: oneOf(['Days', 'Weeks', 'Months', 'Years'] as const, { description: 'Of the amount.' }),
  }),
  days: nullable<number>('integer', {
    description: 'Of an obligation that recurs: days after the end of each `duration` of the calendar.',
  }),
  automatic: Type.Boolean({ description: 'Of a renewal: whether it happens unless somebody gives notice.' }),
  amount: nullable<number>('number'),
  currency: nullable<string>('string', { description: 'By ISO 4217.' }),
  certainty: oneOf(['Certain', 'Likely', 'Possible'] as const, { description: 'How sure the rules are.' }),
  place: Type.Unsafe<(typeof places)[number] | null>({
    anyOf: [{ type: 'string', enum: [...places] }, { type: 'null' }],
    description: 'Where it is recorded when it is accepted; null for what is only shown.',
  }),
  state: oneOf(['Proposed', 'Recorded', 'Shown'] as const, {
    description: 'Recorded if the contract says the same.',
  }),
  source: oneOf(['Rules', 'Service'] as const, {
    description: 'Whether the rules read it, or only the service of the organisation.',
  }),
  passage: passageSchema,
})

const readingSchema = Type.Object({
  host: Type.String({ description: 'The service that was asked.' }),
  state: oneOf(['Reading', 'Read', 'Failed'] as const, { description: 'How far it is.' }),
  reason: nullable<string>('string', { description: 'Why it gave nothing that can be used.' }),
  leftOut: Type.Integer({
    description: 'How many of its facts named words that do not stand in the document.',
  }),
  askedAt: Type.String({ format: 'date-time' }),
  answeredAt: nullable<string>('string', { format: 'date-time' }),
})
type ReadingOfV2 = Static<typeof readingSchema>

export const documentFactsSchema = Type.Object(
  {
    document: nullableObject({ id: Type.Integer(), version: Type.Integer() }),
    textState: Type.Unsafe<DocumentFacts['textState']>({
      anyOf: [{ type: 'string', enum: ['Text', 'NoText', 'Unsupported', 'Unreadable'] }, { type: 'null' }],
      description: 'Whether the document has text that can be read; null without a document.',
    }),
    facts: Type.Array(factSchema),
    service: nullable<string>('string', {
      description:
        'The host of the service of the organisation that may be asked to read it; null without one.',
    }),
    reading: Type.Unsafe<ReadingOfV2 | null>({
      anyOf: [readingSchema, { type: 'null' }],
      description: 'What the service read of this version; null if it was not asked.',
    }),
  },
  {
    title: 'DocumentFacts',
    examples: [
      {
        document: { id: 41, version: 1 },
        textState: 'Text',
        facts: [
          {
            id: 'expiryDate-812',
            kind: 'ExpiryDate',
            name: null,
            called: null,
            date: '2028-05-31',
            reckoned: false,
            duration: null,
            days: null,
            automatic: false,
            amount: null,
            currency: null,
            certainty: 'Likely',
            place: 'Expiry',
            state: 'Proposed',
            source: 'Rules',
            passage: {
              text: 'This Agreement shall expire on 31 May 2028.',
              mark: { start: 0, end: 43 },
              page: 2,
              paragraph: 17,
              find: 'This Agreement shall expire on 31 May 2028.',
            },
          },
        ],
        service: null,
        reading: null,
      },
    ],
  },
)

/** The facts as v2 shows them. */
export const documentFactsToV2 = ({ document, textState, proposals, service, reading }: DocumentFacts) => ({
  document: document && { id: document.fileId, version: document.version },
  textState,
  facts: proposals.map(factToV2),
  service,
  reading: reading && {
    host: reading.host,
    state: reading.state,
    reason: reading.reason,
    leftOut: reading.leftOut,
    askedAt: reading.askedAt.toISOString(),
    answeredAt: reading.answeredAt?.toISOString() ?? null,
  },
})

const factToV2 = ({ id, value, certainty, place, state, source, passage }: Proposal) => ({
  id,
  kind: capitalised(value.kind),
  ...wordsOf(value),
  ...figuresOf(value),
  certainty: capitalised(certainty),
  place: place === null ? null : capitalised(place),
  state: capitalised(state),
  source: capitalised(source),
  passage: { ...passage, mark: { ...passage.mark } },
})

function wordsOf(value: Proposal['value']) {
  const none = { name: null, called: null }
  switch (value.kind) {
    case 'documentName':
      return { ...none, name: value.name }
    case 'obligation':
      return { ...none, name: value.name }
    case 'party':
      return { name: value.name, called: value.called }
    case 'signatory':
      return { name: value.name, called: value.title }
    case 'governingLaw':
      return { ...none, name: value.place }
    default:
      return none
  }
}

function figuresOf(value: Proposal['value']) {
  const { amount, currency } = 'currency' in value ? value : { amount: null, currency: null }
  const duration = 'duration' in value ? value.duration : null
  return {
    date: 'date' in value ? value.date : null,
    reckoned: 'reckoned' in value && value.reckoned,
    duration: duration && { amount: duration.amount, unit: capitalised(duration.unit) },
    days: 'days' in value ? value.days : null,
    automatic: 'automatic' in value && value.automatic,
    amount: amount === null ? null : Number(amount),
    currency,
  }
}
