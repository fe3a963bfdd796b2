// The certificates that seal documents, and the checks of what they sealed, through the API.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { p12Of } from '../../../test/seals/p12.ts'
import { startTimeStampAuthority } from '../../../test/seals/time-stamps.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { selfSignedCertificate, selfSignedRsaCertificate } from '../../platform/outbound/self-signed.ts'
import { sealForOrganisation } from '../seal.ts'
import { makeSample } from '../sample.ts'

const parts = useTestApp()
let organisationId: number
let name: string
let caller: Caller
beforeEach(async () => {
  ;({ id: organisationId, name } = await createOrganisation(parts.app))
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
})

const path = '/v2/signingCertificates'
const list = async () => (await caller.get(path)).json().items as Record<string, unknown>[]
const upload = (p12: Buffer, password: string) => caller.post(path, { p12: p12.toString('base64'), password })
const pdf = { 'content-type': 'application/pdf' }
const check = (file: Buffer) => caller.post('/v2/sealChecks', file, { headers: pdf })
const checkAsAnybody = (file: Buffer) =>
  parts.server.inject({ method: 'POST', url: '/seal-checks', payload: file, headers: pdf })
const seal = async () =>
  sealForOrganisation(parts.app, {
    organisationId,
    pdf: await makeSample(['Agreement']),
    reason: 'Signed by Ana',
  })

test('the first seal makes a certificate; one that replaces it leaves its seals recognised [C-313]', async () => {
  expect(await list()).toEqual([])
  const sample = await caller.post(`${path}/sample`)
  expect(sample.statusCode, sample.body).toBe(200)
  expect(sample.headers['content-type']).toBe('application/pdf')
  expect(await list()).toMatchObject([
    { subject: name, issuer: name, selfMade: true, createdBy: null, replacedAt: null },
  ])
  const file = await p12Of(await selfSignedRsaCertificate('Acme Legal', parts.app.clock.now()), {
    password: 'päss',
  })
  const replaced = await upload(file, 'päss')
  expect(replaced.statusCode, replaced.body).toBe(201)
  expect(await list()).toMatchObject([
    { subject: 'Acme Legal', selfMade: false, createdBy: { name: 'Robin Marsh' }, replacedAt: null },
    { subject: name, replacedAt: expect.any(String) },
  ])
  const rows = await parts.app.db
    .selectFrom('signing_certificates')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select('private_sealed')
    .execute()
  expect(rows.map(({ private_sealed: sealed }) => sealed?.includes('PRIVATE') ?? null)).toEqual([null, false])
  expect((await check(sample.rawPayload)).json()).toMatchObject({
    verdict: 'Unchanged',
    seals: [{ organization: name, replacedAt: expect.any(String) }],
  })
  const sealed = await seal()
  expect((await check(sealed)).json()).toMatchObject({
    verdict: 'Unchanged',
    seals: [{ organization: name, subject: 'Acme Legal', selfMade: false, validWhenSealed: true }],
  })
})

test('a file that has no key, is expired, too weak, too costly or not open is refused, and nothing changes [C-314]', async () => {
  const now = parts.app.clock.now()
  const years = (count: number) => new Date(now.getTime() + count * 366 * 24 * 3_600_000)
  const refusals = [
    [await p12Of(await selfSignedRsaCertificate('Old', years(-12)), { password: 'a' }), 'a', 'expired'],
    [await p12Of(await selfSignedRsaCertificate('New', years(1)), { password: 'a' }), 'a', 'is valid from'],
    [await p12Of(await selfSignedRsaCertificate('Acme', now), { password: 'a' }), 'b', 'password'],
    [Buffer.from('hello'), 'a', 'PKCS #12'],
    [
      await p12Of(await selfSignedRsaCertificate('Acme', now), { password: 'a', iterations: 2_000_001 }),
      'a',
      'iterations',
    ],
  ] as const
  for (const [file, password, reason] of refusals) {
    const refused = await upload(file, password)
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(reason)])
  }
  expect((await caller.post(path, { p12: 'no base64!' })).statusCode).toBe(400)
  expect((await caller.post(path, { p12: 'A'.repeat(200_000) })).statusCode).toBe(400)
  expect(await list()).toEqual([])
})

