// The figures of a report as its mail has them: the answer of the API as texts, and its file.
import { buffer } from 'node:stream/consumers'
import type { ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { exportTypes, streamOf } from '../../http/v2/reports/send-export.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { FigureRow } from '../../platform/lists/figure-rows.ts'
import { isAmount, isOfMoney, type Measure } from '../../platform/lists/measures.ts'
import type { Attachment } from '../../platform/mail/mail.ts'
import { type ComputeReport, type MailedFigures, mostRowsInMail } from '../mailings/mailed-figures.ts'
import type { MailedFormat } from '../mailings/mailing.ts'
import type { ReportRun } from '../run-report.ts'
import { type AskedReport, askedReport, readReport, reportToV2, runAsked } from './asked-report.ts'
import { shownFigures } from '../shown-figures.ts'
import { keyToV2 } from './figures.wire.ts'
import { reportFile } from './report-file.ts'
import { asOfText } from './report-words.ts'

/** Computes reports of these lists for mails. */
export const computeForMail =
  (sources: readonly ReportedSource[]): ComputeReport =>
  async (app, actor, { report, format }) => {
    const { asked, run, answer } = await readReport(app, async (reading) => {
      const asked = await askedReport(reading, actor, sources, { written: report })
      const run = await runAsked(reading, actor, asked)
      return { asked, run, answer: await reportToV2(reading, actor, asked, run) }
    })
    const { sentence, basis, complete } = answer
    const notes = [...(basis === null ? [] : [basis]), ...answer.notes]
    const file = { asked, run, format, name: report.name }
    const attachment = run.figures.cut ? undefined : await fileOf(app, actor, file)
    return { ...textsOf(asked, run), sentence, notes, complete, asOf: asOfText(asked), attachment }
  }

interface Filed {
  readonly asked: AskedReport
  readonly run: ReportRun
  readonly format: MailedFormat
  readonly name: string
}

async function fileOf(app: App, actor: Actor, { format, ...filed }: Filed): Promise<Attachment> {
  const ending = format === 'Csv' ? 'csv' : 'xlsx'
  const file = await reportFile(app, actor, filed)
  const bytes = await buffer(streamOf({ format: ending, ...file }))
  return {
    filename: `${file.fileName}.${ending}`,
    contentType: exportTypes[ending],
    content: bytes.toString('base64'),
    encoding: 'base64',
  }
}

/** The rows as texts: the largest of them, and the totals. */
function textsOf(
  { definition, reportable, on, locale }: AskedReport,
  run: ReportRun,
): Pick<MailedFigures, 'columns' | 'rows' | 'totals' | 'more'> {
  const { figures, measures } = run
  const shown = shownFigures(run, definition.measures)
  const isMoney = measures.some(isOfMoney)
  const columns = [
    ...definition.by.map(({ dimension }) => ({
      title: reportable.dimensions[dimension]?.title ?? dimension,
      isNumber: false,
    })),
    ...(isMoney ? [{ title: 'Currency', isNumber: false }] : []),
    ...shown.map(({ title }) => ({ title, isNumber: true })),
  ]
  const values = (row: FigureRow) => [
    ...(isMoney ? [row.currency ?? ''] : []),
    ...shown.map(({ of, unit }) => valueText(of(row), unit, row.currency)),
  ]
  const keys = ({ keys: all }: FigureRow) =>
    all.map((key, index) => keyToV2(key, definition.by[index]?.per ?? null, { on, locale }).label)
  const totals = figures.totals.map(values)
  if (definition.by.length === 0) return { columns, rows: totals, totals: [], more: 0 }
  const label = definition.by.map((_, index) => (index === 0 ? 'Total' : ''))
  return {
    columns,
    rows: figures.rows.slice(0, mostRowsInMail).map((row) => [...keys(row), ...values(row)]),
    totals: totals.map((row) => [...label, ...row]),
    more: Math.max(0, figures.rows.length - mostRowsInMail) + figures.more,
  }
}

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

function valueText(value: string | null, unit: Measure['unit'], currency: string | null): string {
  if (value === null) return '–'
  const minimumFractionDigits = isAmount({ unit }) && currency !== null ? digitsOf(currency) : 0
  const numbers = new Intl.NumberFormat('en-GB', {
    minimumFractionDigits,
    maximumFractionDigits: Math.max(4, minimumFractionDigits),
  })
  const units: Partial<Record<Measure['unit'], string>> = { hours: ' h', days: ' days', percent: ' %' }
  // as text, because amounts have more digits than a number
  return `${numbers.format(value as Intl.StringNumericLiteral)}${units[unit] ?? ''}`
}
