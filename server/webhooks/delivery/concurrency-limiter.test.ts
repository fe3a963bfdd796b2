// The concurrency limiter: caps, turns, and the capacity left to healthy receivers when others hang.
import { expect, test } from 'vitest'
import { createConcurrencyLimiter, defaultLimits, type ConcurrencyLimiter } from './concurrency-limiter.ts'

const of = (subscriptionId: number, host = `host-${subscriptionId}`) => ({ subscriptionId, host })
const quickly = { acknowledged: true, durationMs: 20 }
const failed = { acknowledged: false, durationMs: 5_000 }
const quotaOf = (limiter: ConcurrencyLimiter, receiver: ReturnType<typeof of>) =>
  limiter.allocate([receiver])[0]?.limit ?? 0

/** Claims and starts one attempt for the receiver. */
function send(limiter: ConcurrencyLimiter, receiver: ReturnType<typeof of>): void {
  limiter.claimed(receiver)
  limiter.start(receiver)
}
function exchange(limiter: ConcurrencyLimiter, receiver: ReturnType<typeof of>, how = quickly): void {
  send(limiter, receiver)
  limiter.finish(receiver, how)
}
/** How many attempts to it can be in progress at once. */
function atOnce(limiter: ConcurrencyLimiter, receiver: ReturnType<typeof of>): number {
  let begun = 0
  for (; limiter.canStart(receiver, 1); begun++) limiter.start(receiver)
  return begun
}

test('a subscription starts with one attempt, doubles with each answer and falls back to one after a failure', () => {
  for (const [answers, limit] of [
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 16],
    [5, 16],
  ] as const) {
    const limiter = createConcurrencyLimiter()
    for (let i = 0; i < answers; i++) exchange(limiter, of(1))
    expect(atOnce(limiter, of(1))).toBe(limit)
  }
  const limiter = createConcurrencyLimiter()
  for (let i = 0; i < 4; i++) exchange(limiter, of(1))
  exchange(limiter, of(1), failed)
  expect(quotaOf(limiter, of(1))).toBe(1)
  expect(atOnce(limiter, of(1))).toBe(1)
})

test('a receiver that takes more than a second to answer gets at most eight attempts at once', () => {
  const limiter = createConcurrencyLimiter()
  for (let i = 0; i < 5; i++) exchange(limiter, of(1), { acknowledged: true, durationMs: 4_900 })
  expect(quotaOf(limiter, of(1))).toBe(defaultLimits.perSlow)
})

test('a quick receiver that stops answering gets nothing more until it answers', () => {
  let now = 0
  const limiter = createConcurrencyLimiter(defaultLimits, () => now)
  for (let i = 0; i < 4; i++) exchange(limiter, of(1))
  send(limiter, of(1))
  expect(limiter.canStart(of(1), 1)).toBe(true)
  now += 600
  expect(limiter.canStart(of(1), 1)).toBe(false)
  expect(quotaOf(limiter, of(1))).toBe(0)
  expect(limiter.exclusions().subscriptions).toEqual([1])
  limiter.finish(of(1), quickly)
  expect(limiter.canStart(of(1), 1)).toBe(true)
})

test('when many receivers stop answering at once, capacity is left for those that answer [W-74]', () => {
  let now = 0
  const limiter = createConcurrencyLimiter(defaultLimits, () => now)
  const turning = Array.from({ length: 300 }, (_, i) => of(i))
  for (const each of [...turning, of(1_000)]) for (let i = 0; i < 4; i++) exchange(limiter, each)
  let begun = 0
  for (let more = true; more; ) {
    more = false
    for (const each of turning) {
      if (quotaOf(limiter, each) === 0 || !limiter.canStart(each, 1)) continue
      send(limiter, each)
      begun += 1
      more = true
    }
  }
  expect(begun).toBeLessThan(defaultLimits.total)
  now += 300
  expect(limiter.allocate(turning)).toEqual([])
  expect(quotaOf(limiter, of(1_000))).toBeGreaterThan(0)
  expect(limiter.canStart(of(1_000), 1)).toBe(true)
})

