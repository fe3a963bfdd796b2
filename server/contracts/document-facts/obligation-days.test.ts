// Days after the end of every period, as rules of key dates.
import { expect, test } from 'vitest'
import { addDays, addMonths } from '../../platform/time/local-time.ts'
import { recurringDays } from './obligation-days.ts'

test.each([
  ['months', 1, 10, '2026-03-02', '2026-03-10', 'FREQ=MONTHLY;INTERVAL=1'],
  ['months', 1, 10, '2026-03-10', '2026-03-10', 'FREQ=MONTHLY;INTERVAL=1'],
  ['months', 1, 10, '2026-03-11', '2026-04-10', 'FREQ=MONTHLY;INTERVAL=1'],
  ['months', 3, 30, '2026-03-02', '2026-04-30', 'FREQ=MONTHLY;INTERVAL=3'],
  // 14 February, 15 May, 14 August, 14 November
  ['months', 3, 45, '2026-03-02', '2026-05-14', 'FREQ=MONTHLY;INTERVAL=3'],
  ['months', 6, 20, '2026-03-02', '2026-07-20', 'FREQ=MONTHLY;INTERVAL=6'],
  ['years', 1, 90, '2026-03-02', '2026-03-30', 'FREQ=YEARLY;INTERVAL=1'],
  ['years', 1, 120, '2026-12-31', '2027-04-29', 'FREQ=YEARLY;INTERVAL=1'],
] as const)(
  'every %s %i, %i days after it ends, from %s on: %s',
  (...[unit, amount, days, today, date, recurrence]) => {
    expect(recurringDays({ amount, unit }, days, today)).toEqual({ date, recurrence })
  },
)

test('no day of a rule is after the exact one, and none is much before it, whatever the number of days', () => {
  for (const amount of [1, 3, 6, 12]) {
    for (let days = 1; days <= 120; days++) {
      const { date } = recurringDays({ amount, unit: 'months' }, days, '2026-03-02')
      // worked out for each period alone
      const exact = Array.from({ length: 96 / amount }, (_, index) =>
        new Date(Date.UTC(2024, index * amount, days)).toISOString().slice(0, 10),
      )
      for (let index = 0; index < 8; index++) {
        const ruled = addMonths(date, index * amount)
        const next = exact.find((day) => day >= ruled) ?? ''
        expect(ruled.slice(8), `${amount} months, ${days} days`).toBe(date.slice(8))
        expect(next <= addDays(ruled, 7), `${amount} months, ${days} days: ${ruled}, exactly ${next}`).toBe(
          true,
        )
      }
    }
  }
})
