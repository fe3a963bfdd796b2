// The room of one process: caps, turns, and what is left to healthy receivers when others hang.
import { expect, test } from 'vitest'
import { createRoom, limits, type Room } from './concurrency-limiter.ts'

const of = (subscriptionId: number, host = `host-${subscriptionId}`) => ({ subscriptionId, host })
const quickly = { acknowledged: true, durationMs: 20 }
const failed = { acknowledged: false, durationMs: 5_000 }
const quotaOf = (room: Room, receiver: ReturnType<typeof of>) => room.share([receiver])[0]?.most ?? 0

/** Claims and begins one for the receiver. */
function send(room: Room, receiver: ReturnType<typeof of>): void {
  room.claimed(receiver)
  room.begin(receiver)
}
function exchange(room: Room, receiver: ReturnType<typeof of>, how = quickly): void {
  send(room, receiver)
  room.end(receiver, how)
}
/** How many may be under way for it at once. */
function atOnce(room: Room, receiver: ReturnType<typeof of>): number {
  let begun = 0
  for (; room.admits(receiver); begun++) room.begin(receiver)
  return begun
}

test('a subscription begins with one attempt, doubles with each answer and falls back with a failure', () => {
  for (const [answers, most] of [
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 16],
    [5, 16],
  ] as const) {
    const room = createRoom()
    for (let i = 0; i < answers; i++) exchange(room, of(1))
    expect(atOnce(room, of(1))).toBe(most)
  }
  const room = createRoom()
  for (let i = 0; i < 4; i++) exchange(room, of(1))
  exchange(room, of(1), failed)
  expect(quotaOf(room, of(1))).toBe(1)
  expect(atOnce(room, of(1))).toBe(1)
})

test('who takes more than a second to answer gets eight at once at most', () => {
  const room = createRoom()
  for (let i = 0; i < 5; i++) exchange(room, of(1), { acknowledged: true, durationMs: 4_900 })
  expect(quotaOf(room, of(1))).toBe(limits.perSlow)
})

test('a quick receiver that falls silent gets nothing more until it answers', () => {
  let now = 0
  const room = createRoom(limits, () => now)
  for (let i = 0; i < 4; i++) exchange(room, of(1))
  send(room, of(1))
  expect(room.admits(of(1))).toBe(true)
  now += 600
  expect(room.admits(of(1))).toBe(false)
  expect(quotaOf(room, of(1))).toBe(0)
  expect(room.full().subscriptions).toEqual([1])
  room.end(of(1), quickly)
  expect(room.admits(of(1))).toBe(true)
})

test('when many fall silent at once, there is room left for those that answer [W-74]', () => {
  let now = 0
  const room = createRoom(limits, () => now)
  const turning = Array.from({ length: 300 }, (_, i) => of(i))
  for (const each of [...turning, of(1_000)]) for (let i = 0; i < 4; i++) exchange(room, each)
  let begun = 0
  for (let more = true; more; ) {
    more = false
    for (const each of turning) {
      if (quotaOf(room, each) === 0 || !room.admits(each)) continue
      send(room, each)
      begun += 1
      more = true
    }
  }
  expect(begun).toBeLessThan(limits.total)
  now += 300
  expect(room.share(turning)).toEqual([])
  expect(quotaOf(room, of(1_000))).toBeGreaterThan(0)
  expect(room.admits(of(1_000))).toBe(true)
})

test('every subscription has its turn before any has a second one [W-73]', () => {
  const room = createRoom({ ...limits, total: 64 })
  const many = Array.from({ length: 32 }, (_, i) => of(i))
  for (const each of many) for (let i = 0; i < 4; i++) exchange(room, each)
  const quotas = room.share(many).map(({ most }) => most)
  expect(quotas).toHaveLength(many.length)
  expect(new Set(quotas)).toEqual(new Set([2]))
})

test('one receiver gets no more than its part, however many subscriptions lead to it [W-73]', () => {
  const room = createRoom()
  const same = Array.from({ length: 200 }, (_, i) => of(i, 'same'))
  const begun = same.filter((each) => {
    const admitted = room.admits(each)
    if (admitted) send(room, each)
    return admitted
  })
  expect(begun).toHaveLength(limits.perHost)
  expect(room.full().hosts).toEqual(['same'])
  expect(room.admits(of(500, 'same'))).toBe(false)
  expect(room.admits(of(500, 'other'))).toBe(true)
})

test('newcomers and those that failed last share a part of the room and leave the rest to the others', () => {
  const room = createRoom()
  const hanging = Array.from({ length: 400 }, (_, i) => of(i))
  const newcomers = room.share(hanging)
  expect(newcomers).toHaveLength(limits.newcomers)
  for (const each of newcomers) send(room, each)
  expect(room.share(hanging.slice(limits.newcomers))).toEqual([])
  for (const each of newcomers) room.end(each, failed)
  const again = room.share(newcomers)
  expect(again).toHaveLength(limits.failing)
  for (const each of again) send(room, each)
  expect(room.full().subscriptions).toHaveLength(newcomers.length)
  const quick = of(1_000)
  expect(quotaOf(room, quick)).toBe(1)
  exchange(room, quick)
  expect(room.admits(quick)).toBe(true)
  for (const each of again) room.end(each, quickly)
  expect(room.full()).toEqual({ subscriptions: [], hosts: [] })
})

test('what is claimed and not sent takes room, and none once it is given back', () => {
  const room = createRoom()
  exchange(room, of(1))
  const quota = quotaOf(room, of(1))
  for (let i = 0; i < quota; i++) room.claimed(of(1))
  expect(quotaOf(room, of(1))).toBe(0)
  expect(room.hungers(of(1))).toBe(false)
  for (let i = 0; i < quota; i++) room.drop(of(1))
  expect(quotaOf(room, of(1))).toBe(quota)
  expect(room.hungers(of(1))).toBe(true)
})
