// Recurrences as text.
import { expect, test } from 'vitest'
import { repeatOf } from './recurrence.ts'

test.each([
  ['FREQ=MONTHLY', 'Every month'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1', 'Every 3 months, on the last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=15;COUNT=4', 'Every month, on day 15, 4 times'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20281231',
    'Every 2 weeks, on Monday, Thursday, until 2028-12-31',
  ],
  ['FREQ=MONTHLY;BYDAY=2TU', 'Repeats by a rule of its own'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'Repeats by a rule of its own'],
])('%s is %s', (rule, words) => {
  expect(repeatOf(rule)).toBe(words)
})
