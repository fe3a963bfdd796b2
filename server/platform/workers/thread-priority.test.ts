// Threads that work on documents go behind the one that answers requests.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.skipIf(process.platform !== 'linux')(
  'what collects garbage for the threads of documents goes behind the main thread',
  () => {
    const module = new URL('./thread-priority.ts', import.meta.url).href
    const program = `
      import { readdirSync, readFileSync } from 'node:fs'
      import { getPriority } from 'node:os'
      const { letHelpersGoBehind } = await import('${module}')
      letHelpersGoBehind()
      const threads = readdirSync('/proc/self/task')
      const names = threads.map((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim())
      console.log(JSON.stringify(threads.map((id, at) => ({ name: names[at], nice: getPriority(Number(id)) }))))`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    const threads = JSON.parse(printed) as readonly { readonly name: string; readonly nice: number }[]
    const nicesOf = (isHelper: boolean) =>
      new Set(threads.filter(({ name }) => (name === 'V8Worker') === isHelper).map(({ nice }) => nice))
    const usual = [...nicesOf(false)][0] ?? 0
    expect(nicesOf(false)).toEqual(new Set([usual]))
    expect(nicesOf(true)).toEqual(new Set([Math.max(usual, 5)]))
  },
)
