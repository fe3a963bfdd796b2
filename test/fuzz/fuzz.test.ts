// Every operation gets requests that are wrong in every way: none of them may break, block or fill the server, or make
// it talk about its insides. `npm run test:fuzz` sends more of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Finding, fuzz, noFigures } from './fuzz-run.ts'
import { createFuzzWorld } from './fuzz-world.ts'
import { longestTurnAllowed } from '../servers/loop-delay.ts'
import { allOperations } from './operations.ts'
import { repetitions } from '../repetitions.ts'

const cases = Number(process.env['CHANCERY_FUZZ_CASES'] ?? repetitions(4, 50))
const seed = Number(process.env['CHANCERY_FUZZ_SEED'] ?? 1)
const only = process.env['CHANCERY_FUZZ_OPERATION'] ?? ''
// a request that leaves something behind for every one sent would end here
const mostHeapGrowth = 100 * 1024 * 1024

const say = (text: string) => process.stdout.write(`${text}\n`)

const operations = allOperations().filter(({ id }) => id.includes(only))
const figures = noFigures()
let world: Awaited<ReturnType<typeof createFuzzWorld>>
let heapBefore = 0

beforeAll(async () => {
  world = await createFuzzWorld()
})
afterAll(async () => {
  await world.end()
  const { requests, statuses, largestAnswer, longestTurn } = figures
  const counts = [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status || 'cut'}`)
  say(
    [
      `${requests} requests to ${operations.length} operations: ${counts.join(', ')}`,
      `longest turn of the event loop: ${longestTurn.ms.toFixed(1)} ms of processor time (${longestTurn.request.slice(0, 300)}); limit ${longestTurnAllowed.toFixed(0)}`,
      `largest answer: ${largestAnswer.bytes} bytes (${largestAnswer.operation})`,
    ].join('\n'),
  )
})

test(`no request breaks, blocks or fills the server (${cases} for each operation, seed ${seed})`, async () => {
  const found: Finding[] = []
  for (const [place, operation] of operations.entries()) {
    found.push(...(await fuzz(world, operation, { cases, seed: seed + place }, figures)))
    if (place === 0) heapBefore = (await world.server.measure('memory')).heapUsed
    expect(world.server.running(), JSON.stringify(found.at(-1))).toBe(true)
  }
  expect(found.map(({ operation, fault, request }) => `${operation}\n  ${fault}\n  ${request}`)).toEqual([])
  const { heapUsed, memory } = await world.server.measure('memory')
  say(
    `memory ${(memory / 2 ** 20).toFixed(0)} MiB, heap ${(heapBefore / 2 ** 20).toFixed(0)} -> ${(heapUsed / 2 ** 20).toFixed(0)} MiB`,
  )
  expect(heapUsed - heapBefore).toBeLessThan(mostHeapGrowth)
})
