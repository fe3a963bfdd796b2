// Agreed rates in the shapes of v2. Rates are JSON numbers with the digits that are stored; days are `2026-05-06`.
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  doneBy,
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { NewRate } from '../../rates/rate.ts'
import type { RateVersion } from '../../rates/list-rates.ts'

const readOnly = { readOnly: true }
export const longestReason = 2_000

/** What a rate applies to, when, and what it is. */
export const rateProperties = {
  matter: nullableObject(namedReference, { description: 'For the work on this matter only.' }),
  timekeeper: nullableObject(
    {
      number: Type.String({ maxLength: 100, description: 'The number at the law firm, as in LEDES.' }),
      name: nullable<string>('string', { maxLength: 100 }),
    },
    { description: 'For this person only.' },
  ),
  timekeeperClass: nullable<string>('string', {
    maxLength: 100,
    description: 'For this class only, as the firm writes it in its invoices: PARTNR, ASSOC.',
  }),
  currency: Type.String({ description: 'ISO 4217.' }),
  rate: Type.Number({ description: 'For an hour, without tax.' }),
  from: Type.String({ format: 'date', description: 'The first day of work that it is for.' }),
  to: nullable<string>('string', { format: 'date', description: 'The last day; null while it is open.' }),
} as const

export const rateValuesExample = {
  matter: null,
  timekeeper: { number: '14', name: 'Ruth Calder' },
  timekeeperClass: 'PARTNR',
  currency: 'NZD',
  rate: 412.5,
  from: '2026-01-01',
  to: null,
}

const shown = {
  id: Type.Integer(readOnly),
  customer: Type.Object(namedReference, readOnly),
  firm: Type.Object(namedReference),
  ...rateProperties,
  withdrawn: Type.Boolean({ description: 'It was a mistake and never applies.', ...readOnly }),
  version: Type.Integer({ description: 'Counts the changes.', ...readOnly }),
  set: Type.Object(auditedByUser, readOnly),
} as const

const rateExample = {
  id: 31,
  customer: { id: 5, name: 'Harbour Foods' },
  firm: { id: 6, name: 'Ashfield Partners' },
  ...rateValuesExample,
  withdrawn: false,
  version: 1,
  set: createdExample,
}

export const rateSchema = Type.Object(shown, { title: 'AgreedRate', examples: [rateExample] })

const versionSchema = Type.Object({
  version: Type.Integer(),
  ...rateProperties,
  matter: nullableObject({ id: Type.Integer() }),
  withdrawn: Type.Boolean(),
  reason: nullable<string>('string'),
  proposal: nullableObject({ id: Type.Integer() }, { description: 'The proposal that brought it.' }),
  set: Type.Object(auditedByUser),
})

export const rateDetailsSchema = Type.Object(
  {
    ...shown,
    versions: Type.Array(versionSchema, { description: 'Everything it has been, the latest first.' }),
  },
  {
    title: 'AgreedRateDetails',
    examples: [
      {
        ...rateExample,
        versions: [
          {
            version: 1,
            ...rateValuesExample,
            withdrawn: false,
            reason: null,
            proposal: null,
            set: createdExample,
          },
        ],
      },
    ],
  },
)

const reference = Type.Object({ id: Type.Integer() })
const reason = nullable<string>('string', {
  maxLength: longestReason,
  description: 'Why; the firm sees it. Needed to correct a rate.',
})

/** What a rate is made of in a body. */
export const writtenRate = {
  ...rateProperties,
  matter: nullableObject({ id: Type.Integer() }, { description: 'For the work on this matter only.' }),
} as const

export const newRateSchema = Type.Object(
  {
    firm: reference,
    ...writtenRate,
    endEarlier: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'End an earlier rate for the same work the day before, instead of answering 400.',
      }),
    ),
    reason,
  },
  { additionalProperties: false },
)

const { matter: _matter, ...changeable } = writtenRate

export const rateChangesSchema = Type.Object(
  { ...Type.Partial(Type.Object(changeable)).properties, reason },
  { additionalProperties: false },
)

export const rateColumns = [
  ...'id customerId customerName firmId firmName matterId matterName timekeeperNumber timekeeperName'.split(
    ' ',
  ),
  ...'timekeeperClass currency rate from to withdrawn version setAt'.split(' '),
  ...userColumns('setBy'),
]

/** The properties that lists of rates can be filtered and sorted by. */
export const listedRateProperties: Properties = {
  Id: sorted('id'),
  ...namedProperties('Customer', 'customer'),
  ...namedProperties('Firm', 'firm'),
  ...namedProperties('Matter', 'matter'),
  'Timekeeper/Number': sorted('timekeeperNumber'),
  'Timekeeper/Name': sorted('timekeeperName'),
  TimekeeperClass: sorted('timekeeperClass'),
  Currency: sorted('currency'),
  Rate: { ...sorted('rate'), currency: 'currency' },
  From: sorted('from'),
  To: sorted('to'),
  Withdrawn: filtered('withdrawn'),
  Version: sorted('version'),
  'Set/DateUtc': sorted('setAt'),
  ...userProperties('Set/User', 'setBy'),
}

const orNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null

const timekeeperToV2 = (number: string | null, name: string | null) =>
  number === null ? null : { number, name }

/** The values of a rate that is no row of a list. */
export const rateValuesToV2 = (rate: Omit<NewRate, 'matterId' | 'rate'>) => ({
  timekeeper: timekeeperToV2(rate.timekeeperNumber, rate.timekeeper),
  timekeeperClass: rate.timekeeperClass,
  currency: rate.currency,
  from: rate.from,
  to: rate.to,
})

/** A rate of a list. */
export const rateToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  customer: { id: Number(row['customerId']), name: textOf(row, 'customerName') },
  firm: { id: Number(row['firmId']), name: textOf(row, 'firmName') },
  matter: namedToV2(row, 'matter'),
  timekeeper: timekeeperToV2(orNull(row, 'timekeeperNumber'), orNull(row, 'timekeeperName')),
  timekeeperClass: orNull(row, 'timekeeperClass'),
  currency: textOf(row, 'currency'),
  rate: Number(row['rate']),
  from: textOf(row, 'from'),
  to: orNull(row, 'to'),
  withdrawn: row['withdrawn'] === true,
  version: Number(row['version']),
  set: auditedToV2(row, 'set'),
})

/** A rate with its history. */
export const rateDetailsToV2 = (row: ListedRow, versions: readonly RateVersion[]) => ({
  ...rateToV2(row),
  versions: versions.map((version) => ({
    version: version.version,
    ...rateValuesToV2(version),
    matter: version.matterId === null ? null : { id: version.matterId },
    rate: Number(version.rate),
    withdrawn: version.withdrawn,
    reason: version.reason,
    proposal: version.proposalId === null ? null : { id: version.proposalId },
    set: { dateUtc: version.at.toISOString(), ...doneBy(version.by) },
  })),
})
