// What is left of payments and retainers when a law firm, a matter, a person or an organisation is destroyed.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { taxedLine } from '../../../test/fixtures/taxes.ts'
import { createMoneyToMove } from '../../../test/fixtures/money-to-move.ts'
import { draftInvoice } from '../../../test/fixtures/invoices.ts'
import { createFirm, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { updateUserStatus } from '../../identity/oauth/commands/update-user-status.ts'
import { formerMember } from '../../identity/users/erasure/erase-person.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { removeMadeInvoice } from '../../invoices/commands/remove-made-invoice.ts'
import { purgedMatters } from '../../matters/purge-matter.ts'
import { purgeRecords } from '../../records/commands/purge-record.ts'
import { deleteDueOrganisations } from './delete-organisation.ts'
import { getDeletionCertificate } from './deletion-certificate.ts'

const parts = useTestApp()

type World = Awaited<ReturnType<typeof createMoneyToMove>>

interface Statement {
  readonly balance: number
  readonly movements: readonly {
    readonly kind: string
    readonly balance: number
    readonly createdBy: { readonly name: string }
  }[]
}
const statement = async ({ payer, general }: World, id: number) =>
  (await payer.caller.get(`${general}/${id}/movements`)).json<Statement>()

async function destroy(organisationId: number): Promise<void> {
  await internalTransaction(parts.app, (tx, now) =>
    tx
      .updateTable('organisations')
      .set({ deletion_requested_at: now, deletion_due_at: now, deletion_reason: 'It moves.' })
      .where('id', '=', organisationId)
      .execute(),
  )
  expect(await deleteDueOrganisations(parts.app)).toBe(1)
}

test('a client keeps its payments and the retainers of a firm that is deleted, and is paid back [X-25]', async () => {
  const world = await createMoneyToMove(parts)
  const { payer, firmId, ofOne, ofAll, general, invoiceId, shown } = world
  const before = await statement(world, ofOne)
  const { remaining, paidAmount } = await shown(invoiceId)
  await destroy(firmId)
  expect(await getDeletionCertificate(parts.app, firmId)).toMatchObject({
    // the fixed fee, the cap and the discount
    removed: { fee_arrangements: 3 },
    left: { contents: 0 },
  })
  expect((await statement(world, ofOne)).movements).toHaveLength(before.movements.length)
  expect(await statement(world, ofOne)).toMatchObject({ balance: 289.49 })
  expect(await statement(world, ofAll)).toMatchObject({ balance: 369.48 })
  expect(await shown(invoiceId)).toMatchObject({ remaining, paidAmount })
  const back = { kind: 'Refund', amount: 289.49, reference: 'Estate' }
  expect((await payer.caller.post(`${general}/${ofOne}/movements`, back)).statusCode).toBe(201)
  expect(await statement(world, ofOne)).toMatchObject({ balance: 0 })
  const listed = (await payer.caller.get(general)).json<{
    items: readonly { readonly id: number; readonly firm: { readonly name: string } }[]
  }>()
  expect(listed.items.map(({ id, firm }) => [id, firm.name])).toEqual([
    [ofAll, `${formerMember.firstName} organisation`],
  ])
})

test('a firm that only an invoice names is deleted, and stays as a former organisation [X-25]', async () => {
  const { app } = parts
  const world = await createMoneyToMove(parts)
  const firm = await createFirm(app, world.organisationId)
  const id = await draftInvoice(app, world.payer.actor, world.matterId, { serviceProviderId: firm.id })
  await destroy(firm.id)
  expect((await world.payer.caller.get(`/v2/invoices/${id}`)).json()).toMatchObject({
    serviceProvider: { id: firm.id, name: `${formerMember.firstName} organisation` },
  })
})

test('what was paid from a retainer for all matters stays paid when a matter is purged [X-26]', async () => {
  const world = await createMoneyToMove(parts)
  const { app } = parts
  const { payer, matterId, organisationId, ofOne, ofAll, general } = world
  const before = await statement(world, ofAll)
  const destroyer = await createUser(app, {
    organisationId,
    role: 'Administrator',
    permissions: ['DeleteAll'],
    groups: ['MatterAdministrators'],
  })
  const deleted = await (await callerFor(parts, destroyer)).delete(`/v2/matters/${matterId}`)
  expect(deleted.statusCode, deleted.body).toBe(204)
  parts.clock.advance({ days: app.config.binDays + 1 })
  expect(await purgeRecords(app, [purgedMatters])).toBe(1)
  // the tokens of before are no longer good
  const caller = await callerFor(parts, payer.user)
  const after = (await caller.get(`${general}/${ofAll}/movements`)).json<Statement>()
  expect(after).toEqual({
    ...before,
    movements: before.movements.map((each) =>
      each.kind === 'Payment'
        ? { ...each, id: expect.any(Number), invoice: null, reference: null, note: null }
        : each,
    ),
  })
  expect((await caller.get(`${general}/${ofOne}/movements`)).statusCode).toBe(404)
  const { rows } = await sql<{ id: number }>`select id from retainer_movements
    where organisation_id = ${organisationId} and is_draw`.execute(app.db)
  const [draw] = rows
  expect(rows).toHaveLength(1)
  const withdrawn = await caller.post(`${general}/${ofAll}/movements/${draw?.id}/withdraw`, {
    reason: 'A mistake',
  })
  expect(withdrawn.json()).toMatchObject({
    status: 409,
    detail: 'This was paid for an invoice that was destroyed.',
  })
})

test('what an import made is undone: paid from a retainer it stays paid, credited it stays [X-26]', async () => {
  const world = await createMoneyToMove(parts)
  const { app } = parts
  const { payer, ofAll, invoiceId } = world
  await expect(removeMadeInvoice(app, payer.actor, invoiceId)).rejects.toThrow(
    'Credit notes name it, so it stays.',
  )
  const id = await world.approved([taxedLine(40)])
  const paid = await payer.caller.post(`/v2/invoices/${id}/payments`, { retainer: { id: ofAll } })
  expect(paid.statusCode, paid.body).toBe(201)
  const before = await statement(world, ofAll)
  await removeMadeInvoice(app, payer.actor, id)
  expect((await payer.caller.get(`/v2/invoices/${id}`)).statusCode).toBe(404)
  const after = await statement(world, ofAll)
  const amounts = ({ movements }: Statement) => movements.map(({ kind, balance }) => [kind, balance])
  expect([after.balance, amounts(after)]).toEqual([before.balance, amounts(before)])
})

test('an organisation with retainers that are drawn from is deleted with all of it [X-25]', async () => {
  const { organisationId } = await createMoneyToMove(parts)
  await destroy(organisationId)
  expect(await getDeletionCertificate(parts.app, organisationId)).toMatchObject({
    removed: { fee_arrangements: 5, invoice_payments: 4, retainer_movements: 4, tax_codes: 2 },
    left: { rows: 0, contents: 0 },
  })
})

test('who moved money of a retainer is erased, and the statement stays [X-25]', async () => {
  const { app } = parts
  const world = await createMoneyToMove(parts)
  const { ofAll, payer, organisationId } = world
  const administrator = await createUser(app, {
    organisationId,
    role: 'Administrator',
    permissions: ['ManageInvoices'],
  })
  const caller = await callerFor(parts, administrator)
  const path = `${world.general}/${ofAll}/movements`
  const before = (await caller.get(path)).json<Statement>()
  const userId = payer.user.id
  await updateUserStatus(app, await actorFor(app, administrator), {
    userId,
    status: 'Disabled',
    successorId: administrator.id,
  })
  const erased = await caller.post(`/v2/users/${userId}/erase`, { reason: 'Asked for it in writing.' })
  expect(erased.statusCode, erased.body).toBe(200)
  const after = (await caller.get(path)).json<Statement>()
  const amounts = ({ movements }: Statement) => movements.map(({ kind, balance }) => [kind, balance])
  expect(amounts(after)).toEqual(amounts(before))
  const name = `${formerMember.firstName} ${formerMember.lastName}`
  expect(after.movements.map(({ createdBy }) => createdBy.name)).toEqual([name, name, name])
})
