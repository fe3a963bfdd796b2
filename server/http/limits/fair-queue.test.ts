import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue, type FairQueueOptions, type Leave } from './fair-queue.ts'

function setUp(options: Partial<FairQueueOptions> = {}) {
  let now = 0
  const queue = createFairQueue({
    capacity: 4,
    share: 2,
    mostWaiting: { ofGroup: 5, ofAll: 8 },
    activeMs: 1_000,
    monotonic: () => now,
    ...options,
  })
  const running: { group: number; leave: Leave }[] = []
  const enter = (group: number, times = 1) =>
    Array.from({ length: times }, () => queue.enter(group, (leave) => running.push({ group, leave })))
  return {
    queue,
    enter,
    running,
    groups: () => running.map(({ group }) => group),
    pass: (ms: number) => (now += ms),
  }
}

test('an organisation that is alone has the whole capacity', () => {
  const { enter, groups, queue } = setUp()
  enter(1, 6)
  expect(groups()).toEqual([1, 1, 1, 1])
  expect(queue).toMatchObject({ running: 4, waiting: 2 })
})

test('beside another one it has its share, until the other has been silent for a while [G-124]', () => {
  const { enter, groups, queue, pass, running } = setUp()
  enter(2)
  running[0]?.leave()
  enter(1, 5)
  expect(groups()).toEqual([2, 1, 1])
  expect(queue).toMatchObject({ running: 2, waiting: 3 })
  pass(1_001)
  running[1]?.leave()
  expect(queue).toMatchObject({ running: 4, waiting: 0 })
})

test('free places go round: whoever waits gets one before anybody gets a second [G-124]', () => {
  const { enter, groups, running } = setUp({ capacity: 1, mostWaiting: { ofGroup: 5, ofAll: 15 } })
  enter(1, 5)
  enter(2, 2)
  enter(3, 1)
  for (let at = 0; at < 7; at++) running[at]?.leave()
  expect(groups()).toEqual([1, 1, 2, 3, 1, 2, 1, 1])
})

test('who has many waiting lets those with few finish first, but not for ever', () => {
  const { enter, groups, running, pass } = setUp({ share: 1 })
  enter(1)
  enter(2, 3)
  // one of the first, one of the second, and two of the second that wait
  expect(groups()).toEqual([1, 2])
  running[1]?.leave()
  expect(groups()).toEqual([1, 2])
  running[0]?.leave()
  expect(groups()).toEqual([1, 2, 2])
  enter(1)
  pass(100)
  running[2]?.leave()
  expect(groups()).toEqual([1, 2, 2, 1, 2])
})

test('a place is given back once, however often that is said', () => {
  const { enter, queue, running } = setUp()
  enter(1, 4)
  running[0]?.leave()
  running[0]?.leave()
  expect(queue.running).toBe(3)
})

test('who has too many waiting is refused, others still wait, and all together have a bound [G-124]', () => {
  const { enter, queue } = setUp({ capacity: 1 })
  expect(enter(1, 7)).toEqual([...Array<string>(6).fill('accepted'), 'group full'])
  expect(enter(2, 4)).toEqual(['accepted', 'accepted', 'accepted', 'all full'])
  expect(queue).toMatchObject({ running: 1, waiting: 8 })
})

test('whatever comes and goes, nobody is forgotten and the bounds hold', () => {
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
        else running.find((each) => each.group === group)?.leave()
        expect(queue.running).toBeLessThanOrEqual(4)
        expect(queue.waiting).toBeLessThanOrEqual(8)
      }
      for (let at = 0; at < running.length; at++) running[at]?.leave()
      expect(running).toHaveLength(accepted)
      expect(queue).toMatchObject({ running: 0, waiting: 0 })
    }),
  )
})