test('a key on an elliptic curve seals as well', async () => {
  const own = selfSignedCertificate(['acme.example'], parts.app.clock.now())
  const replaced = await upload(await p12Of(own, { password: 'a' }), 'a')
  expect(replaced.statusCode, replaced.body).toBe(201)
  expect((await check(await seal())).json()).toMatchObject({
    verdict: 'Unchanged',
    seals: [{ subject: 'acme.example' }],
  })
})

test('with an expired certificate nothing is sealed [C-314]', async () => {
  const own = selfSignedCertificate(['acme.example'], parts.app.clock.now())
  await upload(await p12Of(own, { password: 'a' }), 'a')
  parts.clock.advance({ days: 400 })
  await expect(seal()).rejects.toMatchObject({ status: 409 })
})

test('everybody checks files, with a limit for each address; people with an account have none [C-312]', async () => {
  const sealed = await seal()
  for (let count = 0; count < 30; count++)
    expect((await checkAsAnybody(sealed)).json()).toMatchObject({
      verdict: 'Unchanged',
      seals: [{ organization: name }],
    })
  expect((await checkAsAnybody(sealed)).statusCode).toBe(429)
  expect((await check(sealed)).json()).toMatchObject({ verdict: 'Unchanged' })
  expect((await check(Buffer.from('hello'))).statusCode).toBe(400)
})

test('documents of usual sizes are checked by everybody, and what is too large is refused [C-312]', async () => {
  parts.clock.advance({ minutes: 11 })
  const page = 'The parties agree as follows. '.repeat(70)
  const pdf = await makeSample(Array.from({ length: 400 }, (_, index) => `${index} ${page}`))
  const sealed = await sealForOrganisation(parts.app, { organisationId, pdf, reason: 'Signed by Ana' })
  expect(sealed.length).toBeGreaterThan(100 * 1024)
  for (const answer of [await checkAsAnybody(sealed), await check(sealed)]) {
    expect(answer.json(), answer.body).toMatchObject({ verdict: 'Unchanged' })
  }
  expect((await checkAsAnybody(Buffer.alloc(20 * 1024 * 1024 + 1, ' '))).statusCode).toBe(413)
})

const authority = await startTimeStampAuthority()
afterAll(authority.close)

test('seals have the time of an authority once it has been tested [C-315]', async () => {
  const refused = await caller.put('/v2/timeStampAuthority', { url: `${authority.url}/broken` })
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('is not a time stamp')])
  for (const url of ['http://tsa.example', 'https://user:word@tsa.example', 'tsa', 'https://10.0.0.1/tsr'])
    expect((await caller.put('/v2/timeStampAuthority', { url })).statusCode).toBe(400)
  expect((await caller.get('/v2/timeStampAuthority')).json()).toEqual({ url: null, testedAt: null })
  const set = await caller.put('/v2/timeStampAuthority', { url: authority.url })
  expect([set.statusCode, set.json()]).toEqual([200, { at: authority.time, by: 'Time stamps' }])
  const sealed = await seal()
  expect((await check(sealed)).json()).toMatchObject({
    verdict: 'Unchanged',
    seals: [{ timeStamp: { at: authority.time, by: 'Time stamps' } }],
  })
  authority.break()
  await expect(seal()).rejects.toMatchObject({ status: 503 })
  expect((await caller.delete('/v2/timeStampAuthority')).statusCode).toBe(204)
  expect((await check(await seal())).json()).toMatchObject({
    verdict: 'Unchanged',
    seals: [{ timeStamp: null }],
  })
})
