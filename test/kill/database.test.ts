// The embedded database is killed repeatedly under load: the server keeps running, answers 503 meanwhile, and loses
// nothing.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import { size, print } from '../webhooks/whole.ts'
import { type Answer, createRequests, formOf, type Requests } from './requests.ts'
import { createVictim, type Victim } from './victim.ts'

let victim: Victim
let requests: Requests
const ask: Requests['ask'] = (...request) => requests.ask(...request)
beforeAll(async () => {
  victim = await createVictim()
  await victim.start(1)
  requests = createRequests(
    victim.url,
    await victim.command('token', 'admin@harbour.example', '--access-token'),
  )
})
afterAll(async () => {
  await requests.close()
  await victim.remove()
})

const contracts = '/contract-apis/v1/contracts'
const uncertain = /may or may not have been made/

/** Renames one contract over and over and records the responses. */
function createWriter(contractId: number) {
  let acknowledged: string | undefined
  let open: string[] = []
  const refused = new Set<string>()
  let count = 0
  return {
    async write(): Promise<Answer> {
      const name = `Lease ${contractId}-${++count}`
      const answer = await ask('PATCH', `${contracts}/${contractId}`, {
        body: JSON.stringify({ Name: name }),
      })
      if (answer.status < 300) [acknowledged, open] = [name, []]
      else if (uncertain.test(answer.text)) open.push(name)
      else refused.add(name)
      return answer
    },
    /** What is wrong with the current name of the contract. */
    async wrong(): Promise<string | undefined> {
      const { name } = JSON.parse((await ask('GET', `${contracts}/${contractId}`)).text) as { name: string }
      if (refused.has(name)) return `${name} was refused and is there`
      if (acknowledged === undefined || name === acknowledged || open.includes(name)) return undefined
      return `${acknowledged} was acknowledged, and ${name} is there`
    },
  }
}

test('a killed database recovers by itself: 503 meanwhile, never 500, nothing lost [G-25]', async () => {
  const [kills, requestsBetween] = size([2, 300], [10, 1_000])
  const rows = JSON.parse((await ask('GET', `${contracts}?context=All&take=8`)).text) as {
    data: { id: number }[]
  }
  const writers = rows.data.map(({ id }) => createWriter(id))
  const counts = new Map<number, number>()
  const wrong: string[] = []
  let killed = 0
  let answered = 0
  const away: number[] = []
  const over = new AbortController()
  const client = async (index: number) => {
    const writer = writers[index % writers.length]
    const { id = 0 } = rows.data[index % rows.data.length] ?? {}
    for (let turn = index; !over.signal.aborted; turn++) {
      const kinds = [
        () => ask('GET', `${contracts}/${id}`),
        () => ask('GET', '/v2/matters?$top=5&$count=true'),
        () => (index < writers.length && writer ? writer.write() : ask('GET', `${contracts}?take=5`)),
        () => ask('POST', `${contracts}/${id}/files`, formOf(20_000)),
      ]
      const answer = await kinds[turn % kinds.length]?.()
      if (!answer) continue
      answered += 1
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      const fine = answer.status < 300 || (answer.status === 503 && answer.retryAfter === '2')
      if (!fine) wrong.push(`${answer.status} ${answer.text}`)
      if (answer.status === 503) await pause(20)
    }
  }
  const clients = Array.from({ length: 12 }, (_, index) => client(index))
  for (let seen = answered; killed < kills; seen = answered) {
    await expect.poll(() => answered, { interval: 20 }).toBeGreaterThan(seen + requestsBetween)
    const { pid = 0 } = readPidFile(join(victim.stateDir, 'postgres')) ?? {}
    expect(pid).toBeGreaterThan(0)
    process.kill(pid, 'SIGKILL')
    const began = performance.now()
    await expect.poll(() => ready(pid), { interval: 10 }).toBe(true)
    away.push(Math.round(performance.now() - began))
    killed += 1
  }
  over.abort()
  await Promise.all(clients)
  expect(wrong).toEqual([])
  expect((await Promise.all(writers.map((each) => each.wrong()))).filter(Boolean)).toEqual([])
  expect(counts.get(503)).toBeGreaterThan(0)
  const list = [...counts].map(([status, count]) => `${count} x ${status}`).join(', ')
  print(`${kills} kills of the database, ${answered} requests: ${list}; away for ${away.join(', ')} ms`)
})

/** Whether a different database process from the killed one answers through the server. */
async function ready(killed: number): Promise<boolean> {
  const { pid, ready: accepts } = readPidFile(join(victim.stateDir, 'postgres')) ?? {}
  return pid !== killed && accepts === true && (await ask('GET', '/readyz')).status === 200
}
