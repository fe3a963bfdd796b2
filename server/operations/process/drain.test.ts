// Several processes that are stopping: a new connection is answered or refused, and never left waiting.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fillStateFolder } from '../../../test/servers/prepared-state.ts'
import { startServerProcess } from '../../../test/servers/server-process.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

/** Requests whose bodies do not come: the processes wait for them, up to ten seconds. */
async function holdUp(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      'POST /account-apis/v1/auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n',
    )
  }
  return sockets
}

type Outcome = 'answered' | 'refused' | 'closed' | 'waiting'

/** A new connection and a request on it. It is waiting if nothing has happened when `over` resolves. */
function knock(port: number, over: Promise<unknown>): Promise<Outcome> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<Outcome>((resolve) => {
    let answer = ''
    let connected = false
    socket.on('connect', () => {
      connected = true
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    })
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', () => resolve(connected ? 'closed' : 'refused'))
    socket.on('close', () => resolve(/^HTTP\/1\.1 (200|503) /.test(answer) ? 'answered' : 'closed'))
    void over.then(() => resolve('waiting'))
  }).finally(() => socket.destroy())
}

test('while requests are finished, a new connection is answered or refused [G-140]', async () => {
  const stateDir = makeThrowAwayFolder('chancery-drain-')
  await fillStateFolder(stateDir)
  const server = await startServerProcess({ stateDir, env: { CHANCERY_PROCESSES: '4' } })
  const port = Number(new URL(server.url).port)
  const held = await holdUp(port, 16)
  const outcomes: Outcome[] = []
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length
  const asked: Promise<unknown>[] = []
  const end = Promise.withResolvers<void>()
  let stopping = false
  // quickly one after the other, so that some meet the moment at which the address is closed
  while (count('refused') < 100) {
    asked.push(knock(port, end.promise).then((outcome) => outcomes.push(outcome)))
    await pause(1)
    if (stopping || count('answered') < 20) continue
    stopping = true
    process.kill(server.pid, 'SIGTERM')
  }
  // the held requests keep the processes for ten seconds: until then whatever is left waiting stays so
  await pause(5_000)
  end.resolve()
  await Promise.all(asked)
  held.forEach((socket) => socket.destroy())
  expect(await server.ended).toBe(0)
  await rm(stateDir, { recursive: true, force: true })
  expect(count('waiting')).toBe(0)
})
