// Proposals of rates: what they would change, every answer to them, and who sees them.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../../../test/http.ts'
import { createFirm, createUser } from '../../../../test/factories.ts'
import { createInvoiceWorld, type InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
const path = '/v2/rateProposals'
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const ruth = { timekeeper: { number: '14', name: 'Ruth Calder' } }
const rate = (more: object = {}) => ({
  ...ruth,
  currency: 'GBP',
  rate: 430,
  from: '2026-04-01',
  ...more,
})
const body = (rates: readonly object[] = [rate()], more: object = {}) => ({
  customer: { id: world.organisationId },
  rates,
  note: 'With the next year of practice',
  ...more,
})
async function propose(rates?: readonly object[], caller: Caller = world.lawyer.caller): Promise<string> {
  const answer = await caller.post(path, body(rates))
  expect(answer.statusCode, answer.body).toBe(201)
  return `${path}/${answer.json<{ id: number }>().id}`
}
const agree = (more: object) =>
  world.payer.caller.post('/v2/agreedRates', {
    firm: { id: world.firmId },
    ...ruth,
    currency: 'GBP',
    rate: 412.5,
    from: '2025-01-01',
    ...more,
  })
const errorsOf = (answer: Awaited<ReturnType<Caller['get']>>) =>
  Object.keys(answer.json<{ errors: object }>().errors)

const mails = async () =>
  (
    await parts.app.database.pool.query<{ recipient: string; subject: string }>(
      'select recipient, subject from outbox_mails order by id',
    )
  ).rows

describe('proposing', () => {
  test.each([
    [[], 'rates'],
    [[{ rate: 0 }], 'rates[0].rate'],
    [[{}, { currency: 'XXQ', timekeeper: null }], 'rates[1].currency'],
    [[{ to: '2026-03-31' }], 'rates[0].to'],
    [[{}, {}], 'rates[1]'],
    [[{ firm: { id: 1 } }], 'rates[0].firm'],
  ])('%j is refused by name [I-127]', async (wrong, name) => {
    const answer = await world.lawyer.caller.post(path, body(wrong.map(rate)))
    expect([answer.statusCode, errorsOf(answer)]).toEqual([400, [name]])
  })

  test('is for firms, to whom they work for [I-137]', async () => {
    expect((await world.payer.caller.post(path, body())).statusCode).toBe(403)
    expect((await world.member.caller.post(path, body())).statusCode).toBe(403)
    const elsewhere = await createInvoiceWorld(parts)
    const other = { customer: { id: elsewhere.organisationId } }
    const answer = await world.lawyer.caller.post(path, body([rate()], other))
    expect([answer.statusCode, errorsOf(answer)]).toEqual([400, ['customer']])
    const foreign = rate({ matter: { id: elsewhere.matterId } })
    expect((await world.lawyer.caller.post(path, body([foreign]))).statusCode).toBe(404)
  })

  test('mails who works on invoices of the organisation, and the firm when it is answered [I-128]', async () => {
    const before = (await mails()).length
    const at = await propose()
    await world.payer.caller.post(`${at}/decline`, { reason: 'Too much' })
    const sent = (await mails()).slice(before)
    expect(sent.map(({ recipient }) => recipient)).toEqual([world.payer.user.email, world.lawyer.user.email])
    expect(sent[0]?.subject).toContain('has proposed new rates')
    expect(sent[1]?.subject).toContain('has declined the rates')
  })
})

describe('answers', () => {
  test('approved rates are agreed, and earlier ones end the day before [I-128]', async () => {
    await agree({})
    const at = await propose([rate(), rate({ timekeeper: null, timekeeperClass: 'ASSOC', rate: 220 })])
    const approved = await world.payer.caller.post(`${at}/approve`, { note: 'Agreed' })
    expect(approved.statusCode, approved.body).toBe(200)
    expect(approved.json()).toMatchObject({ status: 'Approved', version: 2, can: { approve: false } })
    const { items } = (await world.lawyer.caller.get('/v2/agreedRates?$orderby=Id')).json<{
      items: object[]
    }>()
    expect(items).toMatchObject([
      { rate: 412.5, to: '2026-03-31', version: 2 },
      { rate: 430, from: '2026-04-01', to: null, timekeeper: { number: '14' } },
      { rate: 220, timekeeperClass: 'ASSOC' },
    ])
    const { id } = items[1] as { id: number }
    const proposal = { id: Number(at.split('/').at(-1)) }
    expect((await world.payer.caller.get(`/v2/agreedRates/${id}`)).json()).toMatchObject({
      versions: [{ proposal }],
    })
  })

  test('countered, the firm sees the other rates and accepts them [I-128]', async () => {
    await agree({})
    const at = await propose([rate(), rate({ timekeeper: { number: '15' }, rate: 300 })])
    expect((await world.lawyer.caller.post(`${at}/accept`)).statusCode).toBe(409)
    const countered = await world.payer.caller.post(`${at}/counter`, {
      rates: [{ number: 1, rate: 420.75 }],
      note: '2 %',
    })
    expect(countered.statusCode, countered.body).toBe(200)
    expect((await world.payer.caller.post(`${at}/approve`)).statusCode).toBe(409)
    expect((await world.lawyer.caller.get(at)).json()).toMatchObject({
      status: 'Countered',
      rates: [{ counterRate: 420.75, counter: { percent: 2 } }, { counterRate: null }],
      steps: [{ status: 'Proposed' }, { status: 'Countered', note: '2 %' }],
      can: { accept: true, withdraw: true },
    })
    expect((await world.lawyer.caller.post(`${at}/accept`)).json()).toMatchObject({ status: 'Approved' })
    const { items } = (await world.payer.caller.get('/v2/agreedRates?$orderby=Id')).json<{
      items: object[]
    }>()
    expect(items).toMatchObject([{ to: '2026-03-31' }, { rate: 420.75 }, { rate: 300 }])
  })

  test('declined with a reason, or withdrawn, nothing is agreed [I-128]', async () => {
    const [one, other] = [await propose(), await propose()]
    const bare = await world.payer.caller.post(`${one}/decline`, {})
    expect([bare.statusCode, errorsOf(bare)]).toEqual([400, ['reason']])
    const declined = await world.payer.caller.post(`${one}/decline`, { reason: 'Raised already' })
    expect(declined.json()).toMatchObject({ status: 'Declined', steps: [{}, { note: 'Raised already' }] })
    expect((await world.lawyer.caller.post(`${other}/withdraw`, {})).json()).toMatchObject({
      status: 'Withdrawn',
    })
    for (const move of ['approve', 'counter', 'decline']) {
      const more = { counter: { rates: [{ number: 1, rate: 1 }] }, decline: { reason: 'No' } }[move] ?? {}
      expect((await world.payer.caller.post(`${other}/${move}`, more)).statusCode).toBe(409)
    }
    expect((await world.payer.caller.get('/v2/agreedRates')).json()).toMatchObject({ items: [] })
  })

  test.each([
    [{ rates: [] }, 'rates'],
    [{ rates: [{ number: 9, rate: 1 }] }, 'rates[0].number'],
    [{ rates: [{ number: 1, rate: 0 }] }, 'rates[0].rate'],
    [
      {
        rates: [
          { number: 1, rate: 1 },
          { number: 1, rate: 2 },
        ],
      },
      'rates[1].number',
    ],
  ])('the counter %j is refused by name [I-128]', async (counter, name) => {
    const at = await propose()
    const answer = await world.payer.caller.post(`${at}/counter`, counter)
    expect([answer.statusCode, errorsOf(answer)]).toEqual([400, [name]])
    expect((await world.payer.caller.get(at)).json()).toMatchObject({ status: 'Proposed', version: 1 })
  })

  test('of two approvals at once one is taken, and a second one changes nothing [I-129]', async () => {
    const at = await propose()
    const both = await Promise.all([1, 2].map(() => world.payer.caller.post(`${at}/approve`, {})))
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await world.payer.caller.post(`${at}/approve`)).statusCode).toBe(409)
    const { items } = (await world.payer.caller.get('/v2/agreedRates')).json<{ items: object[] }>()
    expect(items).toHaveLength(1)
    const read = { headers: { 'if-match': '"1"' } }
    const next = await propose([rate({ timekeeper: { number: '15' } })])
    await world.payer.caller.post(`${next}/counter`, { rates: [{ number: 1, rate: 1 }] })
    expect((await world.lawyer.caller.post(`${next}/accept`, {}, read)).statusCode).toBe(412)
  })

  test('a rate that was agreed meanwhile is in the way: nothing is agreed [I-129]', async () => {
    const at = await propose([rate({ timekeeper: { number: '15' } }), rate()])
    await agree({ from: '2026-08-01' })
    const answer = await world.payer.caller.post(`${at}/approve`)
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('2026-08-01'),
    ])
    expect((await world.payer.caller.get(at)).json()).toMatchObject({ status: 'Proposed' })
    expect((await world.payer.caller.get('/v2/agreedRates')).json<{ items: object[] }>().items).toHaveLength(
      1,
    )
  })
})

