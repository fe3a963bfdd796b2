// The budget of a matter, and what is approved and pending on it.
import { beforeEach, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
let [money, budget] = ['', '']
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  money = `/v2/matters/${world.matterId}/money`
  budget = `/v2/matters/${world.matterId}/budget`
})

const set = (body: object, headers: Record<string, string> = {}) =>
  world.payer.caller.put(budget, body, { headers })

const post = async (unitPrice: string, currency = 'GBP') => {
  const { lawyer, matterId } = world
  const lines = [{ kind: 'Fee', description: 'Advice', unitPrice, taxRate: '20' }] as const
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency, lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  return `/v2/invoices/${id}`
}

test('a budget is set, changed with a reason, and taken away; all versions stay [I-90]', async () => {
  const { caller } = world.payer
  expect((await caller.get(money)).json()).toEqual({
    budget: null,
    versions: [],
    spends: [],
    available: null,
    periods: [],
    ownBudget: null,
    estimates: [],
    forecast: null,
    complete: true,
    notCounted: [],
  })
  expect((await set({ amount: 1000, currency: 'gbp' })).statusCode).toBe(204)
  expect((await set({ amount: '1000.00' })).statusCode).toBe(204)
  const without = await set({ amount: 1500 })
  expect([without.statusCode, without.json<{ errors: object }>().errors]).toMatchObject([400, { reason: {} }])
  expect((await set({ amount: 1500, reason: 'A second expert' }, { 'if-match': '"1"' })).statusCode).toBe(204)
  expect((await set({ amount: 2000, reason: 'More' }, { 'if-match': '"1"' })).statusCode).toBe(412)
  const shown = await caller.get(money)
  expect(shown.headers['etag']).toMatch(/^"2-/)
  expect(shown.json()).toMatchObject({
    budget: { version: 2, amount: 1500, currency: 'GBP', reason: 'A second expert' },
    versions: [{ version: 2 }, { version: 1, amount: 1000, set: { user: { id: world.payer.user.id } } }],
    available: 1500,
  })
  expect((await set({ amount: null, reason: 'Settled' })).statusCode).toBe(204)
  expect((await caller.get(money)).json()).toMatchObject({ budget: null, available: null })
  const history = await caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).toContain('matter.budget.set')
})

test.each([
  [{}, 'amount'],
  [{ amount: -1 }, 'amount'],
  [{ amount: 1.005 }, 'amount'],
  [{ amount: 'much' }, 'amount'],
  [{ amount: 1, currency: 'XXQ' }, 'currency'],
  [{ amount: 1, total: 3 }, 'total'],
])('%j is refused by name [I-90]', async (body, name) => {
  const answer = await set(body)
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
})

test('what is approved and pending is summed without tax, by currency [I-91]', async () => {
  const { caller } = world.payer
  await set({ amount: 1000, currency: 'GBP' })
  const first = await post('300')
  await post('800')
  await caller.post(`${first}/approve`, { fees: 250 })
  expect((await caller.get(money)).json()).toMatchObject({
    spends: [{ currency: 'GBP', approved: 250, pending: 800 }],
    available: -50,
    complete: true,
    notCounted: [],
  })
  const other = await post('10', 'EUR')
  expect((await caller.get(money)).json()).toMatchObject({ available: -50, complete: false })
  await caller.post(`${other}/decline`, { reason: 'Not agreed' })
  expect((await caller.get(money)).json()).toMatchObject({ complete: true })
})

test('a budget is the organisation’s own: firms do not see it, members without the permission do not set it [I-92]', async () => {
  const { lawyer, member, payer } = world
  await set({ amount: 1000 })
  expect((await lawyer.caller.get(money)).statusCode).toBe(403)
  expect((await lawyer.caller.put(budget, { amount: 5, reason: 'Ours' })).statusCode).toBe(403)
  expect((await member.caller.get(money)).json()).toEqual((await payer.caller.get(money)).json())
  expect((await member.caller.put(budget, { amount: 5, reason: 'Mine' })).statusCode).toBe(403)
  const history = await lawyer.caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).not.toContain('1000.00')
  const hidden = await insertMatter(parts.app, { owner: payer.user })
  expect((await member.caller.get(`/v2/matters/${hidden}/money`)).statusCode).toBe(404)
})
