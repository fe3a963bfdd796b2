// Definitions of reports as v2 writes them: names of measures and dimensions, with the unit of days behind a slash.
import Type, { type Static } from 'typebox'
import { nullable } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { Reportable } from '../../platform/lists/measures.ts'
import { nearestNames } from '../../platform/nearest-names.ts'
import { periodUnits } from '../../platform/time/fiscal-calendar.ts'
import { readLocalTime } from '../../platform/time/local-time.ts'
import type { Actor } from '../../platform/actor.ts'
import {
  type Comparison,
  comparisons,
  type KeyAsked,
  mostDimensions,
  mostGroups,
  mostMeasures,
  type RangeAsked,
  rangeNames,
  type ReportDefinition,
  reportOrders,
  reportCharts,
  usualTop,
} from '../report.ts'
import type { ReportList } from '../../platform/lists/report-list.ts'
import { reportLists } from '../report-lists.ts'

/** What a report is made of, in the documents. */
export const definitionProperties = {
  list: Type.Unsafe<string>({ type: 'string', enum: reportLists.map(({ name }) => name) }),
  filter: nullable<string>('string', { maxLength: 4_096, description: 'A $filter of the list.' }),
  by: Type.Array(Type.String(), {
    maxItems: mostDimensions,
    description:
      'Dimensions: firm, invoiceDate/Quarter; custom fields of matters and contracts: fields/region. Days are put together by Month, Quarter or Year.',
  }),
  measures: Type.Array(Type.String(), { minItems: 1, maxItems: mostMeasures }),
  range: nullable<string>('string', {
    description: `The days of one date: invoiceDate/2026-01-01..2026-03-31, one of the days may be absent; or invoiceDate/ and one of ${rangeNames.join(', ')}, by the fiscal calendar.`,
  }),
  compare: nullable<Comparison>('string', {
    enum: [...comparisons, null],
    description:
      'With the same days of the year before, by the fiscal calendar: until the same day where the range is under way. The range has both ends and is a year at most.',
  }),
  order: Type.Unsafe<ReportDefinition['order']>({
    type: 'string',
    enum: [...reportOrders],
    description: 'Groups by the first measure, the largest first, or by the first dimension.',
  }),
  chart: Type.Unsafe<ReportDefinition['chart']>({
    type: 'string',
    enum: [...reportCharts],
    description:
      'What the chart draws: the first measure; or all of its unit, beside one another or as parts of a whole, where targets such as a budget are lines.',
  }),
  ownCurrency: Type.Boolean({
    description:
      'Amounts in the currency of your organisation, so that those of all currencies add up: of invoices and their lines, for the organisation that pays.',
  }),
  top: Type.Integer({
    minimum: 1,
    maximum: mostGroups,
    description: 'How many groups of the first dimension, in each currency.',
  }),
} as const

export const definitionExample = {
  list: 'invoices',
  filter: null,
  by: ['firm'],
  measures: ['approved', 'reduced'],
  range: 'invoiceDate/ThisYear',
  compare: null,
  order: 'Value' as const,
  chart: 'First' as const,
  ownCurrency: false,
  top: 20,
}

const definitionSchema = Type.Object(definitionProperties)
type DefinitionV2 = Required<Static<typeof definitionSchema>>

/** A definition as somebody wrote it. */
export interface WrittenDefinition {
  readonly list: unknown
  readonly filter?: unknown
  readonly by?: unknown
  readonly measures?: unknown
  readonly range?: unknown
  readonly compare?: unknown
  readonly order?: unknown
  readonly chart?: unknown
  readonly top?: unknown
  readonly ownCurrency?: unknown
}

/** A checked definition, with its list. Throws 400 that names what the list does not have. */
export function definitionFrom(
  written: WrittenDefinition,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): { readonly definition: ReportDefinition; readonly list: ReportList; readonly reportable: Reportable } {
  const list = reportLists.find(({ name }) => name === written.list)
  if (!list) throw badInput('list', `must be one of ${reportLists.map(({ name }) => name).join(', ')}.`)
  const reportable = list.reportable(now)
  const measures = namesOf('measures', written.measures, mostMeasures)
  if (measures.length === 0) throw badInput('measures', 'is missing: what is to be computed, such as count.')
  for (const name of measures) checkMeasure(name, { list, reportable, actor })
  const by = namesOf('by', written.by ?? [], mostDimensions).map((name) => keyFrom(name, reportable))
  if (new Set(by.map(({ dimension }) => dimension)).size < by.length) {
    throw badInput('by', 'must be different dimensions.')
  }
  const definition: ReportDefinition = {
    list: list.name,
    filter: filterFrom(written.filter),
    by,
    measures,
    range: given(written.range) ? rangeFrom(written.range, reportable) : null,
    compare: given(written.compare) ? oneOf('compare', written.compare, comparisons) : null,
    order: oneOf('order', written.order ?? (by[0]?.per === null ? 'Value' : 'Key'), reportOrders),
    chart: chartFrom(written.chart ?? 'First', measures, reportable),
    top: topFrom(written.top ?? usualTop),
    ownCurrency: ownCurrencyFrom(written.ownCurrency ?? false, { list, actor }),
  }
  return { definition, list, reportable }
}

function ownCurrencyFrom(
  value: unknown,
  { list, actor }: { readonly list: ReportList; readonly actor: Actor },
): boolean {
  const asked = value === 'true' ? true : value === 'false' || value === '' ? false : value
  if (typeof asked !== 'boolean') throw badInput('ownCurrency', 'must be true or false.')
  if (asked && actor.organisationType !== 'Customer') {
    throw badInput('ownCurrency', 'must be false: it is for the organisation that pays.')
  }
  if (asked && !list.inOwnCurrency) {
    throw badInput('ownCurrency', `must be false: ${list.title.toLowerCase()} have no amounts in it.`)
  }
  return asked
}

