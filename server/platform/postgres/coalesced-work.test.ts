import { expect, test } from 'vitest'
import { DatabaseUnavailable } from './database-failures.ts'
import { coalesceWork } from './coalesced-work.ts'

/** Work that ends when the test says so. */
function heldWork() {
  const groups: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const perform = coalesceWork<number, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    groups.push({ items, end: () => resolve(items.map((item) => `done ${item}`)), fail: reject })
    return promise
  })
  return { perform, groups, sent: () => groups.map(({ items }) => items) }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/** Ends every group as it comes. */
async function endAll(groups: readonly { readonly end: () => void }[]): Promise<void> {
  for (let ended = 0; ended < groups.length; ended++) {
    groups[ended]?.end()
    await turn()
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('a single item is sent at once; what comes while it is under way goes out together', async () => {
  const { perform, groups, sent } = heldWork()
  const first = perform(1)
  await turn()
  const others = [2, 3].map(perform)
  await turn()
  expect(sent()).toEqual([[1]])
  groups[0]?.end()
  expect(await first).toBe('done 1')
  await turn()
  expect(sent()).toEqual([[1], [2, 3]])
  groups[1]?.end()
  expect(await Promise.all(others)).toEqual(['done 2', 'done 3'])
})

test('what comes at once is one group', async () => {
  const { perform, sent } = heldWork()
  for (const item of [1, 2, 3]) void perform(item)
  await turn()
  expect(sent()).toEqual([[1, 2, 3]])
})

test('eight items do not wait for a group that hangs, and a third group waits', async () => {
  const { perform, sent } = heldWork()
  void perform(0)
  await turn()
  for (const item of numbers(1, 7)) void perform(item)
  await turn()
  expect(sent()).toEqual([[0]])
  void perform(8)
  await turn()
  for (const item of numbers(9, 30)) void perform(item)
  await turn()
  expect(sent()).toEqual([[0], numbers(1, 8)])
})

test('a group has a limit', async () => {
  const { perform, groups } = heldWork()
  const results = Promise.all(numbers(1, 120).map(perform))
  await turn()
  await endAll(groups)
  expect(groups.map(({ items }) => items.length)).toEqual([50, 50, 20])
  expect(await results).toEqual(numbers(1, 120).map((item) => `done ${item}`))
})

test('after a failure each item is repeated alone, so that it concerns only the one that fails again', async () => {
  const { perform, groups, sent } = heldWork()
  const results = Promise.all([1, 2, 3].map((item) => perform(item).catch(({ message }: Error) => message)))
  await turn()
  groups[0]?.fail(new Error('together'))
  await turn()
  groups[1]?.end()
  await turn()
  groups[2]?.fail(new Error('alone'))
  await turn()
  groups[3]?.end()
  expect(await results).toEqual(['done 1', 'alone', 'done 3'])
  expect(sent()).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('a group whose outcome nobody knows is not repeated', async () => {
  const { perform, groups, sent } = heldWork()
  const results = Promise.all([1, 2].map((item) => perform(item).catch((error: unknown) => error)))
  await turn()
  groups[0]?.fail(new DatabaseUnavailable(new Error('broken'), { outcomeUnknown: true }))
  expect(await results).toEqual([expect.any(DatabaseUnavailable), expect.any(DatabaseUnavailable)])
  const next = perform(3)
  await turn()
  expect(sent()).toEqual([[1, 2], [3]])
  groups[1]?.end()
  expect(await next).toBe('done 3')
})
