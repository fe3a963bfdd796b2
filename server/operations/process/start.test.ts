// The whole product as a process: start, serve, stop, restart.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/peers/free-port.ts'
import { isFull } from '../../../test/repetitions.ts'
import {
  cleanEnvironment,
  failingServerProcess,
  type ServerProcess,
  startServerProcess,
} from '../../../test/servers/server-process.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

let stateDir: string
beforeAll(async () => {
  stateDir = makeThrowAwayFolder('chancery-start-')
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

describe('a server on an empty folder', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerProcess({ stateDir })
  })
  afterAll(async () => {
    if (server) await server.stop()
  })

  test('prints its addresses [G-20]', () => {
    expect(server.output.stdout).toContain(`${server.url}/docs`)
    expect(server.output.stdout).toContain(stateDir)
    expect(server.output.stderr).toContain('Creating the database')
  })

  test('answers on both loopback addresses [G-8]', async () => {
    const { port } = new URL(server.url)
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const response = await fetch(`http://${host}:${port}/readyz`)
      expect([host, response.status]).toEqual([host, 200])
    }
  })

  test('serves the web app: the page always fresh, its assets cached for ever', async () => {
    const page = await fetch(`${server.url}/`)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
    const file = await fetch(server.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(file.status).toBe(200)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
    const again = await fetch(`${server.url}/`, {
      headers: { 'if-none-match': page.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  })

  test('serves nothing besides the files of the web app', async () => {
    for (const path of [
      '/assets/..%2findex.html',
      '/assets/.sources',
      '/assets/nothing.js',
      '/package.json',
    ]) {
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404])
    }
  })

  test('writes its log to a file, with the id of each request', async () => {
    const { headers } = await fetch(`${server.url}/openapi.json`)
    await expect
      .poll(() => readFileSync(`${stateDir}/chancery.log`, 'utf8'))
      .toContain(`"reqId":"${headers.get('x-request-id')}"`)
    expect(server.output.stdout).not.toContain('{"level"')
  })

  test('refuses to start a second server on its folder, with a readable message', async () => {
    const second = await failingServerProcess({ stateDir })
    expect(second.how).toBe(1)
    expect(second.stderr).toContain(`Another Chancery server (process ${server.pid}`)
  })

  test('stops cleanly on SIGTERM, together with its database', async () => {
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(existsSync(`${stateDir}/postgres/postmaster.pid`)).toBe(false)
    expect(existsSync(`${stateDir}/server.json`)).toBe(false)
  })

  test('starts again on the existing data', async () => {
    server = await startServerProcess({ stateDir })
    expect(server.output.stderr).toBe('')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

const accessToken = () =>
  execFileSync(
    process.execPath,
    ['server/operations/cli/chancery.ts', 'token', 'counsel@harbour.example', '--access-token'],
    { encoding: 'utf8', env: { ...cleanEnvironment(), CHANCERY_STATE_DIR: stateDir } },
  ).trim()

test('several processes serve on one port, and one that exits is replaced [G-8]', async () => {
  const server = await startServerProcess({ stateDir, env: { CHANCERY_PROCESSES: '2' } })
  try {
    const before = childrenOf(server.pid)
    expect(before).toHaveLength(2)
    process.kill(before[0] ?? 0, 'SIGKILL')
    await expect.poll(() => childrenOf(server.pid).filter((pid) => !before.includes(pid))).toHaveLength(1)
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.output.stderr).toContain('A server process exited (SIGKILL)')
    // each on a connection of its own, so that both get some; whichever is asked reports the metrics of all
    const apart = { headers: { connection: 'close' } }
    for (let count = 0; count < 6; count += 1) await fetch(`${server.url}/openapi.json`, apart)
    for (let count = 0; count < 3; count += 1) {
      // 503 while a process is too busy to report in time
      const metrics = async () => (await fetch(`${server.url}/metrics`, apart)).text()
      await expect
        .poll(metrics)
        .toContain('chancery_http_requests_total{method="GET",route="/openapi.json",status="200"} 6')
    }
  } finally {
    expect(await server.stop('SIGINT')).toBe(0)
  }
})

test('what one process showed is on the recents that another one lists', async () => {
  const server = await startServerProcess({ stateDir, env: { CHANCERY_PROCESSES: '3' } })
  try {
    const token = accessToken()
    // each on a connection of its own, so that different processes answer
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    const get = async (path: string) => (await fetch(server.url + path, { headers })).json()
    const { items } = (await get('/v2/contracts?$top=10')) as { items: readonly { id: number }[] }
    for (const { id } of items) {
      await get(`/v2/contracts/${id}`)
      const [latest] = (await get('/contract-apis/v1/contracts/recent?take=1')) as readonly { id: number }[]
      expect(latest?.id).toBe(id)
    }
  } finally {
    expect(await server.stop()).toBe(0)
  }
})

test.each(isFull ? [1, 2] : [2])(
  'an upload under way when the server is asked to stop (%i processes) is finished, acknowledged and there afterwards [F-34]',
  async (processes) => {
    // the same after the restart: it is the issuer of tokens
    const port = await freePort()
    const env = { PORT: String(port), CHANCERY_PROCESSES: String(processes) }
    const logged = (what: string) => readFileSync(`${stateDir}/chancery.log`, 'utf8').split(what).length
    const uploads = () => readdirSync(`${stateDir}/files/incoming`).length
    const stops = () => logged('"msg":"stopping"')
    const before = uploads()
    const stopsBefore = stops()
    const server = await startServerProcess({ stateDir, env })
    const token = accessToken()
    const upload = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/contract-apis/v1/contracts',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=edge' },
    })
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>
    const part = (name: string, more = '') =>
      `--edge\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
    upload.write(`${part('ContractTemplateId')}1\r\n${part('Name')}Begun before the end\r\n`)
    upload.write(`${part('ContractFile', '; filename="a.txt"')}the first half, `)
    await expect.poll(uploads).toBeGreaterThan(before)

    const stopped = performance.now()
    const ended = server.stop('SIGTERM')
    await expect.poll(stops).toBe(stopsBefore + processes)
    // ten real seconds are promised from the signal on, and only waiting shows that they are granted
    await sleep(Math.max(0, 6_000 - (performance.now() - stopped)))
    upload.end('the second half\r\n--edge--\r\n')
    const [response] = await answered.catch((cause: unknown) => {
      throw new Error(`The upload was cut off:\n${server.output.stderr.slice(-2_000)}`, { cause })
    })
    expect(response.statusCode).toBe(200)
    const id = Number(await text(response))
    expect(await ended).toBe(0)

    const again = await startServerProcess({ stateDir, env })
    const contract = await fetch(`${again.url}/contract-apis/v1/contracts/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await contract.json()).toMatchObject({ id, name: 'Begun before the end' })
    await again.stop()
  },
)

