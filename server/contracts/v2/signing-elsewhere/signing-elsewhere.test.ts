// Contracts that are sent with a signing service elsewhere, which a real HTTPS server plays.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signingServiceWorld } from '../../../../test/fixtures/signing-elsewhere-world.ts'
import { startSigningService } from '../../../../test/peers/signing-elsewhere.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { actorFor } from '../../../../test/fixtures/actors.ts'
import { rowsQuery } from '../../../operations/offboarding/export-rows.ts'
import { getContractToSee } from '../../access.ts'
import { sheetsOf } from '../../binder/sheets.ts'
import { runJobs } from '../../../../test/fixtures/jobs.ts'
import { notificationsOf } from '../../../../test/fixtures/notifications.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { followJob } from '../../signing/elsewhere/queue-follow.ts'
import { pollServices } from '../../signing/elsewhere/follow-request.ts'

const parts = useTestApp()
let peer: Awaited<ReturnType<typeof startSigningService>>
let world: Awaited<ReturnType<typeof signingServiceWorld>>
beforeAll(async () => {
  peer = await startSigningService()
})
afterAll(() => peer.close())
beforeEach(async () => {
  peer.packets.clear()
  peer.misbehave(undefined)
  // those of the tests before: their packets are gone
  await internalTransaction(parts.app, (tx) =>
    sql`/* every organisation: of this file */ update signature_requests set state = 'Voided' where state = 'Open'`.execute(
      tx,
    ),
  )
  world = await signingServiceWorld(parts, peer)
})

test('an administrator adds, changes and removes a service; token and secret are sealed and never shown again [C-450]', async () => {
  const { admin, counsel, serviceId, signingSecret, organisationId } = world
  const listed = await admin.get('/v2/signingServices')
  expect(listed.json()).toMatchObject({
    items: [{ id: serviceId, name: 'Northwind Sign', url: peer.url, complete: true, openRequests: 0 }],
  })
  for (const secret of [peer.token, signingSecret]) expect(listed.body).not.toContain(secret)
  const { rows } = await sql<{ row: string }>`select to_jsonb(s)::text as row from signing_services s
    where organisation_id = ${organisationId}`.execute(parts.app.db)
  for (const secret of [peer.token, signingSecret]) expect(rows[0]?.row).not.toContain(secret)
  const path = `/v2/signingServices/${serviceId}`
  expect((await admin.patch(path, { name: 'Northwind' })).statusCode).toBe(204)
  // a token is for the address that it was given for
  expect((await admin.patch(path, { url: `${peer.url}/other` })).json().errors).toHaveProperty('token')
  expect((await admin.patch(path, { token: 'wrong' })).json().errors).toHaveProperty('token')
  for (const refused of [
    await counsel.get('/v2/signingServices'),
    await counsel.patch(path, { name: 'Mine' }),
    await counsel.post(`${path}/signingSecret`, {}),
    await counsel.delete(path),
  ])
    expect(refused.statusCode).toBe(403)
  const elsewhere = await createOrganisation(parts.app)
  const stranger = await callerFor(
    parts,
    await createUser(parts.app, { organisationId: elsewhere.id, role: 'Administrator' }),
  )
  expect((await stranger.patch(path, { name: 'Theirs' })).statusCode).toBe(404)
  expect((await admin.delete(path)).statusCode).toBe(204)
  expect((await admin.get('/v2/signingServices')).json()).toEqual({ items: [] })
  expect((await admin.delete(path)).statusCode).toBe(404)
})

test.each([
  ['http://sign.example', 'https://'],
  ['https://user:word@sign.example', 'https://'],
  ['https://sign.example/?a=1', 'https://'],
  ['https://10.0.0.1/', 'refused'],
  ['https://169.254.169.254/', 'refused'],
])('%s is no address of a service [C-451]', async (url, word) => {
  const answer = await world.admin.post('/v2/signingServices', { name: 'Other', url, token: 'a' })
  expect([answer.statusCode, answer.json().errors?.url?.[0]]).toEqual([400, expect.stringContaining(word)])
})

