import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bufferedLines } from './buffered-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const line = (level: string, number: number) => `{"level":"${level}","number":${number}}\n`

function collected() {
  const written: string[] = []
  return { written, lines: bufferedLines((text) => written.push(text)) }
}

test('lines are written together after a tenth of a second, in their order', () => {
  const { written, lines } = collected()
  lines.write(line('info', 1))
  lines.write(line('debug', 2))
  expect(written).toEqual([])
  vi.advanceTimersByTime(100)
  expect(written).toEqual([line('info', 1) + line('debug', 2)])
  lines.write(line('info', 3))
  vi.advanceTimersByTime(100)
  expect(written[1]).toBe(line('info', 3))
})

test('a warning or an error is written at once, after what came before it', () => {
  const { written, lines } = collected()
  for (const level of ['warn', 'error', 'fatal']) {
    lines.write(line('info', 1))
    lines.write(line(level, 2))
    expect(written.pop()).toBe(line('info', 1) + line(level, 2))
  }
  vi.advanceTimersByTime(1_000)
  expect(written).toEqual([])
})

test('many lines do not wait', () => {
  const { written, lines } = collected()
  for (let number = 0; number < 2_000; number++) lines.write(line('info', number))
  expect(written.length).toBeGreaterThan(0)
  vi.advanceTimersByTime(100)
  expect(written.join('').split('\n')).toHaveLength(2_001)
})

const logModule = fileURLToPath(new URL('log.ts', import.meta.url))
const exits = ['', 'process.exit(3)', 'setTimeout(() => { throw new Error("unexpected") }, 1)']

test.each(exits)('nothing is lost when the process ends: %s', (end) => {
  const program = `
    import { createLog } from ${JSON.stringify(logModule)}
    const log = createLog('info')
    for (let number = 0; number < 1000; number++) log.info({ number }, 'a line')
    ${end}`
  const words = ['--input-type=module', '--eval', program]
  let output = ''
  try {
    output = execFileSync(process.execPath, words, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  const numbers = output
    .trim()
    .split('\n')
    .map((each) => (JSON.parse(each) as { number: number }).number)
  expect(numbers).toEqual(Array.from({ length: 1_000 }, (_, number) => number))
})
