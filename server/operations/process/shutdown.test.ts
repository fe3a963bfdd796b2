// How a process ends, and what does not end it, tried on a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const module = new URL('shutdown.ts', import.meta.url).href

/** Runs the program with its end arranged by `shutDownOnSignals`; what it printed, and how it ended. */
async function run(program: string): Promise<{ readonly code: number; readonly printed: string }> {
  const source = `
    import { shutDownOnSignals } from ${JSON.stringify(module)}
    const begin = shutDownOnSignals({
      stop: async () => console.log('stopped'),
      onError: (message, error) => console.log(message + ': ' + error?.message),
      timeoutMs: 60_000,
    })
    ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, printed }
}

test('a promise that fails with nobody waiting for it is reported and ends nothing [G-144]', async () => {
  const { code, printed } = await run(`
    void Promise.reject(new Error('second read'))
    setTimeout(() => { console.log('still serving'); begin(0) }, 50)`)
  expect(printed).toBe('A promise failed that nobody waited for: second read\nstill serving\nstopped\n')
  expect(code).toBe(0)
})

test('an uncaught error stops the process in order, with exit code 1', async () => {
  const { code, printed } = await run(`
    setInterval(() => {}, 1_000)
    setTimeout(() => { throw new Error('broken') }, 1)`)
  expect(printed).toBe('An uncaught error ends the process: broken\nstopped\n')
  expect(code).toBe(1)
})