test('a packet goes to the service once, with the document, its signers and fields, and the contract is locked [C-452]', async () => {
  const { counsel, sentElsewhere, current, namesOf, follow, signer, sent } = world
  const field = { signer: 1, kind: 'Signature', page: 1, x: 50, y: 100, width: 150, height: 36 }
  const { path, acts } = await sentElsewhere(['ana', 'ben'], { fields: [field], message: 'As agreed.' })
  const packet = peer.only()
  expect(packet).toMatchObject({
    title: 'Services',
    message: 'As agreed.',
    mayHandOver: true,
    idempotencyKey: packet.id,
    signers: [
      { place: 1, ...signer('ana') },
      { place: 2, ...signer('ben') },
    ],
    fields: [{ ...field, required: true, label: null }],
  })
  // it gets no page for signatures
  expect(packet.document.subarray(0, 5).toString()).toBe('%PDF-')
  expect(packet).toHaveProperty('sha256', (await current(path)).document.sha256)
  await follow()
  expect(packet.posts).toBe(1)
  expect(await current(path)).toMatchObject({
    state: 'Open',
    service: {
      id: world.serviceId,
      name: 'Northwind Sign',
      problem: null,
      accepted: expect.any(String) as string,
    },
    signers: [{ state: 'Asked' }, { state: 'Asked' }],
  })
  expect(await world.lastMail('ana')).toBe('')
  for (const refused of [
    await counsel.patch(path, { name: 'Other' }),
    await counsel.patch(path, { status: 'Executed' }),
    await counsel.post(`${acts}/reminders`),
    await counsel.post(`${acts}/replacements`, { place: 1, ...signer('cy'), reason: 'On leave.' }),
    await world.admin.delete(`/v2/signingServices/${world.serviceId}`),
  ])
    expect([refused.statusCode, refused.body]).toEqual([409, expect.any(String)])
  expect(await namesOf()).toContain('contract.signature.sent')
  await expect(sent(['ana'], { service: { id: 999_999 } })).rejects.toThrow('service')
  await expect(
    sent([], { service: { id: world.serviceId }, signers: [{ ...signer('ana'), authenticatorApp: true }] }),
  ).rejects.toThrow('authenticatorApp')
})

test('an event has the service asked: who opened and signed, then the document, and the contract is executed [C-453]', async () => {
  const { counsel, sentElsewhere, current, event, follow, statusOf, namesOf } = world
  const { path } = await sentElsewhere(['ana', 'ben'])
  const { id } = peer.only()
  const now = parts.clock.now().toISOString()
  peer.done(1, 'Asked', { viewed: now })
  expect((await event(id)).statusCode).toBe(204)
  expect((await event(id)).statusCode).toBe(204)
  await follow()
  expect(await current(path)).toMatchObject({ signers: [{ state: 'Asked', viewed: now }, { viewed: null }] })
  peer.done(1, 'Signed', { ended: now })
  await event(id)
  await follow()
  expect(await current(path)).toMatchObject({
    signers: [{ state: 'Signed', ended: now }, { state: 'Asked' }],
  })
  expect(await statusOf(path)).toBe('Signing')
  const { signed } = await peer.complete(parts.clock.now())
  await event(id)
  await follow()
  expect(await statusOf(path)).toBe('Executed')
  const shown = await current(path)
  expect(shown).toMatchObject({ state: 'Completed', document: { version: 3 } })
  const copy = (await counsel.get(`${path}/signedCopy`)).json()
  expect(copy).toMatchObject({
    document: { version: 3, isCurrent: true, sha256: shown.document.sha256 },
    signatories: [{ name: 'ana' }, { name: 'ben' }],
  })
  const stored = await counsel.get(`/v2/files/${shown.document.id}/content`)
  expect(stored.rawPayload.equals(signed)).toBe(true)
  expect((await counsel.patch(path, { expiresAt: '2030-01-01' })).statusCode).not.toBe(500)
  const names = (await namesOf()).filter((name) => name.startsWith('contract.signature.'))
  expect(names.toSorted()).toEqual(
    ['sent', 'viewed', 'signed', 'viewed', 'signed', 'completed']
      .map((each) => `contract.signature.${each}`)
      .toSorted(),
  )
  // what comes late changes nothing
  expect((await event(id)).statusCode).toBe(204)
  await follow()
  expect(await current(path)).toMatchObject({ state: 'Completed', document: { version: 3 } })
})

test('what the service declines, voids or lets expire ends the request as one that is signed here [C-454]', async () => {
  const { counsel, sentElsewhere, current, event, follow, statusOf, admin } = world
  const ends = [
    ['Declined', 'Declined', 'Clause 4.'],
    ['Voided', 'Voided', 'Withdrawn by the sender.'],
    ['Expired', 'Expired', null],
  ] as const
  for (const [said, state, reason] of ends) {
    peer.packets.clear()
    const { path } = await sentElsewhere(['ana'])
    const packet = peer.only()
    packet.state = said
    packet.reason = said === 'Voided' ? reason : null
    if (said === 'Declined') peer.done(1, 'Declined', { reason })
    await event(packet.id)
    await follow()
    expect(await current(path)).toMatchObject({ state, reason })
    expect(await statusOf(path)).toBe('Signing')
    expect((await counsel.patch(path, { name: 'Other' })).statusCode).toBe(204)
  }
  const told = (await notificationsOf(parts.app, counsel)).map(({ text }) => text)
  expect(told).toEqual(
    expect.arrayContaining([
      'ana declined to sign: “Clause 4.”',
      'The request to sign was ended at Northwind Sign: “Withdrawn by the sender.”',
      'The request to sign expired before everybody had signed.',
    ]),
  )
  expect((await admin.get('/v2/signingServices')).json()).toMatchObject({ items: [{ openRequests: 0 }] })
})

