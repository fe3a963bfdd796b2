// Figures as people read them.
import type { Format } from '../../lib/format.ts'
import type { Unit } from './reports.ts'
import { texts } from './texts.ts'

/** A figure in its unit; a dash where there is nothing to compute it from. */
export function figureText(
  format: Format,
  value: number | null,
  { unit, currency }: { readonly unit: Unit; readonly currency: string | null },
): string {
  if (value === null) return texts.none
  switch (unit) {
    case 'amount':
    case 'rate':
      return currency === null ? format.number(value) : format.money(value, currency)
    case 'hours':
      return texts.hours(format.number(value))
    case 'days':
      return texts.daysValue(format.number(value))
    case 'percent':
      return texts.percent(format.number(value))
    default:
      return format.number(value)
  }
}
