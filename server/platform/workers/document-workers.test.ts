import { afterAll, expect, test } from 'vitest'
import * as work from '../../../test/documents/document-work.ts'
import { watchLoopAgain, longestTurnAllowed } from '../../../test/servers/loop-delay.ts'
import { documentTask } from './document-task.ts'
import {
  createDocumentWorkers,
  type DocumentLimits,
  type DocumentWorkers,
  type Lane,
} from './document-workers.ts'

const task = <Name extends keyof typeof work>(name: Name) =>
  documentTask<(typeof work)[Name]>(new URL('../../../test/documents/document-work.ts', import.meta.url), {
    name,
    called: 'The template',
  })
const mine = { organisationId: 1, input: 'document' }

/** On a busy machine the clock is over before the processor time is. */
const outOfTime = (called: string) =>
  expect.stringMatching(`^${called} takes more than (1 seconds|3 seconds of the clock) to read`)

const opened: DocumentWorkers[] = []
function workersOf(limits: Partial<DocumentLimits>): DocumentWorkers {
  const workers = createDocumentWorkers({ threads: 1, seconds: 600, ...limits })
  opened.push(workers)
  return workers
}
afterAll(() => Promise.all(opened.map((workers) => workers.close())))

/**
 * Waits until a working thread is available again. On a busy machine its start may itself take longer than a short
 * limit.
 */
const worksOn = (workers: DocumentWorkers) =>
  expect.poll(() => workers.run(task('reverse'), 'abc', mine).catch(String)).toBe('cba')

test('the result of a task is returned, with bytes transferred instead of copied', async () => {
  const workers = workersOf({})
  await worksOn(workers)
  const { bytes } = await workers.run(task('bytesOf'), 70_000, mine)
  expect(bytes).toEqual(new Uint8Array(70_000).fill(7))
})

test('bytes that move to the thread are gone, and those that share their memory are copied', async () => {
  const workers = workersOf({})
  await worksOn(workers)
  const size = (bytes: Uint8Array) => workers.run(task('sizeOf'), bytes, { ...mine, moved: true })
  const own = new Uint8Array(70_000)
  expect([await size(own), own.length]).toEqual([70_000, 0])
  const shared = new Uint8Array(70_000).subarray(10)
  expect([await size(shared), shared.length]).toEqual([69_990, 69_990])
})

test('a rejection is returned with its code and its errors', async () => {
  const workers = workersOf({})
  await expect(workers.run(task('refuse'), 'Too long.', mine)).rejects.toMatchObject({
    status: 413,
    message: 'Too long.',
    errors: { document: ['Too long.'] },
  })
  await worksOn(workers)
})

test('a document that takes too long is rejected, its thread is terminated, and the next task runs', async () => {
  const workers = workersOf({ seconds: 1 })
  await expect(workers.run(task('spin'), undefined as never, mine)).rejects.toMatchObject({
    status: 400,
    errors: { document: [outOfTime('The template')] },
  })
  await worksOn(workers)
})

test('a document that waits for something that never comes ends by the clock [G-162]', async () => {
  const workers = workersOf({ seconds: 1 })
  await expect(workers.run(task('hold'), 600_000, mine)).rejects.toMatchObject({
    errors: {
      document: ['The template takes more than 3 seconds of the clock to read. Send a simpler one.'],
    },
  })
  await worksOn(workers)
})

test('a document that takes too much memory is rejected, and the next task runs', async () => {
  const workers = workersOf({ megabytes: 32 })
  await expect(workers.run(task('hoard'), undefined as never, mine)).rejects.toMatchObject({
    status: 400,
    errors: { document: ['The template takes more than 32 MiB of memory to read. Send a simpler one.'] },
  })
  await worksOn(workers)
})

