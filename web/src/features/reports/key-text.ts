// What a group of figures is called.
import type { Format } from '../../lib/format.ts'
import type { Figures, Group } from './reports.ts'

type Key = Pick<Group['keys'][number], 'value' | 'label'>
/** Of the dimension that the key is of: the period that it groups by. */
type Per = Figures['dimensions'][number]['per']

/** The name of a key; of a calendar month, in the person's way of writing days. */
export function keyText(format: Pick<Format, 'month'>, key: Key | undefined, per: Per | undefined): string {
  if (!key) return ''
  const { value, label } = key
  return per === 'Month' && value?.endsWith('-01') ? format.month(value) : label
}
