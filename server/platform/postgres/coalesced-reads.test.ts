import { expect, test } from 'vitest'
import { coalesceReads } from './coalesced-reads.ts'

/** Reads that end when the test says so. */
function heldReads() {
  const sent: { scope: string; ids: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const reads = coalesceReads<string, string>((scope, ids) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, string>>()
    const end = () => resolve(new Map(ids.filter((id) => id < 1_000).map((id) => [id, `${scope} ${id}`])))
    sent.push({ scope, ids, end, fail: reject })
    return promise
  })
  return { reads, sent }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

async function endAll(sent: readonly { readonly end: () => void }[]): Promise<void> {
  await turn()
  for (let ended = 0; ended < sent.length; ended++) {
    sent[ended]?.end()
    await turn()
  }
}

test('what comes while a statement of the key is under way goes out together', async () => {
  const { reads, sent } = heldReads()
  const first = reads.find('a', 'a', 1)
  await turn()
  const rows = [2, 3, 4].map((id) => reads.find('a', 'a', id))
  await turn()
  expect(sent.map(({ ids }) => ids)).toEqual([[1]])
  await endAll(sent)
  expect(sent.map(({ ids }) => ids)).toEqual([[1], [2, 3, 4]])
  expect(await Promise.all([first, ...rows])).toEqual(['a 1', 'a 2', 'a 3', 'a 4'])
})

test('a read never joins a statement that was sent before it, also of the same id', async () => {
  const { reads, sent } = heldReads()
  const first = reads.find('a', 'a', 1)
  await turn()
  const rows = [reads.find('a', 'a', 1), reads.find('a', 'a', 1)]
  await turn()
  expect(sent).toHaveLength(1)
  await endAll(sent)
  expect(sent.map(({ ids }) => ids)).toEqual([[1], [1]])
  expect(await Promise.all([first, ...rows])).toEqual(['a 1', 'a 1', 'a 1'])
})

test('callers are never mixed', async () => {
  const { reads, sent } = heldReads()
  const rows = ['a', 'b', 'a', 'b', 'a', 'b'].map((key, index) => reads.find(key, key, index))
  await endAll(sent)
  expect(sent.map(({ scope, ids }) => [scope, ids])).toEqual([
    ['a', [0, 2, 4]],
    ['b', [1, 3, 5]],
  ])
  expect(await Promise.all(rows)).toEqual(['a 0', 'b 1', 'a 2', 'b 3', 'a 4', 'b 5'])
})

test('an error reaches all who wait for the statement, and nobody else; the next statement runs', async () => {
  const { reads, sent } = heldReads()
  const find = (id: number) => reads.find('a', 'a', id).catch(({ message }: Error) => message)
  const first = find(1)
  await turn()
  const rows = [find(2), find(3)]
  sent[0]?.end()
  await turn()
  sent[1]?.fail(new Error('broken'))
  expect(await Promise.all([first, ...rows])).toEqual(['a 1', 'broken', 'broken'])
  const next = find(5)
  await turn()
  sent[2]?.end()
  expect(await next).toBe('a 5')
})

test('what one does not find does not concern the others', async () => {
  const { reads, sent } = heldReads()
  const rows = [1, 2, 1_000, 4].map((id) => reads.find('a', 'a', id))
  await endAll(sent)
  expect(await Promise.all(rows)).toEqual(['a 1', 'a 2', undefined, 'a 4'])
})

test('a statement has a limit, and eight reads do not wait for one that hangs', async () => {
  const { reads, sent } = heldReads()
  const first = reads.find('a', 'a', 0)
  await turn()
  const rows = Array.from({ length: 120 }, (_, id) => reads.find('a', 'a', id))
  await turn()
  expect(sent.map(({ ids }) => ids.length)).toEqual([1, 50])
  await endAll(sent)
  expect(sent.map(({ ids }) => ids.length)).toEqual([1, 50, 50, 20])
  expect(await Promise.all([first, ...rows])).toHaveLength(121)
})
