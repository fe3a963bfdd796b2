// Durations read well and never promise too early a moment.
import { describe, expect, test } from 'vitest'
import { formatDuration, retryAfterMessage } from './durations.ts'

test.each([
  [0, '0 seconds'],
  [0.2, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '1 minute 1 second'],
  [150, '2 minutes 30 seconds'],
  [3599, '59 minutes 59 seconds'],
  [3600, '1 hour'],
  [3601, '1 hour 1 minute'],
  [86_399, '1 day'],
  [86_400, '1 day'],
  [90_001, '1 day 2 hours'],
  [2_592_000, '30 days'],
])('%d seconds are "%s"', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

describe('Retry-After', () => {
  test('in seconds', () => {
    expect(retryAfterMessage('120')).toBe('You can try again in 2 minutes.')
  })

  test('as a date', () => {
    const now = Date.parse('2026-11-21T10:00:00Z')
    expect(retryAfterMessage('Sat, 21 Nov 2026 10:00:30 GMT', now)).toBe('You can try again in 30 seconds.')
    expect(retryAfterMessage('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe('You can try again now.')
  })

  test('returns nothing if it is missing or invalid', () => {
    expect(retryAfterMessage(undefined)).toBeUndefined()
    expect(retryAfterMessage('soon')).toBeUndefined()
    expect(retryAfterMessage('')).toBeUndefined()
  })
})
