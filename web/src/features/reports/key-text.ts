// What a group of figures is called.
import type { Format } from '../../lib/format.ts'
import type { Group } from './reports.ts'

type Key = Pick<Group['keys'][number], 'value' | 'label' | 'to'>

const DAY = 86_400_000

/** The name of a key; of one that is a month, in the person's way of writing days. */
export function keyText(format: Pick<Format, 'month'>, key: Key | undefined): string {
  if (!key) return ''
  const { value, label, to } = key
  const days = (Date.parse(to ?? '') - Date.parse(value ?? '')) / DAY
  return value && days >= 28 && days <= 31 ? format.month(value) : label
}
