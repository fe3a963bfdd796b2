// The figures of a report in the shape of v2. Figures are JSON numbers with the digits that they have.
import Type from 'typebox'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import type { FigureKey, FigureRow } from '../../platform/lists/figure-rows.ts'
import type { MeasureUnit } from '../../platform/lists/measures.ts'
import { periodFrom, periodLabel } from '../../platform/time/fiscal-calendar.ts'
import { spaced } from '../sentence.ts'
import type { KeyAsked } from '../report.ts'
import type { Days } from '../ranges.ts'
import type { ReadOn } from '../../platform/lists/report-list.ts'
import type { ReportRun } from '../run-report.ts'
import { comparedOf, shareOf } from '../shown-figures.ts'
import { definitionExample, definitionProperties } from './definitions.wire.ts'

const measureUnits: readonly MeasureUnit[] = ['count', 'amount', 'rate', 'hours', 'days', 'percent']

export const unitSchema = Type.Unsafe<MeasureUnit>({ type: 'string', enum: [...measureUnits] })

const keySchema = Type.Object({
  kind: Type.Unsafe<FigureKey['kind']>({ type: 'string', enum: ['value', 'none', 'restricted'] }),
  value: nullable<string>('string', {
    description: 'The first day of a period; an id; or the value itself.',
  }),
  label: Type.String(),
  to: nullable<string>('string', { description: 'The first day after a period.' }),
})

const groupSchema = Type.Object(
  {
    keys: Type.Array(keySchema),
    currency: nullable<string>('string', { description: 'Null where no figure is in a currency.' }),
    values: Type.Array(nullable<number>('number'), { description: 'In the order of the measures.' }),
    filter: nullable<string>('string', {
      description:
        'A $filter that finds the rows in their list; null where there is none, as for what you may not see.',
    }),
    lastYear: nullableObject(
      {
        values: Type.Array(nullable<number>('number')),
        changes: Type.Array(nullable<number>('number'), { description: 'What was before, taken off.' }),
        percents: Type.Array(nullable<number>('number'), {
          description: 'The changes in percent of what was before; null where that was nothing.',
        }),
        share: nullable<number>('number', {
          description: 'The part of the total in percent, by the first measure; null where that is no sum.',
        }),
        filter: nullable<string>('string'),
      },
      {
        description:
          'The same days of the year before, in the order of the measures; null without `compare`.',
      },
    ),
  },
  { title: 'ReportGroup' },
)

const named = { name: Type.String(), title: Type.String() }

