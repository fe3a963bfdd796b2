// Who is notified of what happens to an invoice, and what they read: each side of it, and nobody of another firm.
import { expect, test } from 'vitest'
import { createFirm, createUser } from '../../test/factories.ts'
import { createInvoiceWorld, draftInvoice } from '../../test/fixtures/invoices.ts'
import { mailsTo } from '../../test/fixtures/mails.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { mailNow, notificationsOf, prefer } from '../../test/fixtures/notifications.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { transitionInvoice } from '../invoices/commands/transition-invoice.ts'
import { internalTransaction } from '../platform/events/change.ts'

const parts = useTestApp()

/** A matter with a second firm on it, its manager from the first, and a draft of the first. */
async function world() {
  const { payer, lawyer, member, organisationId, firmId } = await createInvoiceWorld(parts)
  const other = await createFirm(parts.app, organisationId)
  const person = async (id: number, values: object) => {
    const user = await createUser(parts.app, { organisationId: id, ...values })
    return { user, caller: await callerFor(parts, user) }
  }
  const rival = await person(other.id, { role: 'MatterManager', permissions: ['ManageInvoices'] })
  const accountant = await person(organisationId, { permissions: ['ManageInvoices'] })
  const partner = await person(firmId, { role: 'MatterManager' })
  const members = [payer, lawyer, member, rival, accountant, partner].map(({ user }) => user)
  const owner = await person(organisationId, { firstName: 'Ola', lastName: 'Hart' })
  const matterId = await insertMatter(parts.app, { owner: owner.user, members })
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { number: 'INV-77' })
  const textsOf = async (of: { readonly caller: Parameters<typeof notificationsOf>[1] }) =>
    (await notificationsOf(parts.app, of.caller)).flatMap(({ kind, text }) =>
      kind === 'invoice' ? [text] : [],
    )
  return { payer, lawyer, member, rival, accountant, partner, owner, id, other, matterId, textsOf }
}

test('each side is notified of what it waits for, and nobody of another firm [N-46]', async () => {
  const { payer, lawyer, member, rival, accountant, partner, owner, id, matterId, textsOf } = await world()
  const { app } = parts
  expect(await textsOf(owner)).toEqual([])
  await transitionInvoice(app, lawyer.actor, id, { kind: 'post' })
  const posted = 'Robin Marsh posted the invoice INV-77 (USD\u00a0451.25).'
  for (const one of [owner, accountant]) expect(await textsOf(one)).toEqual([posted])
  for (const one of [lawyer, partner, member, rival]) expect(await textsOf(one)).toEqual([])
  expect((await owner.caller.get('/v2/notifications')).json()).toMatchObject({
    unread: 1,
    items: [{ about: { type: 'Invoice', id }, record: { type: 'Matter', id: matterId } }],
  })
  await transitionInvoice(app, payer.actor, id, { kind: 'decline', reason: 'Rate  of 2025' })
  const declined = `Robin Marsh declined the invoice INV-77 (USD\u00a0451.25): “Rate of 2025”`
  for (const one of [lawyer, partner]) expect(await textsOf(one)).toEqual([declined])
  await transitionInvoice(app, lawyer.actor, id, { kind: 'post' })
  await transitionInvoice(app, payer.actor, id, { kind: 'approve', fees: '300' })
  await transitionInvoice(app, payer.actor, id, { kind: 'pay' })
  await transitionInvoice(app, payer.actor, id, { kind: 'unpay' })
  expect((await textsOf(lawyer)).slice(0, 2)).toEqual([
    `Robin Marsh marked the invoice INV-77 (USD\u00a0451.25) as paid.`,
    `Robin Marsh approved the invoice INV-77 (USD\u00a0451.25), with USD\u00a0300.00 of USD\u00a0375.00 in fees.`,
  ])
  expect(await textsOf(owner)).toHaveLength(5)
  // of the payer's people, who works on invoices learns of what waits for the payer
  for (const one of [accountant, payer]) expect(await textsOf(one)).toEqual([posted, posted])
  for (const one of [member, rival]) expect(await textsOf(one)).toEqual([])
})

test('what somebody chose holds, mails lead to the invoice, and it is read only by who sees it now [N-46]', async () => {
  const { payer, lawyer, partner, rival, id, other, textsOf } = await world()
  const { app } = parts
  await prefer(app, partner.user, { invoice: 'Off' })
  await transitionInvoice(app, lawyer.actor, id, { kind: 'post' })
  await transitionInvoice(app, payer.actor, id, { kind: 'approve' })
  expect(await textsOf(partner)).toEqual([])
  expect(await textsOf(lawyer)).toHaveLength(1)
  parts.clock.advance({ minutes: 5 })
  await mailNow(app)
  const [mail, ...more] = await mailsTo(app, lawyer.user)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('approved the invoice INV-77')
  expect(mail?.body).toContain(`/#/invoices/${id}\n`)
  expect(await mailsTo(app, rival.user)).toEqual([])
  // it was of another firm all along
  await internalTransaction(app, (tx) =>
    tx.updateTable('invoices').set({ service_provider_id: other.id }).where('id', '=', id).execute(),
  )
  expect(await textsOf(await again(lawyer))).toEqual([])
})

const again = async ({ user }: { readonly user: Parameters<typeof callerFor>[1] }) => ({
  caller: await callerFor(parts, user),
})
