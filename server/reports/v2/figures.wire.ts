// The figures of a report in the shape of v2. Figures are JSON numbers with the digits that they have.
import Type from 'typebox'
import { nullable } from '../../http/v2/references.wire.ts'
import { roundedHalfEven } from '../../platform/decimal.ts'
import type { FigureKey, FigureRow } from '../../platform/lists/figure-rows.ts'
import type { Measure, MeasureUnit } from '../../platform/lists/measures.ts'
import { periodFrom, periodLabel } from '../../platform/time/fiscal-calendar.ts'
import { spaced } from '../sentence.ts'
import type { KeyAsked } from '../report.ts'
import type { ReadOn } from '../run-report.ts'
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
      description: 'A $filter that finds the rows in their list; null for what you may not see.',
    }),
  },
  { title: 'ReportGroup' },
)

const named = { name: Type.String(), title: Type.String() }

export const figuresSchema = Type.Object(
  {
    definition: Type.Object(definitionProperties),
    sentence: Type.String({ description: 'What the report is of, in plain English.' }),
    dimensions: Type.Array(Type.Object({ ...named, per: nullable<string>('string') })),
    measures: Type.Array(Type.Object({ ...named, unit: unitSchema })),
    groups: Type.Array(groupSchema),
    subtotals: Type.Array(groupSchema, { description: 'By the first dimension alone, where there are two.' }),
    totals: Type.Array(groupSchema, { description: 'One for each currency, over all groups.' }),
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
          { name: 'approved', title: 'Approved', unit: 'amount' },
          { name: 'reduced', title: 'Reduced', unit: 'amount' },
        ],
        groups: [
          {
            keys: [{ kind: 'value', value: 'ashfield & co', label: 'Ashfield & Co', to: null }],
            currency: 'EUR',
            values: [48_200.5, 1_310],
            filter:
              "InvoiceDate ge 2026-01-01 and InvoiceDate lt 2027-01-01 and ProviderName eq 'Ashfield & Co'",
          },
        ],
        subtotals: [],
        totals: [
          {
            keys: [],
            currency: 'EUR',
            values: [48_200.5, 1_310],
            filter: 'InvoiceDate ge 2026-01-01 and InvoiceDate lt 2027-01-01',
          },
        ],
        more: 0,
        ownCurrency: null,
        missingRates: [],
        complete: true,
        ofWhatYouSee: true,
        notes: ['These are figures of what you may see.'],
        asOf: '2026-05-06T09:00:00.000Z',
      },
    ],
  },
)

/** What a group is shown with besides its figures. */
export interface ShownGroup {
  readonly by: readonly KeyAsked[]
  readonly measures: readonly Measure[]
  readonly on: ReadOn
  readonly filterOf: (keys: readonly FigureKey[], currency: string | null) => string | null
}

/** A group of figures. */
export const groupToV2 = (
  { keys, currency, values }: FigureRow,
  { by, measures, on, filterOf }: ShownGroup,
) => ({
  keys: keys.map((key, index) => keyToV2(key, by[index]?.per ?? null, on)),
  currency,
  values: values.map((value, index) => (value === null ? null : Number(figureText(value, measures[index])))),
  filter: filterOf(keys, currency),
})

/** How a key is called. */
export function keyToV2(
  { kind, value, label }: FigureKey,
  per: KeyAsked['per'],
  { shift }: Pick<ReadOn, 'shift'>,
) {
  if (kind === 'restricted') return { kind, value, label: 'Restricted', to: null }
  if (kind === 'none' || value === null) return { kind, value: null, label: 'None', to: null }
  if (per === null) return { kind, value, label: label === null ? spaced(value) : spaced(label), to: null }
  const period = periodFrom(value, per, shift)
  return { kind, value, label: periodLabel(period, per, shift), to: period.to }
}

/** A figure in decimal: sums as they are, what was divided with two digits, half even. */
export function figureText(value: string, measure: Pick<Measure, 'as' | 'unit'> | undefined): string {
  return measure?.as === 'sum' ? value : roundedHalfEven(value, 2)
}
