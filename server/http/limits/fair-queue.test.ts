import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue, type FairQueueOptions, type ReleasePlace } from './fair-queue.ts'

function setUp(options: Partial<FairQueueOptions> = {}) {
  let now = 0
  const queue = createFairQueue({
    capacity: 4,
    share: 2,
    costlyShare: 2,
    maxWaiting: { ofGroup: 5, ofAll: 8 },
    activeMs: 1_000,
    monotonic: () => now,
    ...options,
  })
  const running: { group: number; releasePlace: ReleasePlace }[] = []
  const enter = (group: number, times = 1, costly = false) =>
    Array.from({ length: times }, () =>
      queue.enter(group, (releasePlace) => running.push({ group, releasePlace }), { costly }),
    )
  return {
    queue,
    enter,
    running,
    groups: () => running.map(({ group }) => group),
    pass: (ms: number) => (now += ms),
  }
}

test('an organisation on its own has the whole capacity', () => {
  const { enter, groups, queue } = setUp()
  enter(1, 6)
  expect(groups()).toEqual([1, 1, 1, 1])
  expect(queue).toMatchObject({ running: 4, waiting: 2 })
})

test('of costly requests an organisation has a few places also when it is alone, and cheaper ones go ahead [G-143]', () => {
  const { enter, groups, queue, running } = setUp()
  enter(1, 5, true)
  expect(groups()).toEqual([1, 1])
  // its own
  enter(1)
  // somebody else finds a place at once
  enter(2)
  expect(groups()).toEqual([1, 1, 1, 2])
  expect(queue).toMatchObject({ running: 4, waiting: 3 })
  running[2]?.releasePlace()
  running[3]?.releasePlace()
  expect(queue).toMatchObject({ running: 2, waiting: 3 })
  running[0]?.releasePlace()
  expect(queue).toMatchObject({ running: 2, waiting: 2 })
  for (let at = 0; at < running.length; at++) running[at]?.releasePlace()
  expect(queue).toMatchObject({ running: 0, waiting: 0 })
})

test('one that is back goes before those that have not begun, and is never refused [G-160]', () => {
  const { enter, groups, queue, running } = setUp({ capacity: 1, maxWaiting: { ofGroup: 1, ofAll: 1 } })
  enter(1)
  expect(enter(1, 2)).toEqual(['accepted', 'group full'])
  const back: string[] = []
  expect(queue.enter(1, () => back.push('back'), { costly: false, isBack: true })).toBe('accepted')
  running[0]?.releasePlace()
  expect(back).toEqual(['back'])
  expect(groups()).toEqual([1])
})

test('next to another one it has its share, until the other has been idle for a while [G-124]', () => {
  const { enter, groups, queue, pass, running } = setUp()
  enter(2)
  running[0]?.releasePlace()
  enter(1, 5)
  expect(groups()).toEqual([2, 1, 1])
  expect(queue).toMatchObject({ running: 2, waiting: 3 })
  pass(1_001)
  running[1]?.releasePlace()
  expect(queue).toMatchObject({ running: 4, waiting: 0 })
})

test('free places are assigned in turn: every waiting organisation gets one before any gets a second [G-124]', () => {
  const { enter, groups, running } = setUp({ capacity: 1, maxWaiting: { ofGroup: 5, ofAll: 15 } })
  enter(1, 5)
  enter(2, 2)
  enter(3, 1)
  for (let at = 0; at < 7; at++) running[at]?.releasePlace()
  expect(groups()).toEqual([1, 1, 2, 3, 1, 2, 1, 1])
})

test('an organisation with many waiting requests lets those with few finish first, but not for ever', () => {
  const { enter, groups, running, pass } = setUp({ share: 1 })
  enter(1)
  enter(2, 3)
  // one of the first, one of the second, and two of the second that wait
  expect(groups()).toEqual([1, 2])
  running[1]?.releasePlace()
  expect(groups()).toEqual([1, 2])
  running[0]?.releasePlace()
  expect(groups()).toEqual([1, 2, 2])
  enter(1)
  pass(100)
  running[2]?.releasePlace()
  expect(groups()).toEqual([1, 2, 2, 1, 2])
})

test('a place is released once, however often release is called', () => {
  const { enter, queue, running } = setUp()
  enter(1, 4)
  running[0]?.releasePlace()
  running[0]?.releasePlace()
  expect(queue.running).toBe(3)
})

test('an organisation with too many waiting requests is rejected, others can still wait, and there is a limit for all together [G-124]', () => {
  const { enter, queue } = setUp({ capacity: 1 })
  expect(enter(1, 7)).toEqual([...Array<string>(6).fill('accepted'), 'group full'])
  expect(enter(2, 4)).toEqual(['accepted', 'accepted', 'accepted', 'all full'])
  expect(queue).toMatchObject({ running: 1, waiting: 8 })
})

test('whatever arrives and leaves, nobody is forgotten and the limits hold', () => {
  const steps = fc.array(fc.record({ group: fc.integer({ min: 1, max: 4 }), enters: fc.boolean() }), {
    maxLength: 300,
  })
  fc.assert(
    fc.property(steps, (all) => {
      const { enter, queue, running, pass } = setUp()
      let accepted = 0
      for (const { group, enters } of all) {
        pass(10)
        if (enters) accepted += enter(group)[0] === 'accepted' ? 1 : 0
        else running.find((each) => each.group === group)?.releasePlace()
        expect(queue.running).toBeLessThanOrEqual(4)
        expect(queue.waiting).toBeLessThanOrEqual(8)
      }
      for (let at = 0; at < running.length; at++) running[at]?.releasePlace()
      expect(running).toHaveLength(accepted)
      expect(queue).toMatchObject({ running: 0, waiting: 0 })
    }),
  )
})