describe('who sees proposals', () => {
  test('the firm and the organisation; no other firm answers or reads one [I-137]', async () => {
    const { app } = parts
    const { id } = await createFirm(app, world.organisationId)
    const caller = await callerFor(
      parts,
      await createUser(app, { organisationId: id, role: 'MatterManager', permissions: ['ManageInvoices'] }),
    )
    const at = await propose()
    expect((await caller.get(path)).json()).toMatchObject({ items: [] })
    expect((await caller.get(at)).statusCode).toBe(404)
    for (const move of ['accept', 'withdraw', 'approve']) {
      expect((await caller.post(`${at}/${move}`, {})).statusCode).toBe(404)
    }
    expect((await world.lawyer.caller.post(`${at}/approve`, {})).statusCode).toBe(403)
    expect((await world.payer.caller.post(`${at}/withdraw`, {})).statusCode).toBe(403)
    expect((await world.member.caller.get(at)).statusCode).toBe(403)
    expect((await world.member.caller.get(path)).statusCode).toBe(403)
    const elsewhere = await createInvoiceWorld(parts)
    expect((await elsewhere.payer.caller.post(`${at}/approve`, {})).statusCode).toBe(404)
    expect((await world.payer.caller.get(`${path}?$filter=Status eq 'Proposed'`)).json()).toMatchObject({
      items: [{ firm: { id: world.firmId }, rateCount: 1 }],
    })
  })

  test('one for a matter is for those who see it, and answered with the right there [I-138]', async () => {
    const at = await propose([rate({ matter: { id: world.matterId } }), rate()])
    const colleague = await createUser(parts.app, {
      organisationId: world.organisationId,
      role: 'Standard',
      permissions: ['ManageInvoices'],
    })
    const caller = await callerFor(parts, colleague)
    expect((await caller.get(at)).statusCode).toBe(404)
    expect((await caller.post(`${at}/approve`, {})).statusCode).toBe(404)
    expect((await world.payer.caller.get(at)).json()).toMatchObject({
      rates: [{ matter: { id: world.matterId } }, { matter: null }],
    })
  })
})