test('every subscription has a turn before any has a second one [W-73]', () => {
  const limiter = createConcurrencyLimiter({ ...defaultLimits, total: 64 })
  const many = Array.from({ length: 32 }, (_, i) => of(i))
  for (const each of many) for (let i = 0; i < 4; i++) exchange(limiter, each)
  const quotas = limiter.allocate(many).map(({ limit }) => limit)
  expect(quotas).toHaveLength(many.length)
  expect(new Set(quotas)).toEqual(new Set([2]))
})

test('with many receivers, now or a moment ago, each is sent one at a time unless much is ready for it', () => {
  let now = 0
  const limiter = createConcurrencyLimiter(defaultLimits, () => now)
  const many = Array.from({ length: 300 }, (_, i) => of(i))
  for (const each of many) for (let i = 0; i < 4; i++) exchange(limiter, each)
  for (const each of many) for (let i = 0; i < 2; i++) limiter.claimed(each)
  limiter.start(of(0))
  expect(limiter.canStart(of(0), 100)).toBe(false)
  expect(limiter.canStart(of(1), 1)).toBe(true)
  for (const each of many.slice(1)) for (let i = 0; i < 2; i++) limiter.release(each)
  expect(limiter.canStart(of(0), 1)).toBe(false)
  expect(limiter.canStart(of(0), 100)).toBe(true)
  limiter.finish(of(0), quickly)
  now += 2_000
  limiter.start(of(0))
  expect(limiter.canStart(of(0), 1)).toBe(true)
})

test('as many are claimed ahead as a receiver answers within 300 ms', () => {
  for (const [durationMs, quota] of [
    [1, 512],
    [20, 240],
    [100, 48],
    [900, 32],
  ] as const) {
    const limiter = createConcurrencyLimiter()
    for (let i = 0; i < 4; i++) exchange(limiter, of(1), { acknowledged: true, durationMs })
    expect(quotaOf(limiter, of(1))).toBe(quota)
  }
})

test('one host gets no more than its share, however many subscriptions point to it [W-73]', () => {
  const limiter = createConcurrencyLimiter()
  const same = Array.from({ length: 200 }, (_, i) => of(i, 'same'))
  const begun = same.filter((each) => {
    const admitted = limiter.canStart(each, 1)
    if (admitted) send(limiter, each)
    return admitted
  })
  expect(begun).toHaveLength(defaultLimits.perHost)
  expect(limiter.exclusions().hosts).toEqual(['same'])
  expect(limiter.canStart(of(500, 'same'), 1)).toBe(false)
  expect(limiter.canStart(of(500, 'other'), 1)).toBe(true)
})

test('newcomers and failing receivers share a limited part of the capacity and leave the rest to the others', () => {
  const limiter = createConcurrencyLimiter()
  const hanging = Array.from({ length: 400 }, (_, i) => of(i))
  const newcomers = limiter.allocate(hanging)
  expect(newcomers).toHaveLength(defaultLimits.newcomers)
  for (const each of newcomers) send(limiter, each)
  expect(limiter.allocate(hanging.slice(defaultLimits.newcomers))).toEqual([])
  for (const each of newcomers) limiter.finish(each, failed)
  const again = limiter.allocate(newcomers)
  expect(again).toHaveLength(defaultLimits.failing)
  for (const each of again) send(limiter, each)
  expect(limiter.exclusions().subscriptions).toHaveLength(newcomers.length)
  expect(newcomers.some((each) => limiter.wantsMore(each))).toBe(false)
  const quick = of(1_000)
  expect(quotaOf(limiter, quick)).toBe(1)
  exchange(limiter, quick)
  expect(limiter.canStart(quick, 1)).toBe(true)
  for (const each of again) limiter.finish(each, quickly)
  expect(limiter.exclusions()).toEqual({ subscriptions: [], hosts: [] })
})

test('claimed and unsent deliveries use capacity until they are released', () => {
  const limiter = createConcurrencyLimiter()
  exchange(limiter, of(1))
  const quota = quotaOf(limiter, of(1))
  for (let i = 0; i < quota; i++) limiter.claimed(of(1))
  expect(quotaOf(limiter, of(1))).toBe(0)
  expect(limiter.wantsMore(of(1))).toBe(false)
  for (let i = 0; i < quota; i++) limiter.release(of(1))
  expect(quotaOf(limiter, of(1))).toBe(quota)
  expect(limiter.wantsMore(of(1))).toBe(true)
})
