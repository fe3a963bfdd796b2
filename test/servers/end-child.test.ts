// A child process ends, whatever it does with signals.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endChild } from './end-child.ts'

async function childThat(does: string) {
  const child = spawn(process.execPath, ['-e', `${does}; setInterval(() => {}, 1e6); console.log('ready')`])
  await once(child.stdout, 'data')
  return child
}

test('one that ends when it is asked has its own way to do so', async () => {
  const child = await childThat(`process.on('SIGTERM', () => process.exit(7))`)
  await endChild(child)
  expect([child.exitCode, child.signalCode]).toEqual([7, null])
  // a second time there is nothing to wait for
  await endChild(child)
})

test('one that does not is killed', async () => {
  const deaf = await childThat(`process.on('SIGTERM', () => {})`)
  await endChild(deaf, undefined, 50)
  expect(deaf.signalCode).toBe('SIGKILL')
  const stopped = await childThat('')
  await endChild(stopped, ({ pid = 0 }) => process.kill(pid, 'SIGSTOP'), 50)
  expect(stopped.signalCode).toBe('SIGKILL')
})
