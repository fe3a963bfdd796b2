// Mail domains that administrators add: they count once a TXT record of the domain proves them.
import { afterAll, expect, test } from 'vitest'
import { createAdministrator } from '../../../../test/fixtures/administrators.ts'
import { createUser } from '../../../../test/factories.ts'
import { startNameServer } from '../../../../test/peers/name-server.ts'
import { openBrowser } from '../../../../test/peers/browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { addMailDomain, allowPasswords, setIdentityProvider } from '../sso/providers.ts'

const names = await startNameServer()
const parts = useTestApp({ CHANCERY_NAME_SERVERS: names.address })
afterAll(() => names.stop())
const by = systemActor('test')

interface Shown {
  domain: string
  state: string
  record: { type: string; name: string; value: string } | null
  lastCheck: { problem: string } | null
}

let made = 0
async function world() {
  const { admin, caller } = await createAdministrator(parts)
  const { organisationId } = admin
  await setIdentityProvider(parts.app, by, {
    organisationId,
    name: 'Legal login',
    issuer: 'https://login.legal.example',
    clientId: 'chancery',
    clientSecret: 'secret',
  })
  const domain = `claimed-${++made}.example`
  const list = async () => (await caller.get('/v2/mailDomains')).json<{ items: Shown[] }>().items
  const check = async () => {
    const answer = await caller.post(`/v2/mailDomains/${domain}/check`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Shown>()
  }
  const method = async () => {
    const answer = await openBrowser(parts.server).call('POST', '/session/method', {
      email: `robin@${domain}`,
    })
    return answer.json<{ method: string }>().method
  }
  return { admin, caller, organisationId, domain, list, check, method }
}

test('a domain has no effect until its TXT record is found, and sends its people to the provider from then on [A-180]', async () => {
  const { caller, domain, list, check, method, organisationId } = await world()
  const other = await createAdministrator(parts)
  const invite = () =>
    other.caller.post('/v2/users', {
      email: `robin@${domain}`,
      firstName: 'Robin',
      lastName: 'Vale',
      role: 'InhouseLegal',
    })
  const added = await caller.post('/v2/mailDomains', { domain: ` ${domain.toUpperCase()} ` })
  expect(added.statusCode, added.body).toBe(201)
  const waiting = added.json<Shown>()
  const value = expect.stringMatching(/^chancery-domain=[0-9a-f]{40}$/) as string
  const record = { type: 'TXT', name: `_chancery.${domain}`, value }
  expect(waiting).toMatchObject({ domain, state: 'Waiting', record, lastCheck: null })
  // named twice it stays as it is
  expect((await caller.post('/v2/mailDomains', { domain })).json()).toEqual(waiting)

  expect(await check()).toMatchObject({ state: 'Waiting', lastCheck: { problem: 'NoRecord' } })
  names.texts.set(record.name, ['v=spf1 -all', 'chancery-domain=of-somebody-else'])
  expect(await check()).toMatchObject({ state: 'Waiting', lastCheck: { problem: 'OtherRecord' } })
  names.silent = true
  expect(await check()).toMatchObject({ state: 'Waiting', lastCheck: { problem: 'NoAnswer' } })
  names.silent = false
  expect(await method()).toBe('password')
  expect((await invite()).statusCode).toBe(201)

  names.texts.set(record.name, ['v=spf1 -all', waiting.record?.value ?? ''])
  expect(await check()).toMatchObject({ domain, state: 'Proved', record: null, lastCheck: null })
  expect(await list()).toMatchObject([{ domain, state: 'Proved' }])
  expect(await method()).toBe('sso')
  expect((await caller.post(`/v2/mailDomains/${domain}/check`)).statusCode).toBe(404)
  expect((await caller.post('/v2/mailDomains', { domain })).statusCode).toBe(409)
  const events = await parts.app.database.kysely
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', 'like', 'mail-domain.%')
    .orderBy('id')
    .select('name')
    .execute()
  expect(events.map(({ name }) => name)).toEqual(['mail-domain.claimed', 'mail-domain.added'])
})

test('a domain goes to who proves it first, and the other one is told [A-180]', async () => {
  const first = await world()
  const second = await createAdministrator(parts)
  const { domain } = first
  const records: string[] = []
  for (const { caller } of [first, second]) {
    const { record } = (await caller.post('/v2/mailDomains', { domain })).json<Shown>()
    records.push(record?.value ?? '')
  }
  expect(new Set(records).size).toBe(2)
  names.texts.set(`_chancery.${domain}`, records)
  expect((await second.caller.post(`/v2/mailDomains/${domain}/check`)).statusCode).toBe(200)
  const late = await first.caller.post(`/v2/mailDomains/${domain}/check`)
  expect(late.statusCode).toBe(409)
  expect(late.json<{ detail: string }>().detail).toBe(`${domain} belongs to another organisation.`)
  expect((await first.list()).map(({ state }) => state)).toEqual(['Waiting'])
  expect((await first.caller.post('/v2/mailDomains', { domain })).statusCode).toBe(409)
})

test('a domain is removed, also one of the operator, but not while passwords are refused [A-181]', async () => {
  const { caller, domain, list, method, organisationId, admin } = await world()
  await addMailDomain(parts.app, by, { organisationId, domain })
  expect(await list()).toMatchObject([{ domain, state: 'Operator' }])
  await allowPasswords(parts.app, by, { organisationId, allowed: false })
  const asAdmin = await callerFor(parts, admin)
  const remove = () => asAdmin.delete(`/v2/mailDomains/${domain}`)
  expect((await remove()).statusCode).toBe(409)
  expect(await method()).toBe('sso')
  await allowPasswords(parts.app, by, { organisationId, allowed: true })
  expect((await remove()).statusCode).toBe(204)
  expect((await remove()).statusCode).toBe(404)
  expect(await method()).toBe('password')
  // one that waits is withdrawn
  await caller.post('/v2/mailDomains', { domain })
  expect((await remove()).statusCode).toBe(204)
  expect(await list()).toEqual([])
})

test('wrong domains are named, the number is limited, and nobody but administrators may [A-181]', async () => {
  const { caller, organisationId, admin } = await world()
  for (const body of [
    {},
    { domain: 'acme' },
    { domain: 'a@acme.example' },
    { domain: null },
    { domain: 5 },
  ]) {
    const answer = await caller.post('/v2/mailDomains', body)
    expect(answer.statusCode, JSON.stringify(body)).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['domain'])
  }
  const now = parts.app.clock.now()
  await parts.app.database.kysely
    .insertInto('mail_domain_claims')
    .values(
      Array.from({ length: 100 }, (_, index) => ({
        organisation_id: organisationId,
        domain: `many-${index}.example`,
        proof: 'x',
        created_by: admin.id,
        created_at: now,
      })),
    )
    .execute()
  const full = await caller.post('/v2/mailDomains', { domain: 'one-more.example' })
  expect(full.statusCode).toBe(409)
  expect(full.body).toContain('Prove or withdraw some first.')
  const lawyer = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'InhouseLegal' }))
  expect((await lawyer.get('/v2/mailDomains')).statusCode).toBe(403)
  expect((await lawyer.post('/v2/mailDomains', { domain: 'mine.example' })).statusCode).toBe(403)
})
