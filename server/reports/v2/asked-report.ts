// A report that somebody asks for: its definition checked against the list, run, and described.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { readList } from '../../platform/lists/read-list.ts'
import { fieldNamesInText } from '../../http/v2/field-properties.ts'
import { filterOf } from '../../http/v2/filter-now.ts'
import { underName } from '../../http/v2/reports/check-view.ts'
import type { ReportedList, ReportedSource } from '../../http/v2/reports/reported-list.ts'
import type { Filter } from '../../platform/lists/list-query.ts'
import type { Reportable } from '../../platform/lists/measures.ts'
import { listedIn } from '../report-lists.ts'
import { fieldDimensions, fieldIn } from '../field-dimensions.ts'
import { type KeyAsked, mostGroups, type ReportDefinition } from '../report.ts'
import { readOn } from '../../identity/organisations/read-on.ts'
import { preferencesOf } from '../../identity/users/preferences.ts'
import type { ReadOn, ReportList } from '../../platform/lists/report-list.ts'
import { type ReportRun, runReport } from '../run-report.ts'
import { definitionFrom, definitionToV2, type WrittenDefinition } from './definitions.wire.ts'
import { groupToV2, type ShownGroup } from './figures.wire.ts'
import { groupFilter } from './group-filters.ts'
import { basisOf, notesOf, sentenceOf } from './report-words.ts'

/** A checked definition with its list as the reader sees it. */
export interface AskedReport {
  readonly definition: ReportDefinition
  readonly list: ReportList
  readonly reportable: Reportable
  readonly opened: ReportedList
  readonly filter: Filter | null
  readonly on: ReadOn
  /** The language in which the reader writes days. */
  readonly locale: string
}

/** Reads a definition; 400 under the names of its parts. */
export async function askedReport(
  app: App,
  actor: Actor,
  sources: readonly ReportedSource[],
  {
    written,
    asOf = null,
  }: {
    readonly written: WrittenDefinition
    readonly asOf?: string | null
  },
): Promise<AskedReport> {
  const [on, { locale }] = await Promise.all([readOn(app, actor, asOf), preferencesOf(app.db, actor)])
  const { definition, list, reportable } = definitionFrom(written, { actor, now: on.now })
  const source = sources.find(({ name }) => name === listedIn(list))
  if (!source) throw new Error(`There is no list ${list.name}`)
  const { filter } = definition
  const reading = { ...app, clock: { ...app.clock, now: () => on.now } }
  const inBy = definition.by.flatMap(({ dimension }) => fieldIn(dimension) ?? [])
  const inFilter = filter === null ? [] : fieldNamesInText(filter, 'filter')
  const opened = await source.open(reading, actor, { named: [...inFilter, ...inBy], all: false })
  const withFields = withFieldsOf(reportable, opened)
  const by = definition.by.map((key) => checkedKey(key, withFields))
  const parsed = filter === null ? null : await parseFilter(reading, actor, filter, opened)
  return {
    definition: { ...definition, by },
    list,
    reportable: withFields,
    opened,
    filter: parsed,
    on,
    locale,
  }
}

async function parseFilter(
  app: App,
  actor: Actor,
  filter: string,
  { resource }: ReportedList,
): Promise<Filter | null> {
  try {
    return await filterOf(app, actor, filter, resource)
  } catch (error) {
    throw underName('filter', error)
  }
}

/** What an open list can be reported by, the custom fields among its columns included. */
export function withFieldsOf(reportable: Reportable, opened: ReportedList | undefined): Reportable {
  if (!opened || opened.fields.length === 0) return reportable
  const { dimensions, dates } = fieldDimensions(opened.fields, opened.resource.catalogue)
  return {
    ...reportable,
    dimensions: { ...reportable.dimensions, ...dimensions },
    dates: [...reportable.dates, ...dates],
  }
}

