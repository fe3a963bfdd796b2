// Tries a release as its operator would: installs it in an empty folder, and as another user starts it, signs in and
// calls the API.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endChild } from '../../test/servers/end-child.ts'
import { run } from './run.ts'

/** Throws if anything of it does not work. Returns the size of the installation in megabytes. */
export async function tryRelease(archive: string): Promise<number> {
  const folder = await mkdtemp('/tmp/chancery-try-')
  await chmod(folder, 0o755)
  const installed = join(folder, 'opt')
  try {
    const script = fileURLToPath(new URL('../../deploy/install.sh', import.meta.url))
    await run('sh', [script, archive, installed, folder], folder)
    await mkdir(join(folder, 'state'))
    // the database runs under the same account as the server
    await chmod(join(folder, 'state'), 0o777)
    await checkBundle(installed)
    await callServer(folder, installed)
    return Number((await run('du', ['-sm', installed], folder)).split('\t')[0])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isRoot = process.getuid?.() === 0
const another = isRoot ? { uid: 65_534, gid: 65_534 } : {}

/** The server would run without it as well, but starts more slowly. */
async function checkBundle(installed: string): Promise<void> {
  const ask =
    'import("./server/operations/process/bundle.ts").then(({ currentBundle }) => console.log(currentBundle()))'
  const bundle = await run(join(installed, 'node_modules/.bin/node'), ['-e', ask], installed)
  if (!bundle.startsWith(installed)) throw new Error(`The release has no bundle of its sources: ${bundle}`)
}

async function callServer(folder: string, installed: string): Promise<void> {
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: '/nowhere',
    CHANCERY_STATE_DIR: join(folder, 'state'),
    PORT: '0',
  }
  const command = join(folder, 'chancery')
  const server = spawn(command, ['start'], {
    cwd: '/',
    env,
    ...another,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await addressOf(server)
    const program = await readlink(`/proc/${server.pid}/exe`)
    if (!program.startsWith(installed))
      throw new Error(`The server runs on ${program}, not on the Node of the release`)
    await signIn(url)
    const words = ['token', 'counsel@harbour.example', '--access-token']
    const token = await run(command, words, '/', { env, ...another })
    const contracts = await fetch(`${url}/contract-apis/v1/contracts`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { total } = (await contracts.json()) as { total?: number }
    if (contracts.status !== 200 || !total)
      throw new Error(`GET contracts answered ${contracts.status} with ${total} contracts`)
    const page = await fetch(`${url}/`)
    if (!(await page.text()).includes('<div id="root"')) throw new Error('The web app is not served')
  } finally {
    await endChild(server)
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = /Web app +(https?:\/\/[^/\s]+)\/[^]*Ctrl-C/.exec(said)?.[1]
      if (address) resolve(address)
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
}

async function signIn(url: string): Promise<void> {
  const first = await fetch(`${url}/session`)
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const cookie = first.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const answer = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@harbour.example', password: 'chancery-demo' }),
  })
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  const signedIn = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const matters = await fetch(`${url}/v2/matters`, { headers: { cookie: signedIn } })
  if (matters.status !== 200) throw new Error(`GET /v2/matters answered ${matters.status}`)
}
