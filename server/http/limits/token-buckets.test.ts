import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

const at = (rate: { perSecond: number; burst: number; limit?: number }) => {
  let now = 1_000
  const buckets = createTokenBuckets({ ...rate, monotonic: () => now })
  return { buckets, pass: (milliseconds: number) => void (now += milliseconds) }
}

test('a burst at once, then one per interval', () => {
  const { buckets, pass } = at({ perSecond: 50, burst: 200 })
  for (let left = 199; left >= 0; left--)
    expect(buckets.take('a')).toMatchObject({ allowed: true, remaining: left })
  expect(buckets.take('a')).toMatchObject({ allowed: false, remaining: 0, fullIn: 4, retryIn: 0.02 })
  expect(buckets.take('b')).toMatchObject({ allowed: true, remaining: 199 })
  pass(19)
  expect(buckets.take('a').allowed).toBe(false)
  pass(1)
  expect(buckets.take('a').allowed).toBe(true)
  expect(buckets.take('a').allowed).toBe(false)
  pass(4_000)
  expect(buckets.peek('a')).toMatchObject({ allowed: true, remaining: 200, fullIn: 0, retryIn: 0 })
})

test('a rejected request costs nothing, and peeking costs nothing [G-120]', () => {
  const { buckets, pass } = at({ perSecond: 1, burst: 1 })
  buckets.take('a')
  for (let again = 0; again < 100; again++) expect(buckets.take('a').allowed).toBe(false)
  pass(1_000)
  buckets.peek('a')
  expect(buckets.take('a').allowed).toBe(true)
})

test('tokens used elsewhere are drained, down to an empty bucket and no further', () => {
  const { buckets, pass } = at({ perSecond: 10, burst: 10 })
  buckets.drain('a', 4)
  expect(buckets.peek('a').remaining).toBe(6)
  buckets.drain('a', 1_000)
  expect(buckets.take('a').allowed).toBe(false)
  pass(100)
  expect(buckets.take('a').allowed).toBe(true)
})

test('any calls at any times stay within burst + rate x time', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 50 }),
      steps,
      (perSecond, burst, all) => {
        const { buckets, pass } = at({ perSecond, burst })
        let time = 0
        let allowed = 0
        for (const step of all) {
          pass(step)
          time += step
          for (let again = 0; again < 5; again++) if (buckets.take('a').allowed) allowed++
        }
        expect(allowed).toBeLessThanOrEqual(burst + (perSecond * time) / 1_000 + 1e-6)
      },
    ),
  )
})

test('memory is bounded: of a million keys the most recent are kept', () => {
  const { buckets } = at({ perSecond: 1, burst: 1, limit: 1_000 })
  buckets.take('first')
  for (let key = 0; key < 1_000_000; key++) buckets.take(`key ${key}`)
  expect(buckets.peek('key 999999').allowed).toBe(false)
  expect(buckets.peek('first').allowed).toBe(true)
  expect(buckets.size).toBeLessThanOrEqual(1_000)
})
