// The lines of an invoice in groups, with their sums.
import { aboveAgreed } from './agreed.ts'
import { flagTexts } from './flag-texts.ts'
import type { Line } from './invoice-calls.ts'
import { reviewTexts as texts } from './texts.ts'

export type Grouping = keyof typeof texts.groups
export type Shown = keyof typeof texts.shows

export interface LineGroup {
  readonly key: string
  readonly title: string
  readonly lines: readonly Line[]
  readonly amount: number
  /** What the review leaves; null where no review is shown. */
  readonly remaining: number | null
}

/** The rules of the guidelines that have flagged each line, by its number. */
export type RulesByLine = ReadonlyMap<number, readonly string[]>

const noRules: RulesByLine = new Map()

/** The lines that are shown, as `show` says. */
export function shownLines(lines: readonly Line[], show: Shown, rules = noRules): readonly Line[] {
  if (show === 'flagged') return lines.filter(({ number }) => rules.has(number))
  if (show === 'open') return lines.filter(({ review }) => review === null)
  if (show === 'above') return lines.filter((line) => aboveAgreed(line) > 0)
  if (show === 'cut') return lines.filter(({ review }) => review !== null && review?.decision !== 'Accepted')
  return lines
}

/** The lines in groups, in the order in which each group first appears; days in their own order. */
export function groupedLines(
  lines: readonly Line[],
  by: Grouping,
  dayText: (day: string) => string,
  rules = noRules,
) {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const key = by === 'flag' ? (rules.get(line.number)?.[0] ?? '') : keyOf(line, by)
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  const keys = by === 'day' ? [...groups.keys()].sort() : [...groups.keys()]
  return keys.map((key): LineGroup => {
    const its = groups.get(key) ?? []
    const remaining = its.map(({ approvedAmount }) => approvedAmount ?? null)
    return {
      key,
      title: titleOf(key, by, dayText),
      lines: its,
      amount: sum(its.map(({ amount }) => amount)),
      remaining: remaining.includes(null) ? null : sum(remaining.map((each) => each ?? 0)),
    }
  })
}

function keyOf(line: Line, by: Grouping): string {
  switch (by) {
    case 'timekeeper':
      return line.timekeeper ?? ''
    case 'task':
      return line.taskCode ?? ''
    case 'day':
      return line.workDate ?? ''
    case 'kind':
      return line.kind
    default:
      return ''
  }
}

const nothing = {
  none: '',
  timekeeper: texts.noTimekeeper,
  task: texts.noTask,
  day: texts.noDay,
  kind: '',
  flag: texts.noFlag,
}

function titleOf(key: string, by: Grouping, dayText: (day: string) => string): string {
  if (key === '') return nothing[by]
  if (by === 'day') return dayText(key)
  if (by === 'flag') return flagTexts.rule(key)
  return by === 'kind' ? (texts.kinds[key as keyof typeof texts.kinds] ?? key) : key
}

/** Amounts have four decimal places at most: their sums are rounded to those. */
export const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((all, each) => all + each, 0) * 10_000) / 10_000
