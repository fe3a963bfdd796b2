// Signers who confirm with an authenticator app, besides the code by mail.
import { beforeEach, expect, test } from 'vitest'
import { historyOf } from '../../../test/fixtures/answers-by-mail.ts'
import { appOf } from '../../../test/fixtures/second-factors.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
type World = Awaited<ReturnType<typeof signingWorld>>

interface SetUp {
  readonly secret: string
  readonly address: string
  readonly setUp: string
}

let world: World
beforeEach(async () => {
  world = await signingWorld(parts)
})

/** Sends a contract to these people, of whom the first one confirms with an app. */
const sent = (name: string, ...others: string[]) =>
  world.sent([], {
    signers: [{ ...world.signer(name), authenticatorApp: true }, ...others.map(world.signer)],
  })

type Step = -1 | 0 | 1

/** The code of a step: one that was used is not taken again. */
const codeOf = (secret: string, step: Step = 0) => appOf(parts, secret)(step)

/** Proves the mail address and then the app, which is set up if it is not. */
async function proven(name: string, known?: { readonly secret: string; readonly step: Step }) {
  const mailed = await world.proveMail(world.emailOf(name))
  const { address, proof } = mailed
  expect(mailed).toMatchObject({ app: known ? 'Code' : 'SetUp', asked: null })
  const begun = known
    ? undefined
    : (await world.call('POST', `${address}/app/setups`, {}, proof)).json<SetUp>()
  const secret = known?.secret ?? begun?.secret ?? ''
  const body = { code: codeOf(secret, known?.step), ...(begun ? { setUp: begun.setUp } : {}) }
  const taken = await world.call('POST', `${address}/app/codes`, body, proof)
  expect(taken.statusCode, taken.body).toBe(200)
  return {
    ...taken.json<{ contract: string; consent: { version: number } }>(),
    address,
    proof,
    secret,
    begun,
  }
}

const statusOf = async (...call: Parameters<World['call']>) => (await world.call(...call)).statusCode

test('a signer sets up an app after the code by mail, and the document opens with its codes alone [C-445]', async () => {
  const { path } = await sent('ana', 'ben')
  const mailed = await world.proveMail(world.emailOf('ana'))
  const { address, proof } = mailed
  expect(mailed).toMatchObject({ app: 'SetUp', asked: null })
  const refusal = { reason: 'No.' }
  const handOver = { name: 'Cleo', email: world.emailOf('cleo'), reason: 'Not mine.' }
  for (const [method, url, body] of [
    ['GET', 'document', undefined],
    ['POST', 'refusal', refusal],
    ['POST', 'handover', handOver],
  ] as const)
    expect(await statusOf(method, `${address}/${url}`, body, proof)).toBe(401)
  expect(await statusOf('POST', `${address}/app/setups`, {})).toBe(401)
  const ana = await proven('ana')
  expect(ana.contract).toBe('Services')
  expect(ana.begun?.address).toContain('otpauth://totp/')
  // the proof of another browser, and one that has seen the mailbox only
  expect(await statusOf('GET', `${address}/document`, undefined, proof)).toBe(401)
  const again = await world.proveMail(world.emailOf('ana'))
  expect(again.app).toBe('Code')
  expect(await statusOf('POST', `${address}/app/setups`, {}, again.proof)).toBe(409)
  expect(await statusOf('GET', `${address}/document`, undefined, again.proof)).toBe(401)
  const back = await proven('ana', { secret: ana.secret, step: 1 })
  expect((await world.sign(back)).statusCode).toBe(204)
  expect((await world.sign(await world.open('ben'))).statusCode).toBe(204)
  expect(await world.statusOf(path)).toBe('Executed')
  const { signers } = await world.current(path)
  expect(signers).toMatchObject([
    { name: 'ana', authenticatorApp: true, appConfirmed: parts.clock.now().toISOString() },
    { name: 'ben', authenticatorApp: false, appConfirmed: null },
  ])
  const signed = (await historyOf(world.counsel, Number(path.split('/').at(-1)))).filter(
    ({ action }) => action === 'contract.signature.signed',
  )
  const facts = signed.map(({ changes }) => changes.find(({ label }) => label === 'Confirmed with')?.to)
  expect(facts).toEqual([undefined, 'Authenticator app'])
  // when it is over, the code by mail is enough for the signed document
  expect((await world.read(await world.open('ana'))).statusCode).toBe(200)
})

test('a code of the app counts once, of two at once as well; wrong ones are counted [C-446]', async () => {
  await sent('ana')
  const { secret } = await proven('ana')
  const { address, proof } = await world.proveMail(world.emailOf('ana'))
  const tryCode = (code: string) => statusOf('POST', `${address}/app/codes`, { code }, proof)
  const next = codeOf(secret, 1)
  const both = await Promise.all([tryCode(next), tryCode(next)])
  expect(both.toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(await tryCode(next)).toBe(400)
  const wrong = ['12345', 'abcdef', '', '000000000']
  for (const code of wrong) expect(await tryCode(code)).toBe(400)
  await Promise.all(Array.from({ length: 6 }, () => tryCode('12345')))
  expect(await tryCode(next)).toBe(429)
  // another code by mail, or another proof, is no way around it
  const another = await world.proveMail(world.emailOf('ana'))
  expect(await statusOf('POST', `${address}/app/codes`, { code: next }, another.proof)).toBe(429)
})

test('a set-up is for its signer alone, and of two the first one is the app [C-447]', async () => {
  const { acts, path } = await sent('ana', 'ben')
  const { address, proof } = await world.proveMail(world.emailOf('ana'))
  const begin = async () => (await world.call('POST', `${address}/app/setups`, {}, proof)).json<SetUp>()
  const [first, second] = [await begin(), await begin()]
  const confirm = ({ secret, setUp }: SetUp, step: Step = 0) =>
    statusOf('POST', `${address}/app/codes`, { code: codeOf(secret, step), setUp }, proof)
  expect(await confirm({ ...first, setUp: second.setUp })).toBe(400)
  expect(await confirm({ ...first, setUp: 'x' })).toBe(400)
  expect(await confirm(first)).toBe(200)
  expect(await confirm(second)).toBe(409)
  const ben = await world.open('ben')
  expect(await statusOf('POST', `${ben.address}/app/setups`, {}, ben.proof)).toBe(409)
  const foreign = { code: codeOf(second.secret), setUp: second.setUp }
  expect(await statusOf('POST', `${ben.address}/app/codes`, foreign, ben.proof)).toBe(409)
  // who signs in their place sets up an app of their own, and so does who has lost theirs
  const replaced = await world.counsel.post(`${acts}/replacements`, {
    place: 1,
    ...world.signer('ana'),
    reason: 'The phone is lost.',
  })
  expect(replaced.statusCode, replaced.body).toBe(204)
  expect(await statusOf('POST', `${address}/app/codes`, { code: codeOf(first.secret, 1) }, proof)).toBe(404)
  expect((await world.sign(await proven('ana'))).statusCode).toBe(204)
  expect((await world.sign(ben)).statusCode).toBe(204)
  expect((await world.current(path)).signers[0]).toMatchObject({ state: 'Signed', authenticatorApp: true })
  // what is kept is no secret
  const kept = await parts.app.db
    .selectFrom('signer_apps')
    .where('organisation_id', '=', world.organisationId)
    .selectAll()
    .execute()
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(first.secret)
})
