// Approving invoices in steps: what a change of the review means, races, and who hears of it.
import { beforeEach, expect, test } from 'vitest'
import {
  type Approving,
  approvalRules,
  createApprovalWorld,
  decideOn as decide,
  peopleOf as people,
  postedInvoice,
} from '../../../test/fixtures/invoice-approvals.ts'
import type { InvoiceWorld } from '../../../test/fixtures/invoices.ts'
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

test('a review that leaves more asks everybody again; one that leaves less does not [I-135]', async () => {
  const { payer } = world
  await setRules([
    { name: 'Head', approvers: people(head) },
    { name: 'Finance', approvers: people(finance) },
  ])
  const invoice = await posted('500')
  const review = (line: object) =>
    payer.caller.post(`${invoice}/review/lines`, { lines: [{ number: 2, ...line }] })
  await review({ decision: 'Rejected', reason: 'Other', note: 'No travel' })
  await payer.caller.post(`${invoice}/approval`, {})
  await decide(head, invoice)
  const approval = async () =>
    (await payer.caller.get(`${invoice}/approval`)).json<{ approval: object }>().approval
  expect(await approval()).toMatchObject({
    total: 1000,
    steps: [{ state: 'Approved' }, { state: 'Waiting' }],
  })
  // less: the approval that was given counts
  await payer.caller.post(`${invoice}/review/lines`, {
    lines: [{ number: 1, decision: 'Reduced', approvedAmount: 900, reason: 'Other', note: 'Less' }],
  })
  expect(await approval()).toMatchObject({ steps: [{ state: 'Approved' }, { state: 'Waiting' }] })
  // more than the first step has seen
  await review({ decision: 'Accepted' })
  await payer.caller.post(`${invoice}/review/lines`, { lines: [{ number: 1, decision: 'Accepted' }] })
  expect(await approval()).toMatchObject({
    state: 'Waiting',
    total: 1010,
    steps: [{ state: 'Waiting' }, { state: 'Later' }],
  })
  await decide(head, invoice)
  await decide(finance, invoice)
  expect((await payer.caller.get(invoice)).json()).toMatchObject({ status: 'Approved', approvedFees: 1010 })
})

test('an approval is good for the amount that was seen: later ones cannot be raised to the first [I-135]', async () => {
  const { payer } = world
  await setRules([
    { name: 'Head', approvers: people(head) },
    { name: 'Finance', approvers: people(finance) },
  ])
  const invoice = await posted('500')
  await payer.caller.post(`${invoice}/approval`, {})
  const review = (decision: object) =>
    payer.caller.post(`${invoice}/review/lines`, { lines: [{ number: 1, ...decision }] })
  await review({ decision: 'Reduced', approvedAmount: 100, reason: 'Other', note: 'Less' })
  await decide(head, invoice)
  await review({ decision: 'Accepted' })
  expect((await payer.caller.get(`${invoice}/approval`)).json()).toMatchObject({
    approval: { total: 1010, steps: [{ state: 'Waiting' }, { state: 'Later' }] },
  })
  const stale = await head.caller.post(
    `${invoice}/approval/decide`,
    { decision: 'Approved' },
    { headers: { 'if-match': '"1"' } },
  )
  expect(stale.statusCode).toBe(412)
})

test('declining or voiding the invoice ends the request [I-132]', async () => {
  const { payer } = world
  await setRules([{ name: 'Head', approvers: people(head) }])
  const invoice = await posted('500')
  await payer.caller.post(`${invoice}/approval`, {})
  await payer.caller.post(`${invoice}/decline`, { reason: 'Not agreed' })
  expect((await payer.caller.get(`${invoice}/approval`)).json()).toMatchObject({
    approval: { state: 'Withdrawn' },
    planned: [],
  })
  expect((await decide(head, invoice)).statusCode).toBe(409)
})

test('two who decide the last step at once approve it once [I-132]', async () => {
  const { payer } = world
  await setRules([{ name: 'Either', approvers: people(head, finance) }])
  const invoice = await posted('500')
  await payer.caller.post(`${invoice}/approval`, {})
  const answers = await Promise.all([decide(head, invoice), decide(finance, invoice)])
  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
  expect(await statusOf(invoice)).toBe('Approved')
})

test('people are notified, also delegates; firms see nothing of it [I-136]', async () => {
  const { payer, lawyer, matterId } = world
  await setRules([{ name: 'Secret step', approvers: people(finance) }])
  const invoice = await posted('500')
  await payer.caller.post(`${invoice}/approval`, { comment: 'Please' })
  const texts = async (who: Pick<Approving, 'caller'>) =>
    (await notificationsOf(parts.app, who.caller)).map(({ text }) => text)
  expect(await texts(finance)).toContainEqual(
    expect.stringMatching(
      /^Your approval of the invoice INV-\d+ \(GBP\s1,010\.00\) is needed: “Secret step”$/,
    ),
  )
  expect((await finance.caller.get('/v2/notifications')).json()).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ about: { type: 'Invoice', id: expect.any(Number) } }),
    ]),
  })
  await decide(finance, invoice, { decision: 'Declined', comment: 'Too much' })
  expect(await texts(payer)).toContainEqual(
    expect.stringMatching(/declined to approve the invoice .*“Too much”/),
  )
  for (const path of ['/approval', '/approval/decide', '/approval/withdraw']) {
    const answer = await (path === '/approval'
      ? lawyer.caller.get(invoice + path)
      : lawyer.caller.post(invoice + path, path.endsWith('decide') ? { decision: 'Approved' } : {}))
    expect([path, answer.statusCode]).toEqual([path, 403])
  }
  expect((await lawyer.caller.post(`${invoice}/approval`, {})).statusCode).toBe(403)
  const history = async (who: Pick<Approving, 'caller'>) =>
    (await who.caller.get(`/v2/matters/${matterId}/history`)).body
  expect(await history(payer)).toContain('Secret step')
  expect(await history(lawyer)).not.toContain('invoiceApproval')
  expect(await texts(lawyer)).not.toContainEqual(expect.stringContaining('approv'))
})
