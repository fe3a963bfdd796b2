// Rates of exchange in the shapes of v2. Rates are JSON numbers with the digits that are stored; days are `2026-05-06`.
import Type from 'typebox'
import { dayIn, decimalIn, needed, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  doneBy,
  nullable,
  oneOf,
  textOf,
  userColumns,
  userProperties,
} from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { type NewExchangeRate, type RateSource, rateSources } from '../../own-currency/exchange-rate.ts'
import type { ExchangeRateVersion } from '../../own-currency/list-exchange-rates.ts'
import type { RateCorrection } from '../../own-currency/set-exchange-rates.ts'

const readOnly = { readOnly: true }
const longestReason = 2_000

const written = {
  currency: Type.String({ description: 'ISO 4217; another one than your own.' }),
  from: Type.String({
    format: 'date',
    description: 'The day it applies from, until the next one of the currency.',
  }),
  rate: Type.Number({
    description: 'What one unit of the currency is in your own, with at most 10 decimals.',
  }),
} as const

const origin = {
  source: oneOf(rateSources, {
    description: 'Whether a person has entered it, or it is from a file.',
    ...readOnly,
  }),
  fileName: nullable<string>('string', { description: 'The file it was imported from.', ...readOnly }),
} as const

const shown = {
  id: Type.Integer(readOnly),
  ...written,
  ownCurrency: Type.String({
    description: 'Your currency when it was entered: it applies while this is your currency.',
    ...readOnly,
  }),
  ...origin,
  used: Type.Boolean({ description: 'Whether approved invoices have it.', ...readOnly }),
  version: Type.Integer({ description: 'Counts the corrections.', ...readOnly }),
  set: Type.Object(auditedByUser, readOnly),
} as const

const rateExample = {
  id: 9,
  currency: 'GBP',
  from: '2026-05-01',
  rate: 2.2415,
  ownCurrency: 'NZD',
  source: 'Entered' as const,
  fileName: null,
  used: true,
  version: 1,
  set: createdExample,
}

export const exchangeRateSchema = Type.Object(shown, { title: 'ExchangeRate', examples: [rateExample] })

const reason = (more: object = {}) =>
  Type.String({ minLength: 1, maxLength: longestReason, description: 'Why it is corrected.', ...more })

export const exchangeRateDetailsSchema = Type.Object(
  {
    ...shown,
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        rate: Type.Number(),
        ...origin,
        reason: nullable<string>('string'),
        set: Type.Object(auditedByUser),
      }),
      { description: 'Everything it has been, the latest first.', ...readOnly },
    ),
  },
  {
    title: 'ExchangeRateDetails',
    examples: [
      {
        ...rateExample,
        versions: [
          {
            version: 1,
            rate: 2.2415,
            source: 'Entered' as const,
            fileName: null,
            reason: null,
            set: createdExample,
          },
        ],
      },
    ],
  },
)

export const newExchangeRateSchema = Type.Object(written, { additionalProperties: false })

export const rateCorrectionSchema = Type.Object(
  { rate: written.rate, reason: reason() },
  { additionalProperties: false },
)

export const exchangeRateListColumns = [
  ...'id currency ownCurrency from rate source fileName used version setAt'.split(' '),
  ...userColumns('setBy'),
]

/** The properties that lists of rates can be filtered and sorted by. */
export const exchangeRateProperties: Properties = {
  Id: sorted('id'),
  Currency: sorted('currency'),
  OwnCurrency: sorted('ownCurrency'),
  From: sorted('from'),
  Rate: sorted('rate'),
  Source: sorted('source'),
  FileName: sorted('fileName'),
  Used: filtered('used'),
  Version: sorted('version'),
  'Set/DateUtc': sorted('setAt'),
  ...userProperties('Set/User', 'setBy'),
}

/** A new rate in a body. */
export function newExchangeRateFromV2(body: unknown): NewExchangeRate {
  const sent = propertiesOf(body, Object.keys(written))
  return {
    currency: needed('currency', neverNull('currency', textIn(sent, 'currency'))).toUpperCase(),
    from: needed('from', neverNull('from', dayIn(sent, 'from'))),
    rate: needed('rate', neverNull('rate', decimalIn(sent, 'rate'))),
  }
}

/** A correction in a body. */
export function rateCorrectionFromV2(body: unknown): Omit<RateCorrection, 'id'> {
  const sent = propertiesOf(body, ['rate', 'reason'])
  return {
    rate: needed('rate', neverNull('rate', decimalIn(sent, 'rate'))),
    reason: needed('reason', neverNull('reason', textIn(sent, 'reason', { longest: longestReason }))),
  }
}

/** A rate of a list. */
export const exchangeRateToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  currency: textOf(row, 'currency'),
  from: textOf(row, 'from'),
  rate: Number(row['rate']),
  ownCurrency: textOf(row, 'ownCurrency'),
  source: row['source'] as RateSource,
  fileName: (row['fileName'] ?? null) as string | null,
  used: row['used'] === true,
  version: Number(row['version']),
  set: auditedToV2(row, 'set'),
})

/** A rate with its history. */
export const exchangeRateDetailsToV2 = (row: ListedRow, versions: readonly ExchangeRateVersion[]) => ({
  ...exchangeRateToV2(row),
  versions: versions.map(({ by, at, rate, ...version }) => ({
    ...version,
    rate: Number(rate),
    set: { dateUtc: at.toISOString(), ...doneBy(by) },
  })),
})