export const figuresSchema = Type.Object(
  {
    definition: Type.Object(definitionProperties),
    sentence: Type.String({ description: 'What the report is of, in plain English.' }),
    dimensions: Type.Array(Type.Object({ ...named, per: nullable<string>('string') })),
    measures: Type.Array(
      Type.Object({
        ...named,
        unit: unitSchema,
        drawnAs: nullable<'Bar' | 'Line'>('string', {
          enum: ['Bar', 'Line', null],
          description: 'In the chart: null for what it does not draw.',
        }),
        filter: nullable<string>('string', {
          description: 'A $filter that finds the rows of a group that count in it; null for all of them.',
        }),
      }),
    ),
    groups: Type.Array(groupSchema),
    subtotals: Type.Array(groupSchema, { description: 'By the first dimension alone, where there are two.' }),
    totals: Type.Array(groupSchema, { description: 'One for each currency, over all groups.' }),
    lastYear: nullableObject(
      { from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) },
      { description: 'The days that are compared with: the first, and the first after the last.' },
    ),
    more: Type.Integer({
      description: 'How many groups of the first dimension are not shown; totals have them.',
    }),
    ownCurrency: nullable<string>('string', {
      description: 'The currency of your organisation, where amounts are in it.',
    }),
    missingRates: Type.Array(
      Type.Object({
        currency: Type.String(),
        invoices: Type.Integer(),
        filter: Type.String({ description: 'A $filter of GET /v2/invoices that finds those you see.' }),
      }),
      { description: 'Which rates of exchange are missing: figures that these invoices are in are null.' },
    ),
    complete: Type.Boolean({ description: 'False when something is not in the figures; notes say what.' }),
    ofWhatYouSee: Type.Boolean({ description: 'Whether others, who see more, are answered more.' }),
    basis: nullable<string>('string', {
      description:
        'Whether amounts are with tax, as a sentence; null where their titles say so, or none are shown.',
    }),
    notes: Type.Array(Type.String()),
    asOf: Type.String({ format: 'date-time' }),
  },
  {
    title: 'ReportFigures',
    examples: [
      {
        definition: definitionExample,
        sentence:
          'Approved and reduced of invoices by firm, where invoice date is from 1 Jan 2026 to 31 Dec 2026.',
        dimensions: [{ name: 'firm', title: 'Firm', per: null }],
        measures: [
          { name: 'approved', title: 'Approved', unit: 'amount', drawnAs: 'Bar', filter: null },
          { name: 'reduced', title: 'Reduced', unit: 'amount', drawnAs: null, filter: null },
        ],
        groups: [
          {
            keys: [{ kind: 'value', value: 'ashfield & co', label: 'Ashfield & Co', to: null }],
            currency: 'EUR',
            values: [48_200.5, 1_310],
            filter:
              "InvoiceDate ge 2026-01-01 and InvoiceDate lt 2027-01-01 and ProviderName eq 'Ashfield & Co'",
            lastYear: null,
          },
        ],
        subtotals: [],
        totals: [
          {
            keys: [],
            currency: 'EUR',
            values: [48_200.5, 1_310],
            filter: 'InvoiceDate ge 2026-01-01 and InvoiceDate lt 2027-01-01',
            lastYear: null,
          },
        ],
        lastYear: null,
        more: 0,
        ownCurrency: null,
        missingRates: [],
        complete: true,
        ofWhatYouSee: true,
        basis: 'Amounts are without tax.',
        notes: ['These are figures of what you may see.'],
        asOf: '2026-05-06T09:00:00.000Z',
      },
    ],
  },
)

/** What a group is shown with besides its figures. */
export interface ShownGroup {
  readonly by: readonly KeyAsked[]
  readonly run: ReportRun
  readonly on: ReadOn
  /** The language in which the reader writes days. */
  readonly locale: string
  /** The filter of a group, over these days. */
  readonly filterOf: (keys: readonly FigureKey[], currency: string | null, days: Days | null) => string | null
}

/** A group of figures. */
export function groupToV2(row: FigureRow, { by, run, on, locale, filterOf }: ShownGroup) {
  const { measures, days, before } = run
  const all = measures.map((_, index) => comparedOf(row, index, measures))
  const filterIn = (some: Days | null) => filterOf(row.keys, row.currency, some)
  return {
    keys: row.keys.map((key, index) => keyToV2(key, by[index]?.per ?? null, { on, locale })),
    currency: row.currency,
    values: all.map(({ now }) => numberOf(now)),
    filter: filterIn(days),
    lastYear: before && {
      values: all.map((each) => numberOf(each.before)),
      changes: all.map(({ difference }) => numberOf(difference)),
      percents: all.map(({ percent }) => numberOf(percent)),
      share: numberOf(shareOf(row, run)),
      filter: filterIn(before),
    },
  }
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** How a key is called. */
export function keyToV2(
  { kind, value, label }: FigureKey,
  per: KeyAsked['per'],
  { on: { shift }, locale }: Pick<ShownGroup, 'on' | 'locale'>,
) {
  if (kind === 'restricted') return { kind, value, label: 'Restricted', to: null }
  if (kind === 'none' || value === null) return { kind, value: null, label: 'None', to: null }
  if (per === null) return { kind, value, label: label === null ? spaced(value) : spaced(label), to: null }
  const period = periodFrom(value, per, shift)
  return { kind, value, label: periodLabel(period, per, { shift, locale }), to: period.to }
}
