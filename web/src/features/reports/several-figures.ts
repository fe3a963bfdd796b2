// Where the bars and lines of several figures are in their chart.
import type { CSSProperties } from 'react'
import type { Figures, Group } from './reports.ts'

/** A figure that is drawn: its place among the values of a group, and among the bars or lines. */
export type DrawnFigure = Figures['measures'][number] & { readonly index: number; readonly place: number }

export interface Drawn {
  readonly bars: readonly DrawnFigure[]
  readonly lines: readonly DrawnFigure[]
}

/** What a chart draws, in the order of the figures. */
export function drawnIn({ measures }: Figures): Drawn {
  const all = measures.map((measure, index) => ({ ...measure, index }))
  const those = (kind: 'Bar' | 'Line') =>
    all.filter(({ drawnAs }) => drawnAs === kind).map((measure, place) => ({ ...measure, place }))
  return { bars: those('Bar'), lines: those('Line') }
}

/** A bar from one value to another. */
interface Part {
  readonly figure: DrawnFigure
  readonly from: number
  readonly to: number
}

/**
 * The bars of a group: each on its own from nothing on; or all after one another, what is below nothing to the other
 * side.
 */
export function rowsOf({ values }: Group, { bars }: Drawn, isStacked: boolean): readonly (readonly Part[])[] {
  const known = bars
    .map((figure) => ({ figure, value: values[figure.index] ?? 0 }))
    .filter(({ value }) => value !== 0)
  // lines have room to be drawn where there is no bar
  if (known.length === 0) return [[]]
  if (!isStacked) return known.map(({ figure, value }) => [{ figure, from: 0, to: value }])
  let [above, below] = [0, 0]
  const parts = known.map(({ figure, value }): Part => {
    const from = value > 0 ? above : below
    if (value > 0) above += value
    else below += value
    return { figure, from, to: from + value }
  })
  return [parts]
}

/** From the least to the most of what is drawn. */
export interface Scale {
  /** Where nothing is, from 0 to 1. */
  readonly zero: number
  readonly placeOf: (value: number) => number
}

/** The scale of all groups, and of the year before. */
export function scaleOf(groups: readonly Group[], drawn: Drawn, isStacked: boolean): Scale {
  const all = groups.flatMap((group) =>
    [group, ...(group.lastYear ? [{ ...group, values: group.lastYear.values }] : [])].flatMap((each) => [
      ...rowsOf(each, drawn, isStacked)
        .flat()
        .map(({ to }) => to),
      ...drawn.lines.map(({ index }) => each.values[index] ?? 0),
    ]),
  )
  const least = Math.min(0, ...all)
  const most = Math.max(0, ...all)
  const width = Math.max(most - least, 1e-9)
  return { zero: -least / width, placeOf: (value) => (value - least) / width }
}

/** The style of a bar. */
export function spanOf(from: number, to: number, { placeOf }: Scale): CSSProperties {
  const [start, end] = [placeOf(Math.min(from, to)), placeOf(Math.max(from, to))]
  return {
    insetInlineStart: `${(start * 100).toFixed(2)}%`,
    inlineSize: `${((end - start) * 100).toFixed(2)}%`,
  }
}
