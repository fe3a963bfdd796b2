// Signing in at two server processes on one database: an answer of a SAML provider is good once in both, and guesses at
// passwords are counted together.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { password, passwordHash } from '../../../test/peers/browser.ts'
import { type SamlPeer, startSamlpProvider } from '../../../test/peers/saml-identity-providers.ts'
import { useProcesses } from '../../../test/servers/several-processes.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { reserveAttempt } from '../../platform/secrets/attempt-limit.ts'
import { selfSignedRsaCertificate } from '../../platform/outbound/self-signed.ts'
import { samlKeyPurpose } from './sso/saml/saml-keys.ts'

const processes = useProcesses(2)
let peer: SamlPeer
beforeAll(async () => {
  peer = await startSamlpProvider()
})
afterAll(() => peer.stop())

/** Somebody whose organisation signs in at the provider, where people may also begin. */
async function personOfProvider() {
  const { app } = processes
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, { organisationId })
  const domain = `processes-${organisationId}.example`
  const email = `robin@${domain}`
  const publicId = randomUUID()
  const { key, cert } = await selfSignedRsaCertificate('Chancery')
  const sealed = await app.vault.seal(key, samlKeyPurpose)
  await internalTransaction(app, async (tx, now) => {
    const organisation = { organisation_id: organisationId, created_at: now }
    await tx
      .insertInto('mail_domains')
      .values({ domain, ...organisation })
      .execute()
    await tx.updateTable('users').set({ email, email_key: email }).where('id', '=', user.id).execute()
    await tx
      .insertInto('saml_service_providers')
      .values({ public_id: publicId, ...organisation })
      .execute()
    await tx
      .insertInto('saml_keys')
      .values({ certificate: cert, private_sealed: sealed, ...organisation })
      .execute()
    await tx
      .insertInto('identity_providers')
      .values({
        ...organisation,
        protocol: 'saml',
        name: 'Login',
        issuer: peer.entityId,
        saml: JSON.stringify({
          ssoUrl: peer.ssoUrl,
          certificates: [peer.certificate.replaceAll(/-----[^-]+-----|\s/g, '')],
          idpInitiated: true,
          allowSha1: false,
          emailAttribute: null,
        }),
        revision: randomUUID(),
        updated_at: now,
      })
      .execute()
  })
  const metadata = await fetch(`${processes.servers[0]?.address}/session/saml/${publicId}/metadata`)
  const serviceProvider = await metadata.text()
  peer.behave({ serviceProvider })
  const own = `${app.config.webUrl}/session/saml/${publicId}`
  return { email, acs: `/session/saml/${publicId}/acs`, own, person: { nameId: email, email } }
}

/** What a browser without cookies is told when it brings an answer. */
async function bring(to: number, path: string, form: Record<string, string>) {
  const answer = await fetch(`${processes.servers[to]?.address}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
  return answer.headers.get('location') ?? ''
}

test('an answer that the provider began with is accepted once in both processes, however many come [A-173]', async () => {
  const { acs, own, person } = await personOfProvider()
  const message = await peer.begin(`${own}/acs`, `${own}/metadata`, person)
  const places = await Promise.all(
    Array.from({ length: 10 }, (_, index) => bring(index % 2, acs, { SAMLResponse: message })),
  )
  const accepted = places.filter((place) => place.includes('/session/saml/finish?state='))
  expect(accepted).toHaveLength(1)
  expect(places.filter((place) => place.endsWith('error=not_valid'))).toHaveLength(9)
  // and the person who goes on with it is signed in by one of them
  const query = accepted[0]?.split('?')[1] ?? ''
  const ends = await Promise.all(
    [0, 1, 0, 1].map(async (to) => {
      const answer = await fetch(`${processes.servers[to]?.address}/session/saml/finish?${query}`, {
        redirect: 'manual',
      })
      return answer.headers.get('location') ?? ''
    }),
  )
  expect(ends.filter((place) => place.endsWith('/#/'))).toHaveLength(1)
  expect(ends.filter((place) => place.endsWith('error=expired'))).toHaveLength(3)
})

test('a sign-in may lead over both processes, and ends in one session [A-170]', async () => {
  const { email, acs, person } = await personOfProvider()
  const start = await fetch(
    `${processes.servers[0]?.address}/session/sso/start?email=${encodeURIComponent(email)}`,
    { redirect: 'manual' },
  )
  const cookie = start.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const { message, relayState } = await peer.walk(start.headers.get('location') ?? '', person)
  const form = { SAMLResponse: message, RelayState: relayState }
  const brought = await Promise.all([bring(1, acs, form), bring(0, acs, form)])
  expect(brought.filter((place) => place.includes('/session/saml/finish'))).toHaveLength(1)
  const query = `state=${encodeURIComponent(relayState)}`
  const ends = await Promise.all(
    [0, 1].map((to) =>
      fetch(`${processes.servers[to]?.address}/session/saml/finish?${query}`, {
        redirect: 'manual',
        headers: { cookie },
      }),
    ),
  )
  const places = ends.map(({ headers }) => headers.get('location') ?? '')
  expect(places.filter((place) => place.endsWith('/#/'))).toHaveLength(1)
  expect(places.filter((place) => place.endsWith('error=expired'))).toHaveLength(1)
})

test('wrong passwords at both processes count together, however many come at once', async () => {
  const { app } = processes
  const { id: organisationId } = await createOrganisation(app)
  const { email } = await createUser(app, { organisationId, passwordHash: await passwordHash() })
  const visitors = await Promise.all(
    [0, 1].map(async (to) => {
      const visit = await fetch(`${processes.servers[to]?.address}/session`)
      const cookie = visit.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
      return { cookie, csrfToken: ((await visit.json()) as { csrfToken: string }).csrfToken }
    }),
  )
  const guess = async (to: number, guessed: string) => {
    const { cookie = '', csrfToken = '' } = visitors[to] ?? {}
    const answer = await fetch(`${processes.servers[to]?.address}/session`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: guessed }),
    })
    return answer.status
  }
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => guess(index % 2, `wrong ${index}`)),
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  for (const to of [0, 1]) expect(await guess(to, password)).toBe(429)
})

test('attempts count together when they come in another order than that of their times', async () => {
  const { app } = processes
  const limit = { name: 'order', most: 2, minutes: 15 }
  const source = { subject: randomUUID(), ip: '203.0.113.7' }
  const start = new Date('2026-03-02T09:00:00.000Z').getTime()
  const attempt = (seconds: number) =>
    reserveAttempt(
      { ...app, clock: { ...app.clock, now: () => new Date(start + seconds * 1_000) } },
      limit,
      source,
    )
  await attempt(2)
  await attempt(1)
  await expect(attempt(0)).rejects.toThrow('Too many failed attempts')
  // a sandbox whose clock was moved back does not keep people out
  await attempt(-3_600)
})