/** Parts of a whole are sums in one unit. */
function chartFrom(
  value: unknown,
  names: readonly string[],
  { measures }: Reportable,
): ReportDefinition['chart'] {
  const chart = oneOf('chart', value === '' ? 'First' : value, reportCharts)
  const first = measures[names[0] ?? '']
  if (chart === 'Stacked' && (first?.as !== 'sum' || first.isTarget)) {
    throw badInput('chart', 'can be Stacked where the first measure is a sum that is not a target.')
  }
  return chart
}

const given = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

function filterFrom(filter: unknown): string | null {
  if (!given(filter)) return null
  if (typeof filter !== 'string' || filter.length > 4_096)
    throw badInput('filter', 'must be a $filter of 4,096 characters at most.')
  return filter
}

function namesOf(name: string, value: unknown, most: number): readonly string[] {
  const names = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(names) || names.some((each) => typeof each !== 'string'))
    throw badInput(name, 'must be a list of names.')
  const kept = (names as readonly string[]).map((each) => each.trim()).filter((each) => each !== '')
  if (kept.length > most) throw badInput(name, `must be ${most} at most.`)
  if (new Set(kept).size < kept.length) throw badInput(name, 'must be different ones.')
  return kept
}

function checkMeasure(
  name: string,
  {
    list,
    reportable,
    actor,
  }: { readonly list: ReportList; readonly reportable: Reportable; readonly actor: Actor },
): void {
  const known = measuresFor(list, reportable, actor)
  if (!known.includes(name)) throw unknownName('measures', name, known)
}

/** The measures that somebody can ask of a list. */
export const measuresFor = (
  { ownMeasures = [], isFor = () => true }: ReportList,
  { measures }: Reportable,
  actor: Actor,
): readonly string[] =>
  Object.keys(measures).filter(
    (name) => isFor(actor) && (actor.organisationType === 'Customer' || !ownMeasures.includes(name)),
  )

/** What a custom field can be is known once the list is open (asked-report.ts). */
function keyFrom(written: string, { dimensions, dates }: Reportable): KeyAsked {
  const field = /^fields\/([^/]+)(?:\/([^/]+))?$/.exec(written)
  if (field) {
    const per = field[2] === undefined ? null : oneOf('by', field[2], periodUnits)
    return { dimension: `fields/${(field[1] ?? '').toLowerCase()}`, per }
  }
  const [dimension = '', unit, ...rest] = written.split('/')
  if (!Object.hasOwn(dimensions, dimension)) throw unknownName('by', dimension, Object.keys(dimensions))
  if (!dates.includes(dimension)) {
    if (unit !== undefined) throw badInput('by', `must have ${dimension} alone: it is not a date.`)
    return { dimension, per: null }
  }
  if (rest.length > 0) throw badInput('by', 'must be a dimension and a unit, such as invoiceDate/Quarter.')
  return { dimension, per: oneOf('by', unit ?? 'Month', periodUnits) }
}

function rangeFrom(written: unknown, { dates }: Reportable): RangeAsked {
  const [date = '', days = '', ...rest] = typeof written === 'string' ? written.split('/') : []
  if (!dates.includes(date)) throw unknownName('range', date, dates)
  const named = rangeNames.find((name) => name === days)
  if (named) return { date, named, from: null, to: null }
  const [from = '', to = ''] = days.split('..')
  if (rest.length > 0 || !/^[^.]*\.\.[^.]*$/.test(days) || (from === '' && to === '')) {
    throw badInput(
      'range',
      `must be days such as 2026-01-01..2026-03-31, or one of ${rangeNames.join(', ')}.`,
    )
  }
  const range = { date, named: null, from: dayIn('range', from), to: dayIn('range', to) }
  if (range.from !== null && range.to !== null && range.from > range.to)
    throw badInput('range', 'must begin before it ends.')
  return range
}

/** A day such as 2026-05-06; null for an empty text. */
export function dayIn(name: string, text: string): string | null {
  if (text === '') return null
  if (text.length !== 10 || readLocalTime(text) === undefined)
    throw badInput(name, 'must have days such as 2026-05-06.')
  return text
}

function topFrom(value: unknown): number {
  const top = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  if (typeof top === 'number' && Number.isInteger(top) && top >= 1 && top <= mostGroups) return top
  throw badInput('top', `must be a whole number from 1 to ${mostGroups}.`)
}

function oneOf<const Name extends string>(name: string, value: unknown, names: readonly Name[]): Name {
  const known = names.find((each) => each === value)
  if (known === undefined) throw badInput(name, `must be one of ${names.join(', ')}.`)
  return known
}

function unknownName(name: string, written: string, known: readonly string[]) {
  const near = nearestNames(written, known, 3)
  return badInput(
    name,
    `must be one of ${(near.length > 0 ? near : known).join(', ')}; there is no ${JSON.stringify(written.slice(0, 60))}.`,
  )
}

/** A definition as it is written. */
export const definitionToV2 = ({ by, range, measures, ...rest }: ReportDefinition): DefinitionV2 => ({
  ...rest,
  measures: [...measures],
  by: by.map(({ dimension, per }) => (per === null ? dimension : `${dimension}/${per}`)),
  range: range && `${range.date}/${range.named ?? `${range.from ?? ''}..${range.to ?? ''}`}`,
})
