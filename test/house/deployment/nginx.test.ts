// The shipped sites of nginx, served by a real one: with one server behind it, and with two of which one goes away.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import { Agent, request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { secretFolders } from '../../../server/http/secret-paths.ts'
import { selfSignedCertificate } from '../../../server/platform/outbound/self-signed.ts'
import { freePort } from '../../peers/free-port.ts'
import { endChild } from '../../servers/end-child.ts'

const nginx = '/usr/sbin/nginx'
const selfSigned = selfSignedCertificate()
const isThere = existsSync(nginx)
if (!isThere && process.env['CI'] === 'true')
  throw new Error('This test needs nginx: apt-get install nginx-light')

interface Behind {
  readonly server: Server
  readonly port: number
  readonly requests: IncomingHttpHeaders[]
}

/** A server that answers with its name. */
async function startBehind(name: string): Promise<Behind> {
  const requests: IncomingHttpHeaders[] = []
  const server = createServer((asked, answer) => {
    requests.push(asked.headers)
    asked.resume().on('end', () => answer.end(name))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, port: (server.address() as AddressInfo).port, requests }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** The site as shipped but for addresses, ports and certificates. Answers how to call it. */
async function startNginx(site: string, addresses: readonly [from: string, to: string][]) {
  const folder = mkdtempSync('/tmp/chancery-nginx-')
  const [port, plain] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'cert.pem'), selfSigned.cert)
  writeFileSync(join(folder, 'key.pem'), selfSigned.key)
  const changed = [
    ['/etc/ssl/legal.example.com.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/private/legal.example.com.key', join(folder, 'key.pem')],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen 80', `listen 127.0.0.1:${plain}`],
    ['listen [::]:443 ssl;', ''],
    ['listen [::]:80;', ''],
    ...addresses,
  ].reduce(
    (conf, [from = '', to = '']) => {
      expect(conf).toContain(from)
      return conf.replaceAll(from, to)
    },
    readFileSync(new URL(`../../../deploy/${site}`, import.meta.url), 'utf8'),
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${folder}/${each};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log ${folder}/access.log; ${paths}\n${changed}\n}\n`,
  )
  const { stderr, status } = spawnSync(nginx, ['-t', '-c', file], { encoding: 'utf8' })
  expect(stderr).toContain('syntax is ok')
  expect(stderr).not.toContain('[warn]')
  expect(status).toBe(0)
  const child = spawn(nginx, ['-c', file], { stdio: 'ignore' })
  onTestFinished(async () => {
    await endChild(child)
    rmSync(folder, { recursive: true, force: true })
  })
  // nginx loses signals that arrive while it starts, and the check above has written the file with its process id
  // already
  await expect.poll(() => isListening(port)).toBe(true)
  const agent = new Agent({ rejectUnauthorized: false })
  const call = async (path: string, method = 'GET', headers: Record<string, string> = {}) => {
    const host = { host: '127.0.0.1', port, agent, servername: 'legal.example.com' }
    const sent = request({ ...host, path, method, headers: { host: 'legal.example.com', ...headers } }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await text(answer) }
  }
  const logged = () =>
    ['access.log', 'error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  return { call, logged, plain }
}

describe.runIf(isThere)('nginx', () => {
  test('in front of one server passes on who calls, replaces what callers claim, and hides the metrics', async () => {
    const behind = await startBehind('one')
    const { call } = await startNginx('nginx.conf', [['127.0.0.1:8080', `127.0.0.1:${behind.port}`]])
    expect(await call('/v2/matters', 'GET', { 'x-forwarded-for': '203.0.113.9' })).toEqual({
      status: 200,
      body: 'one',
    })
    expect(behind.requests).toMatchObject([
      { host: 'legal.example.com', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
    ])
    expect(await call('/metrics')).toMatchObject({ status: 403 })
    expect(behind.requests).toHaveLength(1)
  })

  test.each(['nginx.conf', 'nginx-several.conf'])(
    '%s logs no address that is a secret [G-164]',
    async (site) => {
      const behind = await startBehind('one')
      const addresses: [string, string][] =
        site === 'nginx.conf'
          ? [['127.0.0.1:8080', `127.0.0.1:${behind.port}`]]
          : ['10.0.0.11:8080', '10.0.0.12:8080'].map((from) => [from, `127.0.0.1:${behind.port}`])
      const { call, logged, plain } = await startNginx(site, addresses)
      const ask = async () => {
        for (const folder of secretFolders)
          for (const path of [
            `${folder}/Secret`,
            `/${folder}//Secret.ics?a=b`,
            `${folder.toUpperCase()}/Secret/x`,
          ])
            for (const method of ['GET', 'PUT', 'OPTIONS']) await call(path, method)
      }
      await ask()
      expect(behind.requests.length).toBeGreaterThan(20)
      const redirected = await fetch(`http://127.0.0.1:${plain}/signing/Secret`, { redirect: 'manual' })
      expect(redirected.status).toBe(301)
      // nor when nobody answers behind it
      behind.server.close()
      behind.server.closeAllConnections()
      await ask()
      await call('/v2/matters')
      // a line is written when its request is over
      await expect.poll(logged).toContain('/v2/matters')
      expect(logged()).not.toMatch(/secret/i)
    },
  )

  test('in front of two servers uses both, and only the other one when one has gone', async () => {
    const [one, two] = [await startBehind('one'), await startBehind('two')]
    const { call } = await startNginx('nginx-several.conf', [
      ['10.0.0.11:8080', `127.0.0.1:${one.port}`],
      ['10.0.0.12:8080', `127.0.0.1:${two.port}`],
    ])
    const bodies = await Promise.all(Array.from({ length: 20 }, () => call('/v2/matters')))
    expect(new Set(bodies.map(({ body }) => body))).toEqual(new Set(['one', 'two']))
    one.server.close()
    one.server.closeAllConnections()
    for (const method of ['GET', 'POST', 'PATCH', 'GET', 'POST']) {
      expect(await call('/v2/matters', method)).toEqual({ status: 200, body: 'two' })
    }
  })
})
