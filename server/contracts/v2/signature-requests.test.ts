// Signing here: sent, read, signed, declined, voided; and attacks on the addresses of signers.
import { beforeEach, describe, expect, test } from 'vitest'
import { form } from '../../../test/documents/forms.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { noPdfsig, signaturesIn } from '../../../test/seals/pdfsig.ts'
import { pictureOf } from '../../../test/seals/picture.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { makeSample } from '../../seals/sample.ts'
import { expireRequests } from '../signing/here/end-request.ts'

const parts = useTestApp()

let world: Awaited<ReturnType<typeof signingWorld>>
beforeEach(async () => {
  world = await signingWorld(parts)
})

test('is sent, read and signed in order, and then executes the contract with its signed copy [C-320]', async () => {
  const { counsel, organisation, sent, current, statusOf, read, sign, lastMail, open, namesOf } = world
  const { path } = await sent(['ana', 'ben'], { inOrder: true, message: 'As agreed.' })
  expect(await lastMail('ana')).toContain('As agreed.')
  expect(await lastMail('ben')).toBe('')
  const ana = await open('ana')
  expect(ana.contract).toBe('Services')
  expect((await sign(ana)).statusCode).toBe(204)
  expect(await statusOf(path)).toBe('Signing')
  expect((await sign(await open('ben'))).statusCode).toBe(204)
  expect(await statusOf(path)).toBe('Executed')
  expect((await counsel.get(`${path}/signedCopy`)).json()).toMatchObject({
    document: { version: 4, isCurrent: true },
    signatories: [
      { name: 'ana', title: 'Director', party: 'ana Łtd' },
      { name: 'ben', party: 'ben Łtd' },
    ],
  })
  expect(await current(path)).toMatchObject({
    state: 'Completed',
    signers: [
      {
        state: 'Signed',
        address: '127.0.0.1',
        consent: expect.stringContaining('I agree'),
        sha256: expect.any(String),
      },
      { state: 'Signed' },
    ],
  })
  expect(await namesOf()).toEqual(
    expect.arrayContaining([
      'contract.signature.sent',
      'contract.signature.viewed',
      'contract.signature.signed',
      'contract.signature.completed',
      'contract.status.updated',
    ]),
  )
  const signed = await read(await open('ben'))
  const checked = await counsel.post('/v2/sealChecks', signed.rawPayload, {
    headers: { 'content-type': 'application/pdf' },
  })
  expect(checked.json()).toMatchObject({
    verdict: 'Unchanged',
    seals: [
      { organization: organisation, reason: 'Signed by ana, Director for ana Łtd' },
      { reason: 'Signed by ben, Director for ben Łtd', coversWholeFile: true },
    ],
  })
  if (noPdfsig === undefined)
    expect(signaturesIn(signed.rawPayload).map(({ valid, total }) => [valid, total])).toEqual([
      [true, false],
      [true, true],
    ])
})

test('while it is open, contract and document change only after it was voided [C-321]', async () => {
  const { counsel, newRequest, sent, current, call, read, signWithout, open } = world
  const { path, acts } = await sent(['ana'])
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  const version = () => {
    const { payload, headers } = form({
      file: { name: 'Agreement.pdf', content: Buffer.from('%PDF-1.4 other') },
    })
    return counsel.post(`/v2/files/${document.id}`, payload, { headers })
  }
  for (const refused of [
    await counsel.patch(path, { name: 'Other' }),
    await counsel.patch(path, { status: 'Executed' }),
    await counsel.delete(path),
    await version(),
    await counsel.post(`${path}/signatureRequests`, newRequest(['ben'], { document: { version: 2 } })),
    await counsel.put(`${path}/signedCopy`, {
      document: { version: 2 },
      signatories: [{ name: 'Ana', title: null, party: null, signedOn: '2026-01-01' }],
    }),
  ])
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('out for signature')])
  const ana = await open('ana')
  expect((await counsel.post(`${acts}/void`, { reason: ' ' })).statusCode).toBe(400)
  expect((await counsel.post(`${acts}/void`, { reason: 'The price.' })).statusCode).toBe(204)
  expect((await counsel.post(`${acts}/void`, { reason: 'Again.' })).statusCode).toBe(409)
  expect((await call('GET', ana.address)).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining('withdrawn'),
  })
  expect((await read(ana)).statusCode).toBe(409)
  expect((await signWithout(ana, { sha256: 'a'.repeat(64) })).statusCode).toBe(409)
  expect((await counsel.patch(path, { name: 'Other' })).statusCode).toBe(204)
  expect((await version()).statusCode).toBe(201)
  expect(await current(path)).toMatchObject({
    state: 'Voided',
    reason: 'The price.',
    signers: [{ state: 'Asked' }],
  })
})