test('a document that takes too much memory outside the heap is rejected, and the next task runs', async () => {
  const workers = workersOf({ megabytes: 200 })
  await expect(workers.run(task('fill'), 50, mine)).rejects.toMatchObject({
    status: 400,
    errors: { document: ['The template takes more than 200 MiB of memory to read. Send a simpler one.'] },
  })
  await worksOn(workers)
})

test('a document nested deeper than the stack is rejected', async () => {
  const workers = workersOf({})
  await expect(workers.run(task('nest'), 1_000_000, mine)).rejects.toMatchObject({ status: 400 })
  await worksOn(workers)
})

test('a program error is passed on, and so is a thread that exits by itself; the next task runs', async () => {
  const workers = workersOf({})
  await expect(workers.run(task('fail'), undefined as never, mine)).rejects.toThrow(TypeError)
  await expect(workers.run(task('leave'), undefined as never, mine)).rejects.toMatchObject({ status: 503 })
  await worksOn(workers)
})

test('the main thread continues while a document is read', async () => {
  const workers = workersOf({ seconds: 1 })
  await worksOn(workers)
  const { longestTurn } = await watchLoopAgain(() =>
    workers.run(task('spin'), undefined as never, mine).catch(() => undefined),
  )
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})

test('an organisation with too many waiting documents is rejected, and others are not', async () => {
  const workers = workersOf({ waitingOfOne: 2, waitingOfAll: 4 })
  const running = workers.run(task('hold'), 200, { ...mine, lane: 'background' })
  const order: string[] = []
  const wait = (organisationId: number, text: string) =>
    workers
      .run(task('reverse'), text, { organisationId, input: 'document', lane: 'background' })
      .then((read) => order.push(read))
  const accepted = [wait(1, '1'), wait(1, '2'), wait(2, '3'), wait(2, '4')]
  await expect(wait(1, '5')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  await expect(wait(3, '6')).rejects.toMatchObject({ status: 503 })
  await Promise.all([running, ...accepted])
  expect(order).toEqual(['1', '3', '2', '4'])
})

/** Documents of one organisation that are never finished, and how to end them. */
function neverFinished(workers: DocumentWorkers, count: number, lane: Lane) {
  const of = { ...mine, lane }
  const ended = Array.from({ length: count }, () =>
    workers.run(task('spin'), undefined as never, of).catch(() => undefined),
  )
  return async () => {
    await workers.close()
    await Promise.all(ended)
  }
}

test('what somebody waits for is read while documents of their organisation occupy the background [S-21]', async () => {
  const workers = workersOf({ threads: 2 })
  const end = neverFinished(workers, 4, 'background')
  expect(await workers.run(task('reverse'), 'abc', mine)).toBe('cba')
  await end()
})

test.each(['background', 'interactive'] as const)(
  'in the lane "%s" one organisation with many documents that never end does not keep another waiting [S-21]',
  async (lane) => {
    const workers = workersOf({ threads: 2 })
    const end = neverFinished(workers, 4, lane)
    const other = { organisationId: 2, input: 'document', lane }
    expect(await workers.run(task('reverse'), 'abc', other)).toBe('cba')
    await end()
  },
)

test('a task has limits of its own [S-20]', async () => {
  const workers = workersOf({})
  const limited = documentTask<typeof work.spin>(
    new URL('../../../test/documents/document-work.ts', import.meta.url),
    { name: 'spin', called: 'The text', limits: { seconds: 1, megabytes: 64 } },
  )
  await expect(workers.run(limited, undefined as never, mine)).rejects.toMatchObject({
    errors: { document: [outOfTime('The text')] },
  })
  await worksOn(workers)
})

test('closing stops running tasks', async () => {
  const workers = workersOf({})
  await worksOn(workers)
  const running = expect(workers.run(task('spin'), undefined as never, mine)).rejects.toMatchObject({
    status: 503,
  })
  const waiting = expect(workers.run(task('reverse'), 'x', mine)).rejects.toMatchObject({ status: 503 })
  await workers.close()
  await Promise.all([running, waiting])
})
