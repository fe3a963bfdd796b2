// The groups of a report as rows of a file; a sheet begins with what they are of, and ends with their totals.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { FigureRow } from '../../platform/lists/figure-rows.ts'
import { isOfMoney, type MeasureUnit } from '../../platform/lists/measures.ts'
import type { Cell, NumberFormat, Table, TableColumn } from '../../platform/spreadsheets/table.ts'
import { fileNameFor } from '../../http/v2/reports/export-list.ts'
import type { ReportRun } from '../run-report.ts'
import { shownFigures } from '../shown-figures.ts'
import type { AskedReport } from './asked-report.ts'
import { keyToV2 } from './figures.wire.ts'
import { asOfText, basisOf, nameOf, notesOf, periodsOf, sentenceOf } from './report-words.ts'

interface Filed {
  readonly asked: AskedReport
  readonly run: ReportRun
  /** What its reader calls it; null for what it is of. */
  readonly name: string | null
}

interface ReportFile {
  /** Without an ending. */
  readonly fileName: string
  /** What the sheet is called. */
  readonly title: string
  readonly table: Table
  /** The names of the columns in JSON. */
  readonly names: readonly string[]
}

/** The file of a report. Figures have all their digits. */
export async function reportFile(app: App, actor: Actor, { asked, run, name }: Filed): Promise<ReportFile> {
  const title = name ?? nameOf(asked)
  const [sentence, fileName] = await Promise.all([
    sentenceOf(app, actor, asked),
    fileNameFor(app, actor, title),
  ])
  const { more } = run.figures
  const basis = basisOf(run.measures)
  const heading = [
    title,
    sentence(run.days, run.before),
    ...periodsOf(asked, run),
    ...(basis === null ? [] : [basis]),
    ...notesOf(asked, run, actor),
    ...(more > 0 ? [`${more} more groups are not shown; the totals have them.`] : []),
    `As of ${asOfText(asked)}.`,
  ]
  return { fileName, title, ...tableOf(asked, run, heading) }
}

const formats: Readonly<Record<MeasureUnit, NumberFormat>> = {
  count: 'whole',
  amount: 'amount',
  rate: 'amount',
  hours: 'decimal',
  days: 'decimal',
  percent: 'percent',
}

function tableOf(
  { definition, reportable, on, locale }: AskedReport,
  run: ReportRun,
  heading: readonly string[],
): Pick<ReportFile, 'table' | 'names'> {
  const { figures, measures } = run
  const { by } = definition
  const shown = shownFigures(run, definition.measures)
  const isMoney = measures.some(isOfMoney)
  const text = (title: string): TableColumn => ({ title, kind: 'text' })
  const columns = [
    ...by.map(({ dimension }) => text(reportable.dimensions[dimension]?.title ?? dimension)),
    ...(isMoney ? [text('Currency')] : []),
    ...shown.map(({ title, unit }): TableColumn => ({ title, kind: 'number', format: formats[unit] })),
  ]
  const labels = ({ keys }: FigureRow): readonly Cell[] =>
    keys.map((key, index) => keyToV2(key, by[index]?.per ?? null, { on, locale }).label)
  const values = (row: FigureRow): readonly Cell[] => [
    ...(isMoney ? [row.currency] : []),
    ...shown.map(({ of }) => of(row)),
  ]
  const isTotal = by.length === 0
  const rows = (isTotal ? figures.totals : figures.rows).map((row) => [...labels(row), ...values(row)])
  const sums = figures.totals.map((row) => [
    ...by.map((_, index) => (index === 0 ? 'Total' : null)),
    ...values(row),
  ])
  const sheet = {
    heading,
    totals: isTotal ? [] : sums,
    ...(isMoney ? { currencyAt: by.length } : {}),
  }
  const names = [
    ...by.map(({ dimension }) => dimension),
    ...(isMoney ? ['currency'] : []),
    ...shown.map(({ name }) => name),
  ]
  return { table: { columns, rows: once(rows), sheet }, names }
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows)
}
