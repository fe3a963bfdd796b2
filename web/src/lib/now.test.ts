import { afterEach, expect, test, vi } from 'vitest'
import { formatFor } from './format.ts'
import { followClock, now } from './now.ts'

const real = Date.parse('2026-03-02T09:00:00Z')
const answer = (clock?: string) =>
  new Response(null, clock === undefined ? {} : { headers: { 'sandbox-clock': clock } })

afterEach(() => {
  followClock(answer(new Date(Date.now()).toISOString()))
  vi.useRealTimers()
})

test('pages go by the clock of the sandbox, as answers name it', () => {
  vi.useFakeTimers({ now: real, toFake: ['Date'] })
  const format = formatFor({ locale: 'en-GB', timeZone: 'Europe/London' })
  expect([now(), format.today(), format.day('2027-03-01')]).toEqual([real, '2026-03-02', '1 Mar 2027'])

  followClock(answer('2027-02-28T09:00:00Z'))
  expect([format.today(), format.day('2027-03-01'), format.isOver('2027-02-28T08:00:00Z')]).toEqual([
    '2027-02-28',
    'tomorrow',
    true,
  ])

  // what an answer takes on its way is no movement of the clock, and production names none
  followClock(answer('2027-02-28T08:59:50Z'))
  followClock(answer())
  expect(now()).toBe(Date.parse('2027-02-28T09:00:00Z'))

  followClock(answer('2026-03-02T08:59:58Z'))
  expect(now()).toBe(real)
})
