// Fiscal years, quarters and months: which one a day is in, and how people call it. A year begins on the day after the
// one on which the year before ended; quarters and months begin on the same day of later months.
import { addDays, addMonths } from './local-time.ts'
import { monthName, shortDayText } from './written-times.ts'

export const periodUnits = ['Month', 'Quarter', 'Year'] as const
export type PeriodUnit = (typeof periodUnits)[number]

/** The last day of a fiscal year. */
export interface YearEnd {
  readonly yearEndDay: number
  /** 1 is January. */
  readonly yearEndMonth: number
}

/** How days are moved so that fiscal months are those of the calendar, and the month that then begins the year. */
export interface FiscalShift {
  readonly days: number
  readonly firstMonth: number
}

/** The first day of a period, and the first one after it. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** How many months a period has. */
export const monthsIn: Readonly<Record<PeriodUnit, number>> = { Month: 1, Quarter: 3, Year: 12 }

/** How a fiscal year differs from that of the calendar. */
export function shiftOf({ yearEndDay, yearEndMonth }: YearEnd): FiscalShift {
  // a year without 29 February, in which every end of a year exists
  const last = `2001-${String(yearEndMonth).padStart(2, '0')}-${String(yearEndDay).padStart(2, '0')}`
  const [, month, day] = addDays(last, 1).split('-').map(Number)
  return { days: (day ?? 1) - 1, firstMonth: month ?? 1 }
}

/** The period that a day such as 2026-05-06 is in. */
export function periodAround(day: string, unit: PeriodUnit, shift: FiscalShift): Period {
  const moved = addDays(day, -shift.days)
  const into = (Number(moved.slice(5, 7)) - shift.firstMonth + 12) % monthsIn[unit]
  return periodFrom(addDays(addMonths(`${moved.slice(0, 7)}-01`, -into), shift.days), unit, shift)
}

/** The period that begins on this day. */
export const periodFrom = (from: string, unit: PeriodUnit, { days }: FiscalShift): Period => ({
  from,
  to: addDays(addMonths(addDays(from, -days), monthsIn[unit]), days),
})

/** The period so many later, or earlier. */
export const periodLater = ({ from }: Period, by: number, unit: PeriodUnit, shift: FiscalShift): Period => {
  const start = addDays(addMonths(addDays(from, -shift.days), by * monthsIn[unit]), shift.days)
  return periodFrom(start, unit, shift)
}

/**
 * `Sept 2026`, `Q2 2026`, `2026`; `Q1 FY2027` and `FY2027` where the year is not that of the calendar: it is named
 * after the one in which it ends. Months are written as those who read it write them.
 */
export function periodLabel(
  { from }: Pick<Period, 'from'>,
  unit: PeriodUnit,
  { shift, locale }: { readonly shift: FiscalShift; readonly locale?: string },
): string {
  if (unit === 'Month')
    return shift.days === 0 ? monthName(from, 'short', locale) : shortDayText(from, locale)
  const [year = 0, month = 1] = addDays(from, -shift.days).split('-').map(Number)
  const isCalendar = shift.days === 0 && shift.firstMonth === 1
  const into = (month - shift.firstMonth + 12) % 12
  const ends = month >= shift.firstMonth ? year + 1 : year
  const yearName = isCalendar ? String(year) : `FY${ends}`
  return unit === 'Year' ? yearName : `Q${Math.floor(into / 3) + 1} ${yearName}`
}
