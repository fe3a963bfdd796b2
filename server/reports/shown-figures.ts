// The figures of a report as columns: each measure, and where it is compared, last year's, the change and its percent,
// and the share of the first.
import type { FigureRow } from '../platform/lists/figure-rows.ts'
import type { Measure } from '../platform/lists/measures.ts'
import { roundedHalfEven } from '../platform/decimal.ts'
import { differenceText, percentText, shareText } from './comparison.ts'
import type { ReportRun } from './run-report.ts'

export interface ShownFigure {
  readonly title: string
  /** As JSON calls it. */
  readonly name: string
  readonly unit: Measure['unit']
  readonly of: (row: FigureRow) => string | null
}

/** A figure in decimal: sums as they are, what was divided with two digits, half even. */
function figureText(value: string, measure: Pick<Measure, 'as'> | undefined): string {
  return measure?.as === 'sum' ? value : roundedHalfEven(value, 2)
}

/** The figures of a measure by its place, as texts. */
export interface Compared {
  readonly now: string | null
  readonly before: string | null
  readonly difference: string | null
  readonly percent: string | null
}

/** What a measure is in a group, and was in the year before. */
export function comparedOf(row: FigureRow, index: number, measures: readonly Measure[]): Compared {
  const measure = measures[index]
  const text = (value: string | null | undefined) =>
    value === null || value === undefined ? null : figureText(value, measure)
  const now = text(row.values[index])
  const before = text(row.values[measures.length + index])
  const difference = measure ? differenceText(now, before, measure) : null
  return { now, before, difference, percent: percentText(difference, before) }
}

/** What part of the total in its currency a group is, by the first measure; null for what is no sum. */
export function shareOf(row: FigureRow, { figures, measures: [first] }: ReportRun): string | null {
  if (first?.as !== 'sum') return null
  const total = figures.totals.find(({ currency }) => currency === row.currency)
  return shareText(row.values[0] ?? null, total?.values[0] ?? null)
}

/** The columns of a report. */
export function shownFigures(run: ReportRun, names: readonly string[]): readonly ShownFigure[] {
  const { measures, before } = run
  const [first] = measures
  return [
    ...measures.flatMap((measure, index): ShownFigure[] => {
      const { title, unit } = measure
      const name = names[index] ?? title
      const of = (part: keyof Compared) => (row: FigureRow) => comparedOf(row, index, measures)[part]
      const now = { title, name, unit, of: of('now') }
      if (before === null) return [now]
      return [
        now,
        { title: `${title}, last year`, name: `${name}LastYear`, unit, of: of('before') },
        { title: `${title}, change`, name: `${name}Change`, unit, of: of('difference') },
        { title: `${title}, change in %`, name: `${name}ChangePercent`, unit: 'percent', of: of('percent') },
      ]
    }),
    ...(before !== null && first?.as === 'sum'
      ? [
          {
            title: `Share of ${first.title.toLowerCase()} in %`,
            name: `${names[0] ?? ''}Share`,
            unit: 'percent' as const,
            of: (row: FigureRow) => shareOf(row, run),
          },
        ]
      : []),
  ]
}
