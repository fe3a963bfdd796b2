import { expect, test } from 'vitest'
import { gatherReads } from './gathered-reads.ts'

/** Reads that end when the test says so. */
function heldReads() {
  const sent: { scope: string; ids: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const reads = gatherReads<string, string>((scope, ids) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, string>>()
    const end = () => resolve(new Map(ids.filter((id) => id < 1_000).map((id) => [id, `${scope} ${id}`])))
    sent.push({ scope, ids, end, fail: reject })
    return promise
  })
  return { reads, sent }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('two statements of a key run at once; what comes meanwhile goes out together', async () => {
  const { reads, sent } = heldReads()
  const rows = [1, 2, 3, 4, 5].map((id) => reads.find('a', 'a', id))
  expect(sent.map(({ ids }) => ids)).toEqual([[1], [2]])
  sent[0]?.end()
  await turn()
  expect(sent.map(({ ids }) => ids)).toEqual([[1], [2], [3, 4, 5]])
  sent[1]?.end()
  sent[2]?.end()
  expect(await Promise.all(rows)).toEqual(['a 1', 'a 2', 'a 3', 'a 4', 'a 5'])
})

test('a read never joins a statement that was sent before it, also of the same id', async () => {
  const { reads, sent } = heldReads()
  const rows = [
    reads.find('a', 'a', 1),
    reads.find('a', 'a', 1),
    reads.find('a', 'a', 1),
    reads.find('a', 'a', 1),
  ]
  expect(sent).toHaveLength(2)
  sent[0]?.end()
  await turn()
  expect(sent.map(({ ids }) => ids)).toEqual([[1], [1], [1]])
  for (const { end } of sent) end()
  expect(await Promise.all(rows)).toEqual(['a 1', 'a 1', 'a 1', 'a 1'])
})

test('callers are never mixed', async () => {
  const { reads, sent } = heldReads()
  const rows = ['a', 'b', 'a', 'b', 'a', 'b'].map((key, index) => reads.find(key, key, index))
  for (let ended = 0; ended < sent.length; ended++) {
    sent[ended]?.end()
    await turn()
  }
  expect(sent.map(({ scope, ids }) => [scope, ids])).toEqual([
    ['a', [0]],
    ['b', [1]],
    ['a', [2]],
    ['b', [3]],
    ['a', [4]],
    ['b', [5]],
  ])
  expect(await Promise.all(rows)).toEqual(['a 0', 'b 1', 'a 2', 'b 3', 'a 4', 'b 5'])
})

test('an error reaches all who wait for the statement, and nobody else; the next statement runs', async () => {
  const { reads, sent } = heldReads()
  const rows = [1, 2, 3, 4].map((id) => reads.find('a', 'a', id).catch(({ message }: Error) => message))
  sent[0]?.end()
  await turn()
  sent[2]?.fail(new Error('broken'))
  sent[1]?.end()
  expect(await Promise.all(rows)).toEqual(['a 1', 'a 2', 'broken', 'broken'])
  const next = reads.find('a', 'a', 5)
  sent[3]?.end()
  expect(await next).toBe('a 5')
})

test('what one does not find does not concern the others', async () => {
  const { reads, sent } = heldReads()
  const rows = [1, 2, 3, 1_000, 4].map((id) => reads.find('a', 'a', id))
  for (let ended = 0; ended < sent.length; ended++) {
    sent[ended]?.end()
    await turn()
  }
  expect(await Promise.all(rows)).toEqual(['a 1', 'a 2', 'a 3', undefined, 'a 4'])
})

test('a statement has a limit', async () => {
  const { reads, sent } = heldReads()
  const rows = Array.from({ length: 120 }, (_, id) => reads.find('a', 'a', id))
  for (let ended = 0; ended < sent.length; ended++) {
    sent[ended]?.end()
    await turn()
  }
  expect(sent.map(({ ids }) => ids.length)).toEqual([1, 1, 50, 50, 18])
  expect(await Promise.all(rows)).toHaveLength(120)
})
