// What a report says of itself in words: its sentence, its notes, and the lines above its file.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { isAmount, type Measure } from '../../platform/lists/measures.ts'
import { capitalised } from '../../platform/capitalised.ts'
import { titleOf } from '../../http/v2/reports/report-columns.ts'
import { readLabels } from '../labels.ts'
import { mostGroups } from '../report.ts'
import type { ReportRun } from '../run-report.ts'
import { daysText, filterText, listed, type Words } from '../sentence.ts'
import type { AskedReport } from './asked-report.ts'

/** What is not in the figures, and what they are of. */
export function notesOf(
  asked: AskedReport,
  { figures, measures, ofSeen, hiddenLeftOut, ownCurrency, missing }: ReportRun,
  { organisationType }: Actor,
): readonly string[] {
  const leftOut = measures.flatMap(({ leftOut: some }, index) =>
    some && (figures.leftOut[index] || figures.leftOut[measures.length + index]) ? [some.because] : [],
  )
  const currencies = new Set(figures.totals.map(({ currency }) => currency)).size
  return [
    ...(ofSeen ? [`These are figures of the ${asked.list.title.toLowerCase()} that you may see.`] : []),
    ...(hiddenLeftOut
      ? [
          'Restricted matters are not in these figures: the filter asks for more of them than their status and dates.',
        ]
      : []),
    ...new Set(leftOut),
    ...(currencies > 1
      ? [byCurrency(organisationType === 'Customer' && asked.list.inOwnCurrency !== undefined)]
      : []),
    // invoices have both amounts in their list
    ...(ownCurrency !== null && asked.list.name !== 'invoices'
      ? [`Amounts are in ${ownCurrency}; in the list that a figure opens each is in its own currency.`]
      : []),
    ...(missing.length > 0 ? [missingNote(ownCurrency, missing)] : []),
    ...(figures.cut ? [`More than ${mostGroups} groups: narrow the report.`] : []),
  ]
}

const byCurrency = (canConvert: boolean) =>
  canConvert
    ? 'Amounts are by currency. In the currency of your organisation they are added up.'
    : 'Amounts are by currency and not added up.'

function missingNote(currency: string | null, missing: ReportRun['missing']): string {
  const each = missing.map((one) => `${one.invoices} in ${one.currency}`)
  return `Figures in ${currency ?? ''} are blocked where a rate of exchange is missing. Invoices without a rate: ${listed(each)}.`
}

const taxes = [
  ['Without', 'without tax'],
  ['With', 'with tax'],
  ['AsBudget', 'with tax where the budget of the matter is with tax, and without tax otherwise'],
] as const

/** Whether the amounts are with tax: `Amounts are without tax.` Null where there is nothing to say. */
export function basisOf(measures: readonly Measure[]): string | null {
  const amounts = measures.filter(isAmount)
  const known = taxes.flatMap(([tax, words]) => {
    const some = amounts.filter((each) => each.tax === tax)
    if (some.length === 0) return []
    const titles = some.map(({ title }) => `“${title}”`)
    const subject = some.length === amounts.length ? 'Amounts' : listed(titles)
    return [`${subject} ${subject === 'Amounts' || some.length > 1 ? 'are' : 'is'} ${words}`]
  })
  return known.length === 0 ? null : `${known.join('; ')}.`
}

/** What a report is called that nobody has named: `Approved of invoices by firm`. */
export function nameOf({ definition, list, reportable }: AskedReport): string {
  const measures = listed(
    definition.measures.map((name) => (reportable.measures[name]?.title ?? name).toLowerCase()),
  )
  const by = definition.by.map(({ dimension, per }) => {
    const title = (reportable.dimensions[dimension]?.title ?? dimension).toLowerCase()
    return per === null ? `by ${title}` : `by ${per.toLowerCase()} of ${title}`
  })
  return [`${capitalised(measures)} of ${list.title.toLowerCase()}`, ...by].join(' ')
}

/** The days that a report is of, and those that it is compared with, each as a line. */
export function periodsOf(
  { definition, reportable, locale }: AskedReport,
  { days, before }: Pick<ReportRun, 'days' | 'before'>,
): readonly string[] {
  const date = definition.range && reportable.dimensions[definition.range.date]?.title
  if (!date || !days) return []
  return [
    `Period: ${daysText(days, locale)}, by ${date.toLowerCase()}`,
    ...(before ? [`Compared with: ${daysText(before, locale)}`] : []),
  ]
}

/** `2 Mar 2026, 08:00 (Europe/London)`. */
export const asOfText = ({ on: { now, timeZone }, locale }: AskedReport): string =>
  `${new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(now)} (${timeZone})`

/** The sentence, once the days of the range are known. */
export async function sentenceOf(app: App, actor: Actor, asked: AskedReport) {
  const { definition, list, reportable, opened, filter, on, locale } = asked
  const { catalogue } = opened.resource
  const labelOf = await readLabels(app, actor, {
    list,
    dimensions: reportable.dimensions,
    catalogue,
    filter,
    on,
  })
  const words: Words = { titleOf: columnTitles(asked), labelOf, catalogue, timeZone: on.timeZone, locale }
  return (days: ReportRun['days'], before: ReportRun['before']): string => {
    const date = definition.range && reportable.dimensions[definition.range.date]?.title.toLowerCase()
    const where = [
      ...(date && days ? [`${date} is ${daysText(days, locale)}`] : []),
      ...(filter ? [filterText(filter, words)] : []),
    ]
    const own = definition.ownCurrency ? [', in the currency of the organisation'] : []
    const what = [nameOf(asked), ...own].join('')
    const compared = before ? `, compared with ${daysText(before, locale).replace(/^(from|on) /, '')}` : ''
    return `${what}${where.length > 0 ? `, where ${where.join(', and ')}` : ''}${compared}.`
  }
}

/** How people call the columns of a list: as its dimensions, or as columns of exports. */
function columnTitles({ reportable, opened: { resource } }: AskedReport): (name: string) => string {
  return (name) => {
    const dimension = Object.values(reportable.dimensions).find(({ column }) => column === name)
    if (dimension) return dimension.title.toLowerCase()
    const [path] = Object.entries(resource.properties).find(([, { column }]) => column === name) ?? []
    return titleOf(path ?? name.split('/')[1] ?? name, 'text').toLowerCase()
  }
}