/** A key whose dimension the list has; 400 otherwise. Days of custom fields are put together by months. */
function checkedKey(key: KeyAsked, { dimensions, dates }: Reportable): KeyAsked {
  const field = fieldIn(key.dimension)
  if (field === undefined) return key
  if (!Object.hasOwn(dimensions, key.dimension)) {
    throw badInput(
      'by',
      `has fields/${field.slice(0, 50)}, which is no custom field of this list with one text, choice, person, day, or yes and no.`,
    )
  }
  if (dates.includes(key.dimension)) return { ...key, per: key.per ?? 'Month' }
  if (key.per !== null) throw badInput('by', `must have ${key.dimension} alone: it is not a date.`)
  return key
}

/** Runs a report within the time of lists. */
export const runAsked = (app: App, actor: Actor, asked: AskedReport): Promise<ReportRun> =>
  runReport(app, actor, {
    ...asked,
    catalogue: asked.opened.resource.catalogue,
    collections: asked.opened.resource.collections,
  })

/** Everything that depends on what somebody likes to ask ends after the time that lists have. */
export const readReport = <Result>(app: App, read: (reading: App) => Promise<Result>): Promise<Result> =>
  readList(app, { demanding: true, together: true }, read)

/** The answer: figures with a sentence, and what is not in them. */
export async function reportToV2(
  app: App,
  actor: Actor,
  asked: AskedReport,
  running: ReportRun | Promise<ReportRun> = runAsked(app, actor, asked),
) {
  const [run, sentence] = await Promise.all([running, sentenceOf(app, actor, asked)])
  const { definition, reportable, opened, on, locale } = asked
  const { figures, measures, days, before } = run
  const isOfSeveral = new Set(figures.totals.map(({ currency }) => currency)).size > 1
  const grouped = { list: asked.list, definition, reportable, resource: opened.resource, on, isOfSeveral }
  const shown: ShownGroup = {
    by: definition.by,
    run,
    on,
    locale,
    filterOf: (keys, currency, some) =>
      groupFilter(
        { ...grouped, days: some },
        keys,
        // those of all currencies are in it
        run.ownCurrency === null ? currency : null,
      ),
  }
  const notes = notesOf(asked, run, actor)
  return {
    definition: definitionToV2(definition),
    sentence: sentence(days, before),
    lastYear: before && { from: before.from ?? '', to: before.to ?? '' },
    dimensions: definition.by.map(({ dimension, per }) => ({
      name: dimension,
      title: reportable.dimensions[dimension]?.title ?? dimension,
      per,
    })),
    measures: definition.measures.map((name, index) => ({
      name,
      title: measures[index]?.title ?? name,
      unit: measures[index]?.unit ?? ('count' as const),
      drawnAs: drawnAs(definition, measures, index),
      filter: measures[index]?.filter ?? null,
    })),
    groups: figures.rows.map((row) => groupToV2(row, shown)),
    subtotals: figures.subtotals.map((row) => groupToV2(row, shown)),
    totals: figures.totals.map((row) => groupToV2(row, shown)),
    more: figures.more,
    ownCurrency: run.ownCurrency,
    missingRates: [...run.missing],
    complete: !figures.cut && ![...figures.leftOut, ...figures.blocked].some(Boolean) && !run.hiddenLeftOut,
    ofWhatYouSee: run.ofSeen,
    basis: basisOf(measures),
    notes: [...notes],
    asOf: on.now.toISOString(),
  }
}

/** How the chart draws a measure by its place: those of the unit of the first that do not follow from others. */
function drawnAs(
  { chart }: ReportDefinition,
  measures: ReportRun['measures'],
  index: number,
): 'Bar' | 'Line' | null {
  const [first] = measures
  const measure = measures[index]
  if (index === 0) return 'Bar'
  if (chart === 'First' || measure === undefined || measure.unit !== first?.unit) return null
  if (measure.isTarget) return 'Line'
  return measure.isDerived || (chart === 'Stacked' && measure.as !== 'sum') ? null : 'Bar'
}

/** Refuses what a file has no room for. */
export function checkWhole({ figures }: ReportRun): void {
  if (figures.cut)
    throw badInput('by', `makes more than ${mostGroups} groups: narrow the report with $filter or top.`)
}
