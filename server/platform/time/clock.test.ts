import { sql } from 'kysely'
import { register } from 'prom-client'
import { afterEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { type Clock, startClock } from './clock.ts'

const parts = useTestApp()
const hour = 60 * 60 * 1_000
let clock: Clock | undefined
afterEach(() => clock?.stop())

/** A clock on a machine whose own clock is wrong by this much, and the log it writes about that. */
async function onMachine(wrongBy: { ms: number }, movable = false) {
  const said: { level: string; seconds: unknown; text: string }[] = []
  const note = (level: string) => (what: unknown, text?: string) =>
    void said.push({ level, seconds: (what as { seconds?: number }).seconds, text: text ?? '' })
  const log = { warn: note('warn'), info: note('info') }
  const started = await startClock(parts.app.database, {
    movable,
    log: log as never,
    machine: () => Date.now() + wrongBy.ms,
  })
  clock = started
  return { clock: started, said }
}

describe.each([hour, -hour])('on a machine whose clock is wrong by %i ms', (ms) => {
  test('the time is that of the database [G-26]', async () => {
    const { clock: follows } = await onMachine({ ms })
    for (const time of [follows.now(), follows.databaseTime()]) {
      expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(60_000)
    }
  })

  test('the log warns once, and reports when both agree again; the metric has the difference [G-26]', async () => {
    const wrongBy = { ms }
    const { clock: follows, said } = await onMachine(wrongBy)
    await follows.refresh()
    expect(said).toEqual([
      { level: 'warn', seconds: -Math.sign(ms) * 3_600, text: expect.stringContaining('3600 s') as string },
    ])
    expect(await register.getSingleMetricAsString('chancery_clock_difference_seconds')).toMatch(
      new RegExp(`_seconds ${ms > 0 ? '-' : ''}3(?:600|599)`),
    )
    wrongBy.ms = 1_000
    await follows.refresh()
    await follows.refresh()
    expect(said.map(({ level }) => level)).toEqual(['warn', 'info'])
  })
})

test('a difference of up to five seconds causes no warning', async () => {
  const { said } = await onMachine({ ms: 4_000 })
  expect(said).toEqual([])
})

test('a reading that was asked for before a move does not take the move back, however late it is answered', async () => {
  const { kysely, announcements } = parts.app.database
  const executor = kysely.getExecutor()
  const gate = Promise.withResolvers<void>()
  let late = false
  const executeQuery = async (...query: Parameters<typeof executor.executeQuery>) => {
    const held = late
    late = false
    const answer = await executor.executeQuery(...query)
    if (held) await gate.promise
    return answer
  }
  const slow = {
    get adapter() {
      return executor.adapter
    },
    transformQuery: executor.transformQuery.bind(executor),
    compileQuery: executor.compileQuery.bind(executor),
    executeQuery,
  }
  const database = { kysely: { getExecutor: () => slow } as unknown as typeof kysely, announcements }
  const log = { warn: () => undefined, info: () => undefined }
  const follows = await startClock(database, { movable: true, log })
  clock = follows
  late = true
  const before = follows.refresh()
  try {
    await sql`update clock set offset_ms = ${hour}`.execute(kysely)
    await follows.refresh()
    gate.resolve()
    await before
    expect(follows.now().getTime() - Date.now()).toBeGreaterThan(hour / 2)
  } finally {
    gate.resolve()
    await sql`update clock set offset_ms = 0`.execute(kysely)
  }
})