test('somebody declines with a reason, which ends it for everybody [C-322]', async () => {
  const { sent, current, statusOf, call, read, open } = world
  const { path } = await sent(['ana', 'ben'])
  const [ana, ben] = [await open('ana'), await open('ben')]
  const refuse = (reason: string) => call('POST', `${ana.address}/refusal`, { reason }, ana.proof)
  expect((await refuse(' ')).statusCode).toBe(400)
  expect((await refuse('Clause 4.')).statusCode).toBe(204)
  expect((await refuse('Again.')).statusCode).toBe(409)
  expect((await read(ben)).statusCode).toBe(409)
  expect(await current(path)).toMatchObject({ state: 'Declined', reason: 'Clause 4.' })
  expect(await statusOf(path)).toBe('Signing')
})

test('nobody signs after its last day; a job ends it [C-323]', async () => {
  const { lawyer, inDays, sent, read, open } = world
  const { path } = await sent(['ana'], { expires: inDays(1) })
  const ana = await open('ana')
  parts.clock.advance({ days: 3 })
  expect((await read(ana)).statusCode).toBe(409)
  const again = await callerFor(parts, lawyer)
  expect(await expireRequests(parts.app)).toBe(1)
  expect(await expireRequests(parts.app)).toBe(0)
  const { items } = (await again.get(`${path}/signatureRequests`)).json()
  expect(items[0]).toMatchObject({ state: 'Expired' })
  expect((await again.patch(path, { name: 'Other' })).statusCode).toBe(204)
})

test.each(['America/Los_Angeles', 'Europe/Kyiv', 'Pacific/Kiritimati'])(
  'mail, page of the signer and request name the last day of an organisation in %s [C-328]',
  async (timeZone) => {
    const { sent, inDays, lastMail, current, call, addressOf } = await signingWorld(parts, { timeZone })
    const expires = inDays(20)
    const { path } = await sent(['ana'], { expires })
    const written = new Date(expires).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    expect(await lastMail('ana')).toContain(`"Services" by ${written}.`)
    expect((await current(path)).lastDay).toBe(expires)
    expect((await call('GET', await addressOf('ana'))).json()).toMatchObject({ lastDay: expires })
  },
)

test('only a PDF of a contract in Signing is sent, to signers that are complete [C-324]', async () => {
  const { counsel, contractWith, newRequest, signer, current } = world
  const pdf = Buffer.from(await makeSample(['Agreement']))
  const draft = await contractWith(pdf, 'Agreement.pdf', 'Approval')
  expect((await counsel.post(`${draft}/signatureRequests`, newRequest(['ana']))).statusCode).toBe(409)
  const text = await contractWith(Buffer.from('Agreement'), 'Agreement.txt')
  const noPdf = await counsel.post(`${text}/signatureRequests`, newRequest(['ana']))
  expect([noPdf.statusCode, noPdf.body]).toEqual([400, expect.stringContaining('as a PDF first')])
  const damaged = await contractWith(Buffer.from('%PDF-1.4 nothing'))
  expect((await counsel.post(`${damaged}/signatureRequests`, newRequest(['ana']))).statusCode).toBe(400)
  const path = await contractWith(pdf)
  for (const wrong of [
    newRequest([]),
    newRequest(['ana'], { document: { version: 7 } }),
    newRequest(['ana'], { expires: '2020-01-01' }),
    newRequest(['ana'], { signers: [{ ...signer('ana'), email: 'ana' }] }),
    newRequest(['ana'], { signers: [{ ...signer('ana'), name: 'ꦗ' }] }),
    newRequest(['ana'], { signers: [{ ...signer('ana'), name: 'a\r\nb' }] }),
  ])
    expect([400, 409]).toContain((await counsel.post(`${path}/signatureRequests`, wrong)).statusCode)
  expect(await current(path)).toBeUndefined()
})

