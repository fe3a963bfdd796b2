// Rates across several processes: what is used in one is used in all.
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type Channel, type Child, relayRates, shareRates } from './shared-rates.ts'
import { createTokenBuckets } from './token-buckets.ts'

/** A serving process, and its counterpart in the primary. */
function createProcess(others: readonly Child[]) {
  const [here, there] = [new EventEmitter(), new EventEmitter()]
  const child = Object.assign(there, {
    isConnected: () => true,
    send: (message: object) => here.emit('message', structuredClone(message)),
  }) as Child
  const channel = Object.assign(here, {
    connected: true,
    send: (message: object) => void there.emit('message', structuredClone(message)),
  }) as Channel
  relayRates(child, () => others)
  const buckets = createTokenBuckets({ perSecond: 1, burst: 10, monotonic: () => 0 })
  const spent = new Map<string, number>()
  const take = (key: string) => {
    spent.set(key, (spent.get(key) ?? 0) + 1)
    return buckets.take(key).allowed
  }
  const takeSpent = () => {
    const taken = new Map(spent)
    spent.clear()
    return taken
  }
  const [given, known]: [string[], Set<string>] = [[], new Set()]
  const codes = {
    takeGiven: () => given.splice(0),
    remember: (keys: readonly string[]) => keys.forEach((key) => known.add(key)),
  }
  const sharing = shareRates({ caller: { buckets, takeSpent } }, codes, channel)
  return { child, take, given, known, left: (key: string) => buckets.peek(key).remaining, ...sharing }
}

test('tokens used in one process are drained in the others, once, and nobody else loses any', () => {
  const children: Child[] = []
  const all = [createProcess(children), createProcess(children), createProcess(children)]
  children.push(...all.map(({ child }) => child))
  const [one, two, three] = all
  for (let taken = 0; taken < 4; taken++) one?.take('a')
  two?.take('a')
  for (const each of all) each.publish()
  for (const each of all) each.publish()
  expect(all.map(({ left }) => left('a'))).toEqual([5, 5, 5])
  expect(all.map(({ left }) => left('b'))).toEqual([10, 10, 10])
  for (let taken = 0; taken < 5; taken++) expect(three?.take('a')).toBe(true)
  three?.publish()
  expect(all.map(({ take }) => take('a'))).toEqual([false, false, false])
  for (const each of all) each.close()
})

test('a code that one process gave out is known to the others', () => {
  const children: Child[] = []
  const all = [createProcess(children), createProcess(children), createProcess(children)]
  children.push(...all.map(({ child }) => child))
  all[0]?.given.push('hash of a code')
  for (const each of all) each.publish()
  expect(all.map(({ known }) => [...known])).toEqual([[], ['hash of a code'], ['hash of a code']])
  for (const each of all) each.close()
})

test('other messages between processes are ignored', () => {
  const children: Child[] = []
  const all = [createProcess(children), createProcess(children)]
  children.push(...all.map(({ child }) => child))
  all[0]?.child.send({ metricsQuestion: 1 })
  all[0]?.child.send({})
  expect(all.map(({ left }) => left('a'))).toEqual([10, 10])
  for (const each of all) each.close()
})
