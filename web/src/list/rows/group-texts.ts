// What the heading of a group says.
import type { Format } from '../../lib/format.ts'
import { isTime } from '../filters/property.ts'
import { texts } from '../texts.ts'
import type { ShownRows } from '../use-shown-rows.ts'
import type { Grouping } from './groups.ts'

interface GroupedList {
  readonly rows: Pick<ShownRows, 'shown'>
  readonly grouping: Grouping | undefined
  readonly measured?: { readonly label: string } | undefined
}

/** What its rows have in common. */
export function groupLabel(
  { rows, grouping }: GroupedList,
  line: number,
  format: Pick<Format, 'month'>,
): string {
  const at = rows.shown?.lines.at(line)
  const group = at?.segment.group
  const label = grouping?.property.label ?? ''
  const without = grouping && isTime(grouping.property.kind) ? texts.withoutDate : texts.without(label)
  if (!group || group.value === null) return without
  if (grouping && isTime(grouping.property.kind)) return format.month(group.value)
  const choice = grouping?.property.choices?.find(({ value }) => value === group.value)
  const flag = group.value === 'true' ? texts.yes : group.value === 'false' ? texts.no : undefined
  const shown =
    choice?.label ?? (grouping?.property.kind === 'flag' ? flag : undefined) ?? group.label ?? group.value
  return shown === '' ? without : shown
}

/** What its rows add up to in the measured column, by currency; empty where nothing is measured. */
export function groupSum({ rows, measured }: GroupedList, line: number, format: Format): string {
  const sums = rows.shown?.lines.at(line)?.segment.group?.sums ?? []
  if (measured === undefined || sums.length === 0) return ''
  const amounts = sums.map(({ currency, amount }) =>
    currency === null ? format.number(amount) : format.money(amount, currency),
  )
  return texts.sumOf(measured.label, amounts.join(' + '))
}