test('a service that sends no events is asked every ten minutes, and by the last day it is told to void [C-455]', async () => {
  const { lawyer, sentElsewhere, inDays } = world
  const { path } = await sentElsewhere(['ana'], { expires: inDays(1) })
  expect(await pollServices(parts.app)).toBe(0)
  parts.clock.advance({ minutes: 11 })
  peer.done(1, 'Asked', { viewed: parts.clock.now().toISOString() })
  expect(await pollServices(parts.app)).toBe(1)
  await runJobs(parts.app, followJob)
  const later = async () => (await callerFor(parts, lawyer)).get(`${path}/signatureRequests`)
  expect((await later()).json().items[0].signers[0].viewed).not.toBeNull()
  parts.clock.advance({ days: 3 })
  expect(await pollServices(parts.app)).toBe(1)
  await runJobs(parts.app, followJob)
  expect((await later()).json().items[0]).toMatchObject({ state: 'Expired' })
  expect(peer.only()).toMatchObject({ state: 'Voided', reason: 'Its last day has passed.' })
})

test('somebody who was handed the request at the service is the signatory, and stands beside who was asked [C-456]', async () => {
  const { counsel, sentElsewhere, current, follow, event, emailOf } = world
  const { path } = await sentElsewhere(['ana'])
  const packet = peer.only()
  await peer.complete(parts.clock.now())
  packet.said.set(1, { state: 'Signed', name: 'Cleo', email: 'cleo@signers.example' })
  await event(packet.id)
  await follow()
  expect(await current(path)).toMatchObject({
    signers: [{ name: 'Cleo', inPlaceOf: [{ name: 'ana', email: emailOf('ana'), by: 'Signer' }] }],
  })
  expect((await counsel.get(`${path}/signedCopy`)).json()).toMatchObject({ signatories: [{ name: 'Cleo' }] })
})

test('the secret is replaced with an overlap [C-457]', async () => {
  const { admin, sentElsewhere, event, signingSecret, serviceId } = world
  await sentElsewhere(['ana'])
  const { id } = peer.only()
  const rotated = await admin.post(`/v2/signingServices/${serviceId}/signingSecret`, { overlapHours: 1 })
  const { signingSecret: next } = rotated.json<{ signingSecret: string }>()
  expect(next).not.toBe(signingSecret)
  for (const secret of [signingSecret, next]) expect((await event(id, { secret })).statusCode).toBe(204)
  parts.clock.advance({ hours: 2 })
  expect((await event(id, { secret: signingSecret })).statusCode).toBe(401)
  expect((await event(id, { secret: next })).statusCode).toBe(204)
})

test('exports have services without token and secrets, which are then given again [C-450]', async () => {
  const { organisationId, admin, serviceId, sent, follow, current } = world
  const { rows } = await rowsQuery('signing_services', organisationId).execute(parts.app.db)
  expect(rows.map(({ row }) => row)).toEqual([
    expect.objectContaining({
      name: 'Northwind Sign',
      url: peer.url,
      token_sealed: null,
      secret_sealed: null,
      previous_secret_sealed: null,
    }),
  ])
  // as after an import
  await internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('signing_services')
      .set({ token_sealed: null, secret_sealed: null })
      .where('organisation_id', '=', organisationId)
      .execute(),
  )
  expect((await admin.get('/v2/signingServices')).json()).toMatchObject({ items: [{ complete: false }] })
  const { path } = await sent(['ana'], { service: { id: serviceId } })
  await expect(follow()).rejects.toThrow('token of Northwind Sign is missing')
  expect(await current(path)).toMatchObject({ state: 'Open', service: { accepted: null } })
  expect((await admin.patch(`/v2/signingServices/${serviceId}`, { token: peer.token })).statusCode).toBe(204)
  await world.again(path)
  await follow()
  expect(await current(path)).toMatchObject({
    service: { problem: null, accepted: expect.any(String) as string },
  })
})

test('the certificate of a binder names the service [C-453]', async () => {
  const { counsel, sentElsewhere, event, follow } = world
  const { path } = await sentElsewhere(['ana'])
  const packet = await peer.complete(parts.clock.now())
  await event(packet.id)
  await follow()
  const actor = await actorFor(parts.app, world.lawyer)
  const contract = await getContractToSee(parts.app.db, actor, Number(path.split('/').at(-1)))
  const sheets = await sheetsOf(parts.app, actor, contract, 'UTC')
  const rows = sheets.flatMap(({ groups }) => groups.flatMap((group) => group.rows))
  expect(rows).toContainEqual(['Signing service', 'Northwind Sign'])
  expect(rows).toContainEqual(['Confirmed by', 'the signing service Northwind Sign'])
  expect((await counsel.get(path)).json()).toMatchObject({ status: 'Executed' })
})
