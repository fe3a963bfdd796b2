// Who is told how far a budget is used, when, and how often.
import { beforeEach, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { runJobs } from '../../../../test/fixtures/jobs.ts'
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import { mailNow, notificationsOf } from '../../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { tellBudget } from '../../budgets/alerts.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const set = (body: object) =>
  world.payer.caller.put(`/v2/matters/${world.matterId}/budget`, { currency: 'GBP', ...body })

async function post(unitPrice: string, invoiceDate = '2026-05-06'): Promise<string> {
  const { lawyer, matterId } = world
  const lines = [{ kind: 'Fee', description: 'Advice', unitPrice }] as const
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { invoiceDate, currency: 'GBP', lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  return `/v2/invoices/${id}`
}

const budgetsIn = (texts: readonly { readonly text: string }[]) =>
  texts.flatMap(({ text }) => (text.includes('budget') ? [text] : []))

/** The budget alerts that the person got, the latest first. */
async function told(caller = world.payer.caller): Promise<readonly string[]> {
  await runJobs(parts.app, 'tell-budget')
  return budgetsIn(await notificationsOf(parts.app, caller))
}

test('each percentage is told once for a version, in the app and by mail, again when the budget is changed [I-154]', async () => {
  await set({ amount: 1000 })
  await post('490')
  expect(await told()).toEqual([])
  const second = await post('270')
  expect(await told()).toEqual(['76.0 % of the budget is used (alert at 75 %).'])
  parts.clock.advance({ minutes: 2 })
  await mailNow(parts.app)
  const mails = await mailsTo(parts.app, { email: world.payer.user.email })
  expect(mails.some(({ body }) => body.includes('76.0 % of the budget is used (alert at 75 %).'))).toBe(true)
  await world.payer.caller.post(`${second}/decline`, { reason: 'Not agreed' })
  expect(await told()).toHaveLength(1)
  await moveInvoiceTo(parts.app, world.lawyer.actor, Number(second.split('/').at(-1)), 'Posted')
  await post('140')
  expect((await told())[0]).toBe('90.0 % of the budget is used (alert at 90 %).')
  expect(await told()).toHaveLength(2)
  await set({ amount: 800, reason: 'Less' })
  expect((await told())[0]).toBe('112.5 % of the budget is used (alert at 100 %).')
  expect(await told()).toHaveLength(3)
})

test('two invoices at once are counted together, and told once [I-154]', async () => {
  await set({ amount: 1000 })
  await Promise.all([post('300'), post('300')])
  const matter = { organisationId: world.organisationId, id: world.matterId }
  await Promise.all([tellBudget(parts.app, matter), tellBudget(parts.app, matter)])
  expect(await told()).toEqual(['60.0 % of the budget is used (alert at 50 %).'])
})

test('a yearly budget alerts in each fiscal year, and says whose act it was [I-154]', async () => {
  await set({
    span: 'Yearly',
    parts: [
      { year: 2026, amount: 100 },
      { year: 2027, amount: 0 },
    ],
  })
  await post('50')
  await post('1', '2027-01-02')
  expect((await told()).toSorted()).toEqual([
    '100.0 % of the budget for 2027 is used (alert at 100 %).',
    '50.0 % of the budget for 2026 is used (alert at 50 %).',
  ])
})

test('people of law firms are told nothing, also the manager, nor do they read it in the history [I-154]', async () => {
  const { lawyer, payer, matterId } = world
  await payer.caller.patch(`/v2/matters/${matterId}`, { manager: { id: lawyer.user.id } })
  await set({ amount: 100 })
  await post('95')
  expect(await told()).toHaveLength(1)
  expect(await told(lawyer.caller)).toEqual([])
  const history = `/v2/matters/${matterId}/history`
  expect((await payer.caller.get(history)).body).toContain('matter.budget.reached')
  expect((await lawyer.caller.get(history)).body).not.toContain('matter.budget.reached')
})

test('administrators set the percentages, in versions [I-154]', async () => {
  const path = '/v2/invoices/budgetAlerts'
  const admin = await callerFor(
    parts,
    await createUser(parts.app, { organisationId: world.organisationId, role: 'Administrator' }),
  )
  expect((await admin.get(path)).json()).toEqual({ percents: [50, 75, 90, 100] })
  expect((await admin.put(path, { percents: [80, 20, 80] })).json()).toEqual({ percents: [20, 80] })
  expect((await admin.put(path, { percents: [] }, { headers: { 'if-match': '"0"' } })).statusCode).toBe(412)
  for (const [percents, name] of [
    ['all', 'percents'],
    [[0], 'percents[0]'],
    [[50, '90'], 'percents[1]'],
    [[50.5], 'percents[0]'],
    [Array.from({ length: 11 }, (_, index) => index + 1), 'percents'],
  ] as const) {
    const answer = await admin.put(path, { percents })
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
  expect((await world.payer.caller.get(path)).statusCode).toBe(403)
  await set({ amount: 100 })
  await post('50')
  expect(await told()).toEqual(['50.0 % of the budget is used (alert at 20 %).'])
})
