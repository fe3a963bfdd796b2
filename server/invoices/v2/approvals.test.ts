// Approving invoices in steps: the rules, who is asked, and who decides.
import { beforeEach, expect, test } from 'vitest'
import {
  type Approving,
  approvalRules,
  createApprovalWorld,
  decideOn as decide,
  peopleOf as people,
  postedInvoice,
} from '../../../test/fixtures/invoice-approvals.ts'
import { draftInvoice, type InvoiceWorld, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
let admin: Approving
let finance: Approving
let head: Approving
beforeEach(async () => {
  ;({ world, admin, finance, head } = await createApprovalWorld(parts))
})

const setRules = (rules: readonly object[], more: object = {}) =>
  admin.caller.put(approvalRules, { rules, ...more })
const posted = (unitPrice: string, currency = 'GBP') => postedInvoice(parts.app, world, unitPrice, currency)
const statusOf = async (invoice: string) =>
  (await world.payer.caller.get(invoice)).json<{ status: string }>().status

test('rules are set by administrators, with their version; each wrong one is named [I-130]', async () => {
  const rule = { name: 'Finance', approvers: people(finance), from: { total: 1000, currency: 'gbp' } }
  const set = await setRules([rule], { ownEntriesRefused: true })
  expect([set.statusCode, set.headers['etag']]).toEqual([200, '"1"'])
  expect((await admin.caller.get(approvalRules)).json()).toMatchObject({
    ownEntriesRefused: true,
    rules: [
      {
        name: 'Finance',
        approvers: [{ id: finance.user.id, firstName: 'Fay' }],
        matterManager: false,
        need: 'One',
        from: { total: 1000, currency: 'GBP' },
        overBudget: false,
      },
    ],
  })
  const headers = { 'if-match': '"0"' }
  expect((await admin.caller.put(approvalRules, { rules: [] }, { headers })).statusCode).toBe(412)
  expect((await world.payer.caller.put(approvalRules, { rules: [] })).statusCode).toBe(403)
  const wrong: readonly (readonly [object, string])[] = [
    [{ name: ' ', approvers: people(finance) }, 'rules[0].name'],
    [{ name: 'A' }, 'rules[0].approvers'],
    [{ name: 'A', approvers: [{ id: world.lawyer.user.id }] }, 'rules[0].approvers'],
    [{ name: 'A', matterManager: true, from: { total: 0, currency: 'GBP' } }, 'rules[0].from.total'],
    [{ name: 'A', matterManager: true, from: { total: 1.005, currency: 'GBP' } }, 'rules[0].from.total'],
    [{ name: 'A', matterManager: true, from: { total: 1, currency: 'XXQ' } }, 'rules[0].from.currency'],
    [{ name: 'A', matterManager: true, need: 'Some' }, 'rules[0].need'],
    [{ name: 'A', matterManager: true, amount: 1 }, 'rules[0].amount'],
  ]
  for (const [given, name] of wrong) {
    const answer = await setRules([given])
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
  expect((await admin.caller.get(approvalRules)).json()).toMatchObject({ rules: [{ name: 'Finance' }] })
})

test('an invoice from an amount is approved in steps; the last one approves it [I-131] [I-132]', async () => {
  const { payer } = world
  await setRules([
    { name: 'Head', approvers: people(head) },
    { name: 'Finance', approvers: people(finance), from: { total: 1000, currency: 'GBP' } },
  ])
  const invoice = await posted('500')
  expect((await payer.caller.get(`${invoice}/approval`)).json()).toMatchObject({
    planned: [{ name: 'Head' }, { name: 'Finance', approvers: [{ firstName: 'Fay' }] }],
    approval: null,
    can: { ask: true, decide: false },
  })
  const alone = await payer.caller.post(`${invoice}/approve`, {})
  expect([alone.statusCode, alone.body]).toEqual([409, expect.stringContaining('ask for it with POST')])
  expect(await statusOf(invoice)).toBe('Posted')
  const asked = await payer.caller.post(`${invoice}/approval`, { comment: 'As agreed' })
  expect(asked.json()).toMatchObject({
    planned: [],
    approval: { state: 'Waiting', total: 1010, steps: [{ state: 'Waiting' }, { state: 'Later' }] },
    can: { ask: false, withdraw: true },
  })
  expect(await statusOf(invoice)).toBe('InReview')
  expect((await payer.caller.post(`${invoice}/approval`, {})).statusCode).toBe(409)
  expect((await payer.caller.post(`${invoice}/approve`, {})).statusCode).toBe(409)
  // not asked yet, and not asked at all
  expect((await decide(finance, invoice)).statusCode).toBe(403)
  expect((await decide(payer, invoice)).statusCode).toBe(403)
  const first = await decide(head, invoice)
  expect(first.json()).toMatchObject({ approval: { steps: [{ state: 'Approved' }, { state: 'Waiting' }] } })
  expect(await statusOf(invoice)).toBe('InReview')
  const last = await decide(finance, invoice, { decision: 'Approved', comment: 'Fine' })
  expect(last.json()).toMatchObject({ approval: { state: 'Approved' }, can: { decide: false } })
  expect((await payer.caller.get(invoice)).json()).toMatchObject({
    status: 'Approved',
    approvedFees: 1010,
    approved: { user: { id: finance.user.id } },
  })
  expect((await decide(finance, invoice)).statusCode).toBe(409)
})

test('an invoice to which no rule applies is approved by one person, as before [I-131]', async () => {
  const { payer } = world
  await setRules([{ name: 'Finance', approvers: people(finance), from: { total: 1000, currency: 'GBP' } }])
  const small = await posted('50')
  expect((await payer.caller.post(`${small}/approval`, {})).statusCode).toBe(409)
  expect((await payer.caller.post(`${small}/approve`, {})).statusCode).toBe(200)
  // an amount in another currency cannot be compared, so that it needs the approval
  const euros = await posted('50', 'EUR')
  expect((await payer.caller.post(`${euros}/approve`, {})).statusCode).toBe(409)
})

test('an invoice that exceeds the budget of its matter needs the approval of its rule [I-131]', async () => {
  const { payer, matterId } = world
  await setRules([{ name: 'Over budget', approvers: people(finance), overBudget: true }])
  const first = await posted('100')
  expect((await payer.caller.post(`${first}/approve`, {})).statusCode).toBe(200)
  await payer.caller.put(`/v2/matters/${matterId}/budget`, { amount: 500, currency: 'GBP' })
  // 210 are approved, and 290 are left
  const within = await posted('140')
  expect((await payer.caller.get(`${within}/approval`)).json()).toMatchObject({ planned: [] })
  const over = await posted('140.01')
  expect((await payer.caller.get(`${over}/approval`)).json()).toMatchObject({
    planned: [{ name: 'Over budget' }],
  })
  expect((await payer.caller.post(`${over}/approve`, {})).statusCode).toBe(409)
})

test('declining needs a reason and ends the request; it is asked for again [I-132]', async () => {
  const { payer } = world
  await setRules([{ name: 'Both', approvers: people(head, finance), need: 'All' }])
  const invoice = await posted('500')
  await payer.caller.post(`${invoice}/approval`, {})
  expect((await decide(head, invoice, { decision: 'Declined' })).statusCode).toBe(400)
  const declined = await decide(head, invoice, { decision: 'Declined', comment: 'Too much' })
  expect(declined.json()).toMatchObject({
    approval: { state: 'Declined', steps: [{ state: 'Declined' }] },
    planned: [{ name: 'Both' }],
  })
  expect(await statusOf(invoice)).toBe('InReview')
  expect((await payer.caller.post(`${invoice}/approval`, {})).json()).toMatchObject({
    approval: { state: 'Waiting', steps: [{ approvers: [{ decision: null }, { decision: null }] }] },
  })
  await decide(head, invoice)
  expect(await statusOf(invoice)).toBe('InReview')
  await decide(finance, invoice)
  expect(await statusOf(invoice)).toBe('Approved')
})

test('nobody approves what they entered or asked for, nor alone where that is refused [I-133]', async () => {
  const { payer, matterId } = world
  const lines = [{ kind: 'Fee', description: 'Search', unitPrice: '500' }] as const
  const own = await draftInvoice(parts.app, payer.actor, matterId, { currency: 'GBP', lines })
  await moveInvoiceTo(parts.app, payer.actor, own, 'Posted')
  const invoice = `/v2/invoices/${own}`
  await setRules([], { ownEntriesRefused: true })
  expect((await payer.caller.post(`${invoice}/approve`, {})).statusCode).toBe(403)
  await setRules([{ name: 'Both', approvers: [{ id: payer.user.id }, ...people(finance)] }])
  const asked = await admin.caller.post(`${invoice}/approval`, {})
  // who entered it is not among those who are asked
  expect(asked.json()).toMatchObject({
    approval: { steps: [{ approvers: [{ user: { id: finance.user.id } }] }] },
  })
  expect((await decide(payer, invoice)).statusCode).toBe(403)
  // the administrator asked, so that they cannot decide for others
  const insteadOf = { decision: 'Approved', for: { id: finance.user.id } }
  expect((await decide(admin, invoice, insteadOf)).statusCode).toBe(403)
  await admin.caller.post(`${invoice}/approval/withdraw`, {})
  await setRules([{ name: 'Only me', approvers: [{ id: payer.user.id }] }])
  const nobody = await admin.caller.post(`${invoice}/approval`, {})
  expect([nobody.statusCode, nobody.body]).toEqual([409, expect.stringContaining('Only me')])
})

test('administrators and the delegate of the day decide for an approver, nobody else [I-134]', async () => {
  const { payer, member } = world
  await setRules([{ name: 'Finance', approvers: people(finance) }])
  const insteadOf = { decision: 'Approved', for: { id: finance.user.id } }
  const first = await posted('500')
  await payer.caller.post(`${first}/approval`, {})
  expect((await decide(member, first, insteadOf)).statusCode).toBe(403)
  expect((await decide(admin, first, insteadOf)).json()).toMatchObject({
    approval: {
      state: 'Approved',
      steps: [{ approvers: [{ user: { id: finance.user.id }, decidedBy: { id: admin.user.id } }] }],
    },
  })
  const days = { firstDay: '2026-03-02', lastDay: '2026-03-06' }
  const named = await finance.caller.post('/v2/me/approvalDelegates', {
    delegate: { id: head.user.id },
    ...days,
  })
  expect(named.statusCode, named.body).toBe(201)
  const second = await posted('500')
  await payer.caller.post(`${second}/approval`, {})
  expect((await head.caller.get(`${second}/approval`)).json()).toMatchObject({
    can: { decide: false, decideFor: [{ id: finance.user.id }] },
  })
  expect((await decide(head, second, insteadOf)).statusCode).toBe(200)
  expect(await statusOf(second)).toBe('Approved')
})

test('what waits is opened to a delegate who is named later [I-134]', async () => {
  const { payer } = world
  await setRules([{ name: 'Finance', approvers: people(finance) }])
  const invoice = await posted('500')
  await payer.caller.post(`${invoice}/approval`, {})
  expect((await head.caller.get(`${invoice}/approval`)).statusCode).toBe(404)
  const days = { firstDay: '2026-03-02', lastDay: '2026-03-06' }
  await finance.caller.post('/v2/me/approvalDelegates', { delegate: { id: head.user.id }, ...days })
  expect((await head.caller.get(`${invoice}/approval`)).json()).toMatchObject({
    can: { decideFor: [{ id: finance.user.id }] },
  })
  const waiting = async (who: Approving) =>
    (await who.caller.get('/v2/invoices/approvals')).json<{ items: object[] }>().items
  for (const who of [finance, head])
    expect(await waiting(who)).toMatchObject([
      { step: 'Finance', total: 1010, approver: { id: finance.user.id } },
    ])
  for (const who of [admin, world.payer, world.lawyer]) expect(await waiting(who)).toEqual([])
  const work = async (who: Pick<Approving, 'caller'>) =>
    (await who.caller.get('/v2/me/work')).json<{ items: { kind: string }[] }>().items.map(({ kind }) => kind)
  for (const who of [finance, head]) expect(await work(who)).toContain('InvoiceApproval')
  // who reviews it waits for them
  expect(await work(world.payer)).not.toContain('Invoice')
  await decide(head, invoice, { decision: 'Approved', for: { id: finance.user.id } })
  expect(await waiting(finance)).toEqual([])
  const texts = (await notificationsOf(parts.app, head.caller)).map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringContaining('that you decide on as a delegate'))
})
