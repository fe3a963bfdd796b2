// Signers in place of others, and what is locked while a contract is out for signature.
import { expect, test } from 'vitest'
import { noPdfsig, signaturesIn } from '../../../test/seals/pdfsig.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('the sender replaces a signer, who keeps the place, and whose old address is dead [C-329]', async () => {
  const world = await signingWorld(parts)
  const { counsel, signer, sent, current, call, read, sign, open, addressOf, lastMail, statusOf } = world
  const { path, acts } = await sent(['ana', 'ben'], { inOrder: true })
  const [ana, anaAddress] = [await open('ana'), await addressOf('ana')]
  await read(ana)
  const replace = (place: number, body: object) => counsel.post(`${acts}/replacements`, { place, ...body })
  expect((await replace(1, { ...signer('cleo'), reason: ' ' })).statusCode).toBe(400)
  expect((await replace(1, { ...signer('cleo'), email: 'cleo', reason: 'Leave.' })).statusCode).toBe(400)
  expect((await replace(9, { ...signer('cleo'), reason: 'Leave.' })).statusCode).toBe(400)
  expect((await replace(1, { ...signer('cleo'), reason: 'Ana is on leave.' })).statusCode).toBe(204)
  expect((await call('GET', anaAddress)).statusCode).toBe(404)
  expect((await read(ana)).statusCode).toBe(404)
  expect(await lastMail('cleo')).toContain('In place of ana: Ana is on leave.')
  // who waits gets no mail yet
  expect((await replace(2, { ...signer('dan'), reason: 'Ben has left.' })).statusCode).toBe(204)
  expect(await lastMail('dan')).toBe('')
  expect(await current(path)).toMatchObject({
    signers: [
      {
        place: 1,
        name: 'cleo',
        state: 'Asked',
        viewed: null,
        inPlaceOf: [{ name: 'ana', reason: 'Ana is on leave.', by: 'Sender' }],
      },
      { place: 2, name: 'dan', state: 'Waiting', inPlaceOf: [{ name: 'ben' }] },
    ],
  })
  expect((await sign(await open('cleo'))).statusCode).toBe(204)
  expect((await replace(1, { ...signer('ana'), reason: 'Back.' })).statusCode).toBe(409)
  const dan = await open('dan')
  expect((await sign(dan)).statusCode).toBe(204)
  expect(await statusOf(path)).toBe('Executed')
  expect((await counsel.get(`${path}/signedCopy`)).json()).toMatchObject({
    signatories: [{ name: 'cleo' }, { name: 'dan' }],
  })
  if (noPdfsig === undefined)
    expect(signaturesIn((await read(await open('dan'))).rawPayload).every(({ valid }) => valid)).toBe(true)
})

test('a signer hands over with a reason, unless the sender forbids it [C-330]', async () => {
  const world = await signingWorld(parts)
  const { emailOf, sent, current, call, read, sign, signWithout, open, namesOf, lastMail } = world
  const { path } = await sent(['ana'])
  const ana = await open('ana')
  const shown = (await read(ana)).headers['x-sha256']
  const handOver = (from: typeof ana, body: object) =>
    call('POST', `${from.address}/handover`, body, from.proof)
  const cleo = { name: 'Cleo', email: emailOf('cleo'), reason: 'I may not sign alone.' }
  expect((await call('POST', `${ana.address}/handover`, cleo)).statusCode).toBe(401)
  expect((await handOver(ana, { ...cleo, reason: '' })).statusCode).toBe(400)
  expect((await handOver(ana, { ...cleo, name: 'a\nb' })).statusCode).toBe(400)
  expect((await handOver(ana, cleo)).statusCode).toBe(204)
  expect((await signWithout(ana, { sha256: shown })).statusCode).toBe(404)
  expect((await handOver(ana, cleo)).statusCode).toBe(404)
  expect(await lastMail('cleo')).toContain('In place of ana: I may not sign alone.')
  expect(await current(path)).toMatchObject({
    mayHandOver: true,
    signers: [{ name: 'Cleo', title: null, party: 'ana Łtd', inPlaceOf: [{ name: 'ana', by: 'Signer' }] }],
  })
  expect(await namesOf()).toContain('contract.signature.handedOver')
  expect((await sign(await open('cleo'))).statusCode).toBe(204)
  await sent(['ben'], { mayHandOver: false })
  const ben = await open('ben')
  expect((await handOver(ben, cleo)).statusCode).toBe(403)
  expect((await sign(ben)).statusCode).toBe(204)
})

test('what a signer writes to whoever signs instead is a short line that shows what is stored [C-566]', async () => {
  const { emailOf, sent, call, open, lastMail } = await signingWorld(parts)
  await sent(['ana'])
  const ana = await open('ana')
  const next = { name: 'Cleo', email: emailOf('cleo') }
  for (const name of ['Cleo\u202eknab', 'Cleo\u2066', 'Cl\u0000eo'])
    expect(
      (await call('POST', `${ana.address}/handover`, { ...next, name, reason: 'Away.' }, ana.proof))
        .statusCode,
    ).toBe(400)
  const reason = `I may not\n\u202esign alone. ${'Visit my shop. '.repeat(40)}`
  expect((await call('POST', `${ana.address}/handover`, { ...next, reason }, ana.proof)).statusCode).toBe(204)
  const mail = await lastMail('cleo')
  expect(mail).toContain('In place of ana: I may not sign alone. Visit my shop.')
  expect(mail.split('Visit my shop.').length).toBeLessThan(20)
  expect(mail).not.toContain('\u202e')
})

test('key dates, key facts, parties and notice period are locked as well [C-321]', async () => {
  const { counsel, sent } = await signingWorld(parts)
  const { path, acts } = await sent(['ana'])
  const writes = () =>
    Promise.all([
      counsel.post(`${path}/keyDates`, { name: 'Review', date: '2027-01-31' }),
      counsel.put(`${path}/noticePeriod`, { amount: 3, unit: 'Months' }),
      counsel.patch(`${path}/keyFacts`, { effectiveDate: '2027-01-01' }),
      counsel.patch(`${path}/keyFacts`, { expiry: '2029-01-01' }),
    ])
  for (const { statusCode, body } of await writes())
    expect([statusCode, body]).toEqual([409, expect.stringContaining('out for signature')])
  expect((await counsel.post(`${acts}/void`, { reason: 'The price.' })).statusCode).toBe(204)
  for (const { statusCode, body } of await writes()) expect(statusCode, body).toBeLessThan(300)
})
