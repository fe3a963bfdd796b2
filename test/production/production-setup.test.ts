// The example of a production installation, run against a real one: nothing exists but what its operator types.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSignedCertificate } from '../../server/platform/outbound/self-signed.ts'
import { topicsOfV1 } from '../../server/platform/events/topics.ts'
import { freePort } from '../peers/free-port.ts'
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts'
import { endWindowsSoon, type Proxy, run, startMailServer, startProxy } from './world.ts'

const password = 'a sturdy first password'
const selfSigned = selfSignedCertificate()
let folder: string
let env: Record<string, string>
let proxy: Proxy
let server: ServerProcess
let windows: Awaited<ReturnType<typeof endWindowsSoon>>
let mail: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chancery-production-'))
  // PostgreSQL may run under a different account from the tests
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'cert.pem'), selfSigned.cert)
  await writeFile(join(folder, 'key.pem'), selfSigned.key)
  proxy = await startProxy(selfSigned)
  mail = await startMailServer()
  proxy.target = await freePort()
  env = {
    CHANCERY_ENVIRONMENT: 'production',
    CHANCERY_PUBLIC_URL: proxy.url,
    CHANCERY_STATE_DIR: join(folder, 'state'),
    CHANCERY_SMTP_URL: mail.url,
    CHANCERY_TRUSTED_PROXIES: '127.0.0.1',
    // the receiver of this test is on this machine
    CHANCERY_WEBHOOK_ALLOWED_NETWORKS: 'loopback',
    CHANCERY_WEBHOOK_CA_FILE: join(folder, 'cert.pem'),
    PORT: String(proxy.target),
  }
  server = await startServerProcess({ stateDir: join(folder, 'state'), env })
  windows = await endWindowsSoon(join(folder, 'state'))
})
afterAll(async () => {
  await windows?.stop()
  await server?.stop()
  await proxy?.close()
  await mail?.close()
  await rm(folder, { recursive: true, force: true })
})

const chancery = async (words: readonly string[], input = '') => {
  const { code, output } = await run(['server/operations/cli/chancery.ts', ...words], { input, env })
  expect(code, output).toBe(0)
  return output
}

/** Follows a link to set a password, through the proxy, as the web app does. */
async function setPassword(token: string) {
  const agent = new Agent({ ca: selfSigned.cert })
  const call = (method: string, path: string, headers: Record<string, string>, sent?: object) =>
    new Promise<{ status: number; body: string; cookie: string }>((resolve, reject) => {
      const options = { agent, method, headers: { ...headers, 'content-type': 'application/json' } }
      const request = httpsRequest(`${proxy.url}${path}`, options, (answer) => {
        const cookie = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body, cookie }), reject)
      })
      request.on('error', reject).end(sent && JSON.stringify(sent))
    })
  const { body, cookie } = await call('GET', '/session', {})
  const { csrfToken } = JSON.parse(body) as { csrfToken: string }
  const headers = { cookie, 'x-csrf-token': csrfToken }
  return call('PUT', '/session/password', headers, { token, password })
}

let isSetUp = false

test('is set up over the API alone, and all sixteen topics are received', async () => {
  const of = ['--organisation', 'Acme']
  const groups = 'MatterAdministrators ContractAdministrators'.split(' ')
  await chancery(
    [
      ...'user add jo@acme.example --role Administrator --new-organisation Acme --name'.split(' '),
      'Jo Marsh',
      '--group',
      ...groups,
    ],
    `${password}\n`,
  )
  const redirectUri = ['--redirect-uri', 'http://localhost/signed-in']
  const client = await chancery([
    ...'client create --name Set-up --contact jo@acme.example'.split(' '),
    ...of,
    ...redirectUri,
  ])
  const [, clientId = ''] = /client_id +(\S+)/.exec(client) ?? []
  const [, secret = ''] = /client_secret +(\S+)/.exec(client) ?? []
  const [ca, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const port = String(await freePort())
  const signIn = `--url ${proxy.url} --user jo@acme.example --client-id ${clientId} --client-secret ${secret}`
  const receiver = `--receiver https://localhost:${port}/hooks?from=chancery --certificate ${ca} --key ${key}`
  const example = (to: string) =>
    run(['examples/production-setup.ts', ...signIn.split(' '), ...to.split(' ')], {
      env: { SETUP_PASSWORD: password, NODE_EXTRA_CA_CERTS: ca },
    })
  // notified at a port where nothing listens
  const elsewhere = `${receiver.replace(port, String(await freePort()))} --port ${port}`
  const unreachable = await example(elsewhere)
  expect(unreachable.code).toBe(1)
  expect(unreachable.output).toMatch(/Nothing was set up: the server could not notify https:\/\/localhost:/)
  expect(unreachable.output).not.toMatch(/^ready /m)

  const { code, output } = await example(receiver)
  expect(code, output).toBe(0)
  for (const topic of topicsOfV1)
    expect(output).toMatch(new RegExp(`^notified +${topic.replaceAll('.', '\\.')} \\d+`, 'm'))
  expect(output).toMatch(/on contract \d+, which is Executed/)
  expect(output).toMatch(/on invoice A-\w+ of NZD 1332, which is Approved/)
  expect(output).not.toContain(password)

  // existing objects are found again, and the work is done once more
  const again = await example(receiver)
  expect(again.code, again.output).toBe(0)
  const ready = (text: string) => text.match(/^ready .*$/gm)
  expect(ready(again.output)).toEqual(ready(output))
  isSetUp = true
})

test('people it has invited join through the mailed link', async () => {
  expect(isSetUp, 'the test before this one must have succeeded').toBe(true)
  const invitations = () => mail.mails.filter((each) => each.includes('You have been invited'))
  // a job sends them
  await expect.poll(() => invitations().length).toBe(3)
  const robins = invitations().find((each) => each.includes('robin.marsh@acme.example')) ?? ''
  // a mail may wrap a long line: =3D is an equals sign, and a trailing = is nothing
  const plain = robins.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(plain) ?? []
  expect(plain).toContain(`${proxy.url}/#/reset-password`)
  const { status, body } = await setPassword(token)
  expect(status, body).toBe(204)
  expect((await setPassword(token)).status, 'a link leads on once').toBe(400)
})

test('reports what is missing on its command line', async () => {
  const { code, output } = await run(['examples/production-setup.ts', '--url', proxy.url])
  expect([code, output]).toEqual([
    2,
    expect.stringMatching(/Usage: [\s\S]*Missing: --client-id.*the password/),
  ])
})