describe('attacks', () => {
  test('guessed, replaced and foreign addresses open nothing [C-325]', async () => {
    const { counsel, organisationId, sent, call, read, sign, open } = world
    const { acts } = await sent(['ana', 'ben'])
    const [ana, ben] = [await open('ana'), await open('ben')]
    const guessed = [
      `${organisationId}-${'A'.repeat(43)}`,
      `${organisationId + 1}-${ana.address.split('-')[1]}`,
      'x',
    ]
    for (const address of guessed) expect((await call('GET', address)).statusCode).toBe(404)
    // the proof of one signer does not work at the address of another
    expect((await call('GET', `${ben.address}/document`, undefined, ana.proof)).statusCode).toBe(401)
    expect((await call('GET', `${ben.address}/document`)).statusCode).toBe(401)
    expect((await counsel.post(`${acts}/reminders`)).statusCode).toBe(409)
    parts.clock.advance({ minutes: 11 })
    expect((await counsel.post(`${acts}/reminders`)).statusCode).toBe(204)
    expect((await read(ana)).statusCode).toBe(404)
    expect((await sign(await open('ana'))).statusCode).toBe(204)
  })

  test('a code counts once, for ten minutes, and is not guessed [C-325]', async () => {
    const { sent, call, lastMail, addressOf } = world
    await sent(['ana'])
    const address = await addressOf('ana')
    expect((await call('POST', `${address}/codes`)).statusCode).toBe(204)
    const code = /\b(\d{6})\b/.exec(await lastMail('ana'))?.[1] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    for (let count = 0; count < 4; count++)
      expect((await call('POST', `${address}/proofs`, { code: wrong })).statusCode).toBe(400)
    expect((await call('POST', `${address}/proofs`, { code })).statusCode).toBe(200)
    expect((await call('POST', `${address}/proofs`, { code })).statusCode).toBe(400)
    for (let count = 0; count < 5; count++) await call('POST', `${address}/proofs`, { code: wrong })
    expect((await call('POST', `${address}/proofs`, { code })).statusCode).toBe(429)
    for (let count = 0; count < 5; count++) await call('POST', `${address}/codes`)
    expect((await call('POST', `${address}/codes`)).statusCode).toBe(429)
  })

  test('wrong codes count by person and address, and the sender ends a lock [C-531]', async () => {
    const { counsel, signer, sent, current, call, lastMail, addressOf, open, sign, namesOf } = world
    const { path, acts } = await sent(['ana', 'ben'])
    const lock = async (name: string) => {
      const address = await addressOf(name)
      await call('POST', `${address}/codes`)
      for (let count = 0; count < 7; count++) await call('POST', `${address}/proofs`, { code: 'wrong' })
      const code = /\b(\d{6})\b/.exec(await lastMail(name))?.[1]
      return () => call('POST', `${address}/proofs`, { code })
    }
    const prove = await lock('ana')
    expect((await prove()).statusCode).toBe(429)
    expect((await current(path)).signers).toMatchObject([{ locked: true }, { locked: false }])
    expect((await counsel.post(`${acts}/unlocks`, { place: 3 })).statusCode).toBe(400)
    expect((await counsel.post(`${acts}/unlocks`, { place: 1 })).statusCode).toBe(204)
    expect((await current(path)).signers).toMatchObject([{ locked: false }, { locked: false }])
    expect(await namesOf()).toContain('contract.signature.unlocked')
    expect((await prove()).statusCode).toBe(200)
    await lock('ana')
    await lock('ben')
    // another person in the place, and another address of the same person
    const replaced = await counsel.post(`${acts}/replacements`, {
      place: 1,
      ...signer('cleo'),
      reason: 'Ana is locked out.',
    })
    expect(replaced.statusCode).toBe(204)
    expect((await sign(await open('cleo'))).statusCode).toBe(204)
    parts.clock.advance({ minutes: 11 })
    expect((await counsel.post(`${acts}/reminders`)).statusCode).toBe(204)
    expect((await sign(await open('ben'))).statusCode).toBe(204)
    expect((await counsel.post(`${acts}/unlocks`, { place: 1 })).statusCode).toBe(409)
  })

  test('nothing is signed that was not shown: not unread, not as it was before another signed [C-326]', async () => {
    const { sent, current, statusOf, read, sign, signWithout, open } = world
    const { path } = await sent(['ana', 'ben'])
    const [ana, ben] = [await open('ana'), await open('ben')]
    const { document } = await current(path)
    expect((await signWithout(ana, { sha256: document.sha256 })).statusCode).toBe(409)
    const shown = (await read(ben)).headers['x-sha256']
    expect((await sign(ana)).statusCode).toBe(204)
    expect((await signWithout(ben, { sha256: shown })).statusCode).toBe(409)
    expect((await sign(ben)).statusCode).toBe(204)
    expect(await statusOf(path)).toBe('Executed')
  })

  test('two who sign at once do not lose a signature, and nobody signs twice [C-326]', async () => {
    const { sent, current, read, sign, signWithout, open } = world
    const { path } = await sent(['ana', 'ben'])
    const [ana, ben] = [await open('ana'), await open('ben')]
    const shown = (await read(ana)).headers['x-sha256']
    await read(ben)
    const at = { sha256: shown }
    const codes = (await Promise.all([signWithout(ana, at), signWithout(ben, at), signWithout(ana, at)])).map(
      ({ statusCode }) => statusCode,
    )
    expect(codes.toSorted()).toEqual([204, 409, 409])
    const last = (await current(path)).signers[0].state === 'Signed' ? ben : ana
    expect((await sign(last)).statusCode).toBe(204)
    expect((await current(path)).document.version).toBe(4)
  })

  test('pictures that are none, or would unpack to more, are refused [C-326]', async () => {
    const { sent, sign, open } = world
    await sent(['ana'])
    const ana = await open('ana')
    const large = pictureOf({ width: 30_000, height: 30_000 }).toString('base64')
    for (const picture of ['AAAA', large, pictureOf().subarray(0, 40).toString('base64')])
      expect((await sign(ana, { picture })).statusCode).toBe(400)
    expect((await sign(ana, { consentVersion: 99 })).statusCode).toBe(400)
    // drawn on a large screen
    const drawn = pictureOf(undefined, 150 * 1024).toString('base64')
    expect((await sign(ana, { picture: drawn })).statusCode).toBe(204)
  })
})
