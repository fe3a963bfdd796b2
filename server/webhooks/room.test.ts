// The room of one process: caps, turns, and what is left to healthy receivers when others hang.
import { expect, test } from 'vitest'
import { createRoom, limits } from './room.ts'

const due = (subscriptionId: number, host = `host-${subscriptionId}`, id = subscriptionId) => ({
  organisationId: 1,
  id,
  subscriptionId,
  host,
})
const backlog = (subscriptionId: number, count: number) =>
  Array.from({ length: count }, (_, i) => due(subscriptionId, `host-${subscriptionId}`, i))

test('a subscription begins with one attempt, doubles with each answer and falls back with a failure', () => {
  const room = createRoom()
  const receiver = due(1)
  const most = () => room.choose(backlog(1, 20)).length
  expect(most()).toBe(1)
  for (const expected of [2, 4, 8, 8]) {
    room.begin(receiver)
    room.end(receiver, { acknowledged: true })
    expect(most()).toBe(expected)
  }
  room.begin(receiver)
  room.end(receiver, { acknowledged: false })
  expect(most()).toBe(1)
})

test('every subscription has its turn before any has a second one', () => {
  const room = createRoom({ ...limits, total: 3 })
  for (const id of [1, 2]) {
    room.begin(due(id))
    room.end(due(id), { acknowledged: true })
  }
  const chosen = room.choose([...backlog(1, 5), ...backlog(2, 5)])
  expect(chosen.map(({ subscriptionId }) => subscriptionId)).toEqual([1, 2, 1])
})

test('one receiver gets no more than its part, however many subscriptions lead to it', () => {
  const room = createRoom()
  const same = Array.from({ length: 200 }, (_, i) => due(i, 'same'))
  const chosen = room.choose(same)
  expect(chosen).toHaveLength(limits.perHost)
  for (const each of chosen) room.begin(each)
  expect(room.full().hosts).toEqual(['same'])
  expect(room.choose([due(500, 'same')])).toEqual([])
  expect(room.choose([due(500, 'other')])).toHaveLength(1)
})

test('those that failed last share a part of the room and leave the rest to the others', () => {
  const room = createRoom()
  const hanging = Array.from({ length: 200 }, (_, i) => due(i))
  for (const each of hanging) room.begin(each)
  for (const each of hanging) room.end(each, { acknowledged: false })
  const again = room.choose(hanging)
  expect(again).toHaveLength(limits.suspects)
  for (const each of again) room.begin(each)
  expect(room.full().subscriptions).toHaveLength(hanging.length)
  expect(room.free()).toBe(limits.total - limits.suspects)
  expect(room.choose([due(1_000)])).toHaveLength(1)
  for (const each of again) room.end(each, { acknowledged: true })
  expect(room.free()).toBe(limits.total)
  expect(room.full()).toEqual({ subscriptions: [], hosts: [] })
})
