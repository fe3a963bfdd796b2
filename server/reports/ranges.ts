// The days of a range, by the fiscal calendar of the organisation.
import { addDays, addMonths } from '../platform/time/local-time.ts'
import {
  type FiscalShift,
  periodAround,
  periodLater,
  type PeriodUnit,
} from '../platform/time/fiscal-calendar.ts'
import type { RangeAsked, RangeName } from './report.ts'

/** The first day, and the first one after the last; null for no bound. */
export interface Days {
  readonly from: string | null
  readonly to: string | null
}

/** The days of a range on a day such as 2026-05-06. */
export function daysOf({ named, from, to }: RangeAsked, today: string, shift: FiscalShift): Days {
  if (named !== null) return daysNamed(named, today, shift)
  return { from, to: to === null ? null : addDays(to, 1) }
}

function daysNamed(name: RangeName, today: string, shift: FiscalShift): Days {
  const period = (unit: PeriodUnit, by: number) =>
    periodLater(periodAround(today, unit, shift), by, unit, shift)
  switch (name) {
    case 'ThisMonth':
      return period('Month', 0)
    case 'LastMonth':
      return period('Month', -1)
    case 'ThisQuarter':
      return period('Quarter', 0)
    case 'LastQuarter':
      return period('Quarter', -1)
    case 'ThisYear':
      return period('Year', 0)
    case 'LastYear':
      return period('Year', -1)
    case 'Last12Months':
      return { from: addMonths(addDays(today, 1), -12), to: addDays(today, 1) }
    case 'Next90Days':
      return { from: today, to: addDays(today, 91) }
  }
}
