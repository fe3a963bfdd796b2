// The disk of the state folder is completely full: the server keeps running, answers 507 or 503, never 500, and
// recovers by itself.
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionIn, query } from '../servers/embedded-server.ts'
import { fillStateFolder } from '../servers/prepared-state.ts'
import { size, print } from '../webhooks/whole.ts'
import { type Answer, createRequests, formOf, type Requests } from './requests.ts'
import { createVictim, type Victim } from './victim.ts'

/** Only root can mount a small file system. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

let victim: Victim
let requests: Requests
const ask: Requests['ask'] = (...request) => requests.ask(...request)
beforeAll(async () => {
  if (!canMount) return
  victim = await createVictim()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=240m', 'tmpfs', victim.stateDir])
  // the one it was created with is below the mount
  await fillStateFolder(victim.stateDir)
  await victim.start(1)
  requests = createRequests(
    victim.url,
    await victim.command('token', 'admin@harbour.example', '--access-token'),
  )
})
afterAll(async () => {
  if (!canMount) return
  await requests.close()
  try {
    await victim.stop()
  } finally {
    execFileSync('umount', ['--lazy', victim.stateDir])
    await victim.remove()
  }
})

const contracts = '/contract-apis/v1/contracts'
const filler = () => join(victim.stateDir, 'filler')

/** Writes until nothing more fits, including space freed meanwhile. */
function fillDisk(): void {
  const file = openSync(filler(), 'a')
  for (const bytes of [1 << 20, 1 << 12]) fillWith(file, Buffer.alloc(bytes))
  closeSync(file)
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Makes the database write more to its log than fits: it stops, unless recycling old log files frees enough space. */
async function fillLog(): Promise<void> {
  try {
    const superuser = { ...connectionIn(victim.stateDir), user: 'postgres', database: 'postgres' }
    for (let megabytes = 0; megabytes < 200; megabytes++) {
      await query(
        superuser,
        `select pg_logical_emit_message(true, 'fill', repeat(md5(random()::text), 30000))`,
      )
    }
  } catch {
    // it is down
  }
}

test.runIf(canMount)(
  'a full disk is 507 or 503, never 500; acknowledged changes stay, and freeing space is enough to recover [G-59]',
  async () => {
    const first = JSON.parse((await ask('GET', `${contracts}?context=All&take=1`)).text) as {
      data: { id: number }[]
    }
    const id = first.data[0]?.id ?? 0
    const rename = (name: string) =>
      ask('PATCH', `${contracts}/${id}`, { body: JSON.stringify({ Name: name }) })
    const nameOf = async () =>
      (JSON.parse((await ask('GET', `${contracts}/${id}`)).text) as { name: string }).name
    const post = () =>
      ask('POST', `/v2/contracts/${id}/statusMessages`, {
        body: JSON.stringify({ message: 'no room '.repeat(200) }),
      })
    const upload = () => ask('POST', `${contracts}/${id}/files`, formOf(100_000))
    const counts = new Map<number, number>()
    const wrong: string[] = []
    const note = ({ status, retryAfter, text }: Answer) => {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      const fine = status < 300 || status === 507 || (status === 503 && retryAfter !== undefined)
      if (!fine) wrong.push(`${status} ${text}`)
      return status < 300
    }
    fillDisk()
    // after a 503 it is unknown whether the change was made; after a 507 it was not
    let possible = [await nameOf()]
    for (let round = 0; round < size(60, 600); round++) {
      if (round % 10 === 0) fillDisk()
      if (round % 50 === 30) await fillLog()
      const name = `Name ${round}`
      const answer = await rename(name)
      if (note(answer)) possible = [name]
      else if (answer.status === 503) possible.push(name)
      const answers = await Promise.all([post(), post(), upload(), ask('GET', `${contracts}/${id}`), post()])
      answers.forEach(note)
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(counts.get(507)).toBeGreaterThan(0)
    rmSync(filler())
    await expect.poll(async () => (await ask('GET', `${contracts}/${id}`)).status).toBe(200)
    expect(possible).toContain(await nameOf())
    await expect.poll(async () => (await rename('Room again')).status).toBe(200)
    expect((await upload()).status).toBe(201)
    const list = [...counts].map(([status, count]) => `${count} x ${status}`).join(', ')
    print(`a full disk: ${list}; last acknowledged: ${possible[0]}`)
  },
)
