// Second factors in two server processes on one database: what is good once is good once in both, and guesses are
// counted together.
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { password, passwordHash } from '../../../../test/peers/browser.ts'
import { useProcesses } from '../../../../test/servers/several-processes.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { newAppSecret } from '../../../platform/secrets/app-codes.ts'
import { appSecretPurpose } from './authenticator-app.ts'

const processes = useProcesses(2)

/** Somebody with an app, and the codes that it shows. */
async function personWithApp() {
  const { app } = processes
  const organisation = await createOrganisation(app)
  const user = await createUser(app, { organisationId: organisation.id, passwordHash: await passwordHash() })
  const secret = newAppSecret()
  const sealed = await app.vault.seal(secret, appSecretPurpose(user.id))
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('authenticator_apps')
      .values({ user_id: user.id, secret_sealed: sealed, last_step: 0, created_at: now })
      .execute(),
  )
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return { email: user.email, code: () => totp.generate({ timestamp: Date.now() }) }
}

/** A browser at one of the processes in which the password was right; sends second factors to any of them. */
async function pendingAt(at: number, email: string) {
  let [cookie, csrfToken] = ['', '']
  const send = async (to: number, method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(`${processes.servers[to]?.address}${path}`, {
      method,
      headers: { cookie, 'x-csrf-token': csrfToken, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const set = answer.headers.getSetCookie().find((each) => each.startsWith('chancery_session='))
    if (set) cookie = set.split(';', 1)[0] ?? ''
    return { status: answer.status, body: (await answer.json()) as { csrfToken?: string; pending?: object } }
  }
  csrfToken = (await send(at, 'GET', '/session')).body.csrfToken ?? ''
  const { status, body } = await send(at, 'POST', '/session', { email, password })
  expect([status, body.pending]).toMatchObject([200, { app: true }])
  return (to: number, code: string) => send(to, 'POST', '/session/second-factor', { code })
}

test('guesses of both processes count together, however many come at once [A-142]', async () => {
  const { email, code } = await personWithApp()
  const browsers = await Promise.all([0, 1, 0, 1].map((at) => pendingAt(at, email)))
  const tries = Array.from({ length: 40 }, (_, index) => index)
  const answers = await Promise.all(
    tries.map(async (index) =>
      browsers[index % browsers.length]?.(index % 2, String(index).padStart(6, '0')),
    ),
  )
  const statuses = answers.map((answer) => answer?.status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  for (const at of [0, 1]) expect((await browsers[0]?.(at, code()))?.status).toBe(429)
})

test('a code is accepted by one of two processes that are asked at once [A-141]', async () => {
  const { email, code } = await personWithApp()
  const [one, other] = [await pendingAt(0, email), await pendingAt(1, email)]
  const now = code()
  const statuses = (await Promise.all([one(0, now), other(1, now)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400])
})
