// Attacks on the pages of documents that the other side reads without an account.
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { sharingWorld } from '../../../test/fixtures/sharing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const sent = docx(['Payment within 30 days.'])
const changed = docx(['Payment within 60 days.'])

let world: Awaited<ReturnType<typeof sharingWorld>>
beforeEach(async () => {
  world = await sharingWorld(parts)
})

test('guessed, foreign, withdrawn and expired addresses are the same 404 [C-355]', async () => {
  const { counsel, organisationId, shared, call, open, read, answer, comment, itemsOf, inDays } = world
  const { path, acts } = await shared(['ana', 'ben'])
  const [ana, ben] = [await open('ana'), await open('ben')]
  const bodies = new Set<string>()
  const opensNothing = async (address: string) => {
    const answers = [
      await call('GET', address),
      await call('POST', `${address}/codes`),
      await call('POST', `${address}/proofs`, { code: '123456' }),
      await call('GET', `${address}/document`, undefined, ana.proof),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    const { detail, title } = answers[0]?.json<{ detail?: string; title?: string }>() ?? {}
    bodies.add(JSON.stringify({ detail, title }))
  }
  await opensNothing(`${organisationId}-${'A'.repeat(43)}`)
  await opensNothing(`${organisationId + 1}-${ana.address.split('-').slice(1).join('-')}`)
  await opensNothing('x')
  // the session of one recipient does not work at the address of another
  expect((await call('GET', `${ben.address}/document`, undefined, ana.proof)).statusCode).toBe(401)
  expect((await call('GET', `${ben.address}/share`)).statusCode).toBe(401)
  expect((await answer({ ...ben, proof: ana.proof }, changed)).statusCode).toBe(401)
  expect((await counsel.post(`${acts}/withdraw`)).statusCode).toBe(204)
  expect((await counsel.post(`${acts}/withdraw`)).statusCode).toBe(409)
  await opensNothing(ana.address)
  expect((await answer(ana, changed)).statusCode).toBe(404)
  expect((await comment(ana, 'Late.')).statusCode).toBe(404)
  await counsel.post(`${path}/documentShares/${(await itemsOf(path))[0].id}/extend`, { expires: inDays(1) })
  parts.clock.advance({ days: 3 })
  await opensNothing(ben.address)
  expect((await read(ben)).statusCode).toBe(404)
  expect(bodies.size).toBe(1)
  expect(
    await parts.app.db
      .selectFrom('document_returns')
      .where('organisation_id', '=', organisationId)
      .select('id')
      .execute(),
  ).toEqual([])
})

test('a code counts once, for ten minutes, and is not guessed; a session lasts an hour [C-355]', async () => {
  const { shared, call, codeOf, addressOf, open, read } = world
  await shared(['ana'])
  const address = await addressOf('ana')
  await call('POST', `${address}/codes`)
  const late = await codeOf('ana')
  parts.clock.advance({ minutes: 11 })
  expect((await call('POST', `${address}/proofs`, { code: late })).statusCode).toBe(400)
  const ana = await open('ana')
  parts.clock.advance({ minutes: 61 })
  expect((await read(ana)).statusCode).toBe(401)
  await call('POST', `${address}/codes`)
  const code = await codeOf('ana')
  const wrong = code === '000000' ? '000001' : '000000'
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', `${address}/proofs`, { code: wrong })),
  )
  expect(tries.filter(({ statusCode }) => statusCode === 400)).toHaveLength(6)
  expect((await call('POST', `${address}/proofs`, { code })).statusCode).toBe(429)
  for (let count = 0; count < 5; count++) await call('POST', `${address}/codes`)
  expect((await call('POST', `${address}/codes`)).statusCode).toBe(429)
  // guessing goes on for days, half an hour at a time, and comes to its end
  for (let round = 0; round < 6; round++) {
    parts.clock.advance({ minutes: 31 })
    for (let count = 0; count < 6; count++) await call('POST', `${address}/proofs`, { code: wrong })
  }
  parts.clock.advance({ minutes: 31 })
  await call('POST', `${address}/codes`)
  expect((await call('POST', `${address}/proofs`, { code: await codeOf('ana') })).statusCode).toBe(429)
})

test('wrong codes count by address, and the sender ends a lock [C-531]', async () => {
  const { counsel, shared, call, codeOf, addressOf, itemsOf, open, read } = world
  const { path, acts } = await shared(['ana'])
  const address = await addressOf('ana')
  const lock = async () => {
    await call('POST', `${address}/codes`)
    for (let count = 0; count < 7; count++) await call('POST', `${address}/proofs`, { code: 'wrong' })
    expect(await itemsOf(path)).toMatchObject([{ locked: true }])
  }
  await lock()
  expect((await counsel.post(`${acts}/unlock`)).statusCode).toBe(204)
  expect(await itemsOf(path)).toMatchObject([{ locked: false }])
  const proven = await call('POST', `${address}/proofs`, { code: await codeOf('ana') })
  expect(proven.statusCode).toBe(200)
  await lock()
  parts.clock.advance({ minutes: 11 })
  expect((await counsel.post(`${acts}/remind`)).statusCode).toBe(204)
  expect(await itemsOf(path)).toMatchObject([{ locked: false }])
  expect((await read(await open('ana'))).statusCode).toBe(200)
})

test('only files of the same type come back, twenty at most, and only where that is asked for [C-356]', async () => {
  const { counsel, shared, shareOf, open, answer, comment, itemsOf } = world
  const { path } = await shared(['ana'])
  const ana = await open('ana')
  expect((await answer(ana, Buffer.from(''), 'Agreement.docx')).statusCode).toBe(400)
  expect((await answer(ana, Buffer.from('%PDF-1.4'), 'Agreement.docx')).statusCode).toBe(400)
  expect((await answer(ana, Buffer.from('<script>'), 'Agreement.html')).statusCode).toBe(400)
  const both = await Promise.all([
    answer(ana, changed, '../../Agreement.docx'),
    answer(ana, sent, 'Agreement.docx'),
  ])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  const { returns } = (await itemsOf(path))[0]
  expect(returns.map(({ name }: { name: string }) => name)).toEqual(['Agreement.docx', 'Agreement.docx'])
  const files = (await counsel.get(`/v2/files/${returns[0].file.id}`)).json<{ name: string }>()
  expect(files.name).toMatch(/^Agreement( \(1\))?\.docx$/)
  for (let count = 0; count < 15; count++) await answer(ana, changed)
  expect((await answer(ana, changed)).statusCode).toBe(429)
  parts.clock.advance({ minutes: 59 })
  await shareOf(path, ['ben'], { mayUpload: false, mayComment: false })
  const ben = await open('ben')
  expect((await answer(ben, changed)).statusCode).toBe(403)
  expect((await comment(ben, 'Clause 4.')).statusCode).toBe(403)
})

test('a version that is too large leaves nothing [C-356]', async () => {
  const { shared, open, answer, itemsOf } = world
  const { path } = await shared(['ana'])
  const ana = await open('ana')
  const { config } = parts.app
  const bound = config.maxUploadBytes
  Object.assign(config, { maxUploadBytes: 100 })
  try {
    expect((await answer(ana, changed)).statusCode).toBe(413)
  } finally {
    Object.assign(config, { maxUploadBytes: bound })
  }
  expect((await itemsOf(path))[0]).toMatchObject({ returns: [], answered: null })
})
