import { expect, test } from 'vitest'
import { createPace } from './paced-checks.ts'

test('a file waits until those before it have come in at the pace, and is refused where that takes too long [G-174]', async () => {
  const take = createPace({ bytesPerSecond: 1_000, longestMs: 60_000 })
  const began = performance.now()
  await take(100)
  await take(1_000_000)
  expect(performance.now() - began).toBeGreaterThan(50)
  await expect(take(1)).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '10' } })
})