const production = { CHANCERY_ENVIRONMENT: 'production', CHANCERY_PUBLIC_URL: 'https://legal.example' }

/** Every line as JSON, of both outputs together as a supervisor collects them. */
const linesOf = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
  (stdout + stderr)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string })

test('production logs JSON and nothing else, and has no demo [G-23]', async () => {
  const server = await startServerProcess({
    stateDir: `${stateDir}/production`,
    env: { ...production, CHANCERY_PROCESSES: '2', NODE_OPTIONS: '--pending-deprecation' },
  })
  for (const child of childrenOf(server.pid).slice(0, 1)) process.kill(child, 'SIGKILL')
  await expect.poll(() => server.output.stdout).toContain('A server process exited (SIGKILL)')
  await server.stop()
  const said = linesOf(server.output).map(({ msg }) => msg)
  expect(said).toEqual(expect.arrayContaining(['Creating the database', 'ready', 'stopped']))
  expect(server.output.stdout).not.toContain('harbour.example')
})

test('production that cannot start says why in JSON as well', async () => {
  const wrong = await failingServerProcess({ stateDir, env: { ...production, CHANCERY_PROCESSES: 'many' } })
  expect(wrong.how).toBe(1)
  expect(linesOf(wrong)).toMatchObject([
    { level: 'error', msg: expect.stringContaining('CHANCERY_PROCESSES') },
  ])
})

test('an offline copy has the addresses of this machine, not those of the live installation', async () => {
  const server = await startServerProcess({
    stateDir: `${stateDir}/production`,
    env: { ...production, CHANCERY_OFFLINE: 'yes' },
  })
  const metadata = await fetch(`${server.url}/.well-known/oauth-authorization-server`)
  expect(await metadata.json()).toMatchObject({ issuer: server.url })
  await server.stop()
  expect(server.url).toMatch(/^http:\/\/localhost:\d+$/)
  expect(server.output.stdout).not.toContain('legal.example')
})

test('a port in use is reported before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { how, stderr } = await failingServerProcess({
    stateDir: `${stateDir}/unused`,
    env: { PORT: String(port) },
  })
  other.close()
  expect([how, stderr]).toEqual([1, expect.stringContaining(`Port ${port} is in use by another program.`)])
  expect(existsSync(`${stateDir}/unused`)).toBe(false)
})

test('all mistakes in the settings are reported together [G-24]', async () => {
  const { how, stderr } = await failingServerProcess({
    stateDir,
    env: { CHANCERY_PROCESSES: 'many', CHANCERY_STORAGE: 'tape', CHANCERY_PROT: '1' },
  })
  expect(how).toBe(1)
  expect(stderr).toMatch(/CHANCERY_PROCESSES[\s\S]*CHANCERY_STORAGE[\s\S]*CHANCERY_PROT is not a setting/)
})

/** The server processes among the children: the database and its guard are not Node processes. */
function childrenOf(pid: number): number[] {
  const list = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='], { encoding: 'utf8' })
  return list
    .split('\n')
    .filter((line) => line.includes('main.ts'))
    .map((line) => Number.parseInt(line, 10))
}
