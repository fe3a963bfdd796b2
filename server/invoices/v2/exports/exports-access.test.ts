// Who sees exports to finance, and works with them.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { approvedInvoice, exportsPath } from '../../../../test/fixtures/finance-exports.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import type { Caller } from '../../../../test/http.ts'
import { useReceiver } from '../../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { runWebhooksOnce } from '../../../webhooks/delivery/engine.ts'

const parts = useTestApp()
const receiver = useReceiver()
const made = async (caller: Caller, ...ids: readonly number[]) =>
  (await caller.post(exportsPath, { invoices: ids.map((id) => ({ id })) })).json<{ id: number }>()
const detail = ({ body }: { body: string }) => (JSON.parse(body) as { detail: string }).detail

test('exports are for who works on invoices of the payer, and firms see nothing of them [I-112]', async () => {
  const world = await createInvoiceWorld(parts)
  const { payer, lawyer, member, organisationId, matterId } = world
  const one = await approvedInvoice(parts.app, world)
  const { id } = await made(payer.caller, one)
  for (const { caller } of [lawyer, member]) {
    expect((await caller.get(exportsPath)).statusCode).toBe(403)
    expect((await caller.get(`${exportsPath}/${id}`)).statusCode).toBe(403)
    expect((await caller.post(exportsPath, { invoices: [{ id: one }] })).statusCode).toBe(403)
    expect((await caller.post(`${exportsPath}/${id}/acknowledge`, { reference: 'A' })).statusCode).toBe(403)
  }
  const shown = await lawyer.caller.get(`/v2/invoices/${one}`)
  expect(shown.json()).toMatchObject({ financeExport: null })
  const probed = await lawyer.caller.get('/v2/invoices?$filter=FinanceExport ne null')
  expect(probed.json<{ items: object[] }>().items).toEqual([])
  const historyOf = async ({ caller }: typeof lawyer) =>
    (await caller.get(`/v2/matters/${matterId}/history`)).body
  expect(await historyOf(payer)).toContain('matter.invoice.export.created')
  expect(await historyOf(lawyer)).not.toContain('invoice.export')
  const { id: elsewhere } = await createOrganisation(parts.app)
  const other = await createUser(parts.app, { organisationId: elsewhere, permissions: ['ManageInvoices'] })
  expect((await (await callerFor(parts, other)).get(`${exportsPath}/${id}`)).statusCode).toBe(404)
  const colleague = await createUser(parts.app, { organisationId, permissions: ['ManageInvoices'] })
  const shared = await insertMatter(parts.app, {
    owner: payer.user,
    members: [lawyer.user, colleague],
  })
  const restricted = await insertMatter(parts.app, { owner: payer.user, values: { restricted: true } })
  const hidden = await draftInvoice(parts.app, payer.actor, restricted, { currency: 'GBP' })
  await moveInvoiceTo(parts.app, payer.actor, hidden, 'Approved')
  const third = await approvedInvoice(parts.app, { ...world, matterId: shared })
  const mixed = await made(payer.caller, third, hidden)
  const theirs = await callerFor(parts, colleague)
  expect((await theirs.get(`${exportsPath}/${mixed.id}`)).json()).toMatchObject({
    invoiceCount: 2,
    hiddenInvoices: 1,
    totals: [{ currency: 'GBP', total: 365 }],
    invoices: [{ id: third }],
    can: { download: false, acknowledge: false, withdraw: false },
  })
  for (const refused of [
    await theirs.get(`${exportsPath}/${mixed.id}/invoices/export`),
    await theirs.get(`${exportsPath}/${mixed.id}/lines/export`),
    await theirs.post(`${exportsPath}/${mixed.id}/acknowledge`, { reference: 'A' }),
    await theirs.post(`${exportsPath}/${mixed.id}/withdraw`, { reason: 'A' }),
  ]) {
    expect([refused.statusCode, detail(refused)]).toEqual([403, expect.stringContaining('do not see')])
  }
  expect((await theirs.post(exportsPath, { invoices: [{ id: hidden }] })).statusCode).toBe(400)
})

test('subscribers of the payer are notified of each invoice, those of the firm are not [W-59]', async () => {
  const world = await createInvoiceWorld(parts)
  const { payer, lawyer, matterId } = world
  for (const [{ caller }, path] of [
    [payer, 'payer'],
    [lawyer, 'firm'],
  ] as const) {
    const subscribed = await caller.post('/v2/webhookSubscriptions', {
      topics: ['matter.invoice.export.created', 'matter.invoice.export.acknowledged', 'matter.updated'],
      subscriptionUrl: `${receiver().url}/${path}`,
    })
    expect(subscribed.statusCode, subscribed.body).toBe(201)
  }
  const one = await approvedInvoice(parts.app, world)
  const { id } = await made(payer.caller, one)
  await payer.caller.post(`${exportsPath}/${id}/acknowledge`, { reference: 'AP-1' })
  await runWebhooksOnce(parts.app)
  expect(
    receiver().requests.map(({ target, body }) => [target, JSON.parse(body.toString()) as object]),
  ).toMatchObject(
    ['created', 'acknowledged'].map((what) => [
      '/payer',
      {
        EventType: `matter.invoice.export.${what}`,
        ResourceId: one,
        ParentResource: { ResourceType: 'matter', ResourceId: matterId },
      },
    ]),
  )
})
