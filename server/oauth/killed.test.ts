// Integrations that refresh without pause while the server is killed under them.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { cleanEnvironment, type ServerProcess, startServerProcess } from '../../test/server-process.ts'

const kills = 2
const integrations = 4
let stateDir: string
let server: ServerProcess
let port: number
beforeAll(async () => {
  stateDir = await mkdtemp('/tmp/chancery-killed-')
  port = await freePort()
  server = await start()
})
afterAll(async () => {
  await server.stop()
  await rm(stateDir, { recursive: true, force: true })
})

const start = () =>
  startServerProcess({
    stateDir,
    detached: true,
    env: { PORT: `${port}`, CHANCERY_PROCESSES: '2', CHANCERY_RATE_LIMITS: 'off' },
  })

const commandLine = fileURLToPath(new URL('../cli/chancery.ts', import.meta.url))
async function chancery<Answer>(...words: string[]): Promise<Answer> {
  const env = { ...cleanEnvironment(), CHANCERY_STATE_DIR: stateDir }
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...words], { env })
  return JSON.parse(stdout) as Answer
}

interface Integration {
  refreshToken: string
  /** Whether the newest token came with the last answer: no request was under way without one. */
  settled: boolean
  /** How often it has been given a new pair. */
  refreshed: number
}

/** Refreshes until the server, or the database under it, is gone. */
async function refreshUntilKilled(integration: Integration, secret: string): Promise<void> {
  for (;;) {
    integration.settled = false
    const answer = await refresh(integration.refreshToken, secret).catch(() => undefined)
    if (answer === undefined || answer.status >= 500) return
    expect(answer.status).toBe(200)
    integration.refreshToken = answer.refreshToken
    integration.settled = true
    integration.refreshed++
  }
}

async function refresh(refreshToken: string, secret: string) {
  const form = { client_id: 'chancery-demo', client_secret: secret, refresh_token: refreshToken }
  const answer = await fetch(`${server.url}/account-apis/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, grant_type: 'refresh_token' }),
  })
  const body = (await answer.json()) as { refresh_token: string; error_description?: string }
  return { status: answer.status, refreshToken: body.refresh_token, message: body.error_description }
}

test('whoever got an answer goes on with it; whoever got none is either where they were or told so [A-72]', async () => {
  const { clientSecret } = await chancery<{ clientSecret: string }>('client', 'demo')
  const begun = await Promise.all(
    Array.from({ length: integrations }, () =>
      chancery<{ refresh_token: string }>('token', 'counsel@harbour.example'),
    ),
  )
  let pairs: Integration[] = begun.map((pair) => ({
    refreshToken: pair.refresh_token,
    settled: true,
    refreshed: 0,
  }))
  let interrupted = 0
  for (let kill = 0; kill < kills && pairs.length > 0; kill++) {
    const loops = pairs.map((pair) => refreshUntilKilled(pair, clientSecret))
    await expect.poll(() => pairs.some(({ refreshed }) => refreshed > 0)).toBe(true)
    // real time: a kill has no other moment than a random one
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 500))
    await server.stop('SIGKILL')
    await Promise.all(loops)
    server = await start()
    interrupted += pairs.filter(({ settled }) => !settled).length
    const after = await Promise.all(pairs.map((pair) => goOn(pair, clientSecret)))
    pairs = after.filter((pair) => pair !== undefined)
  }
  expect(interrupted).toBeGreaterThan(0)
})

/** The integration after the restart; undefined when it was told that it has to begin again. */
async function goOn(
  { refreshToken, settled }: Integration,
  secret: string,
): Promise<Integration | undefined> {
  const answer = await refresh(refreshToken, secret)
  if (!settled && answer.status === 400) {
    expect(answer.message).toBe('Refresh token is not valid')
    return undefined
  }
  expect(answer.status).toBe(200)
  const next = await refresh(answer.refreshToken, secret)
  expect(next.status).toBe(200)
  return { refreshToken: next.refreshToken, settled: true, refreshed: 0 }
}
