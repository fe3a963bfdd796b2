// Credit notes: tied to an approved invoice, never more than what is left of it.
import { beforeEach, expect, test } from 'vitest'
import { draftInvoice } from '../../../../test/fixtures/invoices.ts'
import {
  createCreditWorld,
  creditLine,
  type CreditWorld,
  errorsIn,
} from '../../../../test/fixtures/credits.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let world: CreditWorld
beforeEach(async () => {
  world = await createCreditWorld(parts)
})

test('a negative total that is tied to nothing is a plain error, on posting and in the check [I-201]', async () => {
  const id = await world.drafted('-10')
  const check = await world.lawyer.caller.post(`/v2/invoices/${id}/check`)
  const message =
    'The total is negative, GBP -12.00, and tied to nothing: name the approved invoice that it credits.'
  expect(check.json()).toMatchObject({ errors: [{ line: null, property: 'credits', message }] })
  const refused = await world.post(id)
  expect([refused.statusCode, errorsIn(refused)]).toEqual([400, { credits: [message] }])
  const credited = await world.approved({ number: 'A-77' })
  const changed = await world.lawyer.caller.patch(`/v2/invoices/${id}`, { credits: { number: ' a–77 ' } })
  expect(changed.statusCode, changed.body).toBe(204)
  expect((await world.lawyer.caller.post(`/v2/invoices/${id}/check`)).json()).toMatchObject({ errors: [] })
  expect((await world.post(id)).statusCode).toBe(200)
  expect(await world.shown(id)).toMatchObject({ credits: { id: credited, number: 'A-77' } })
})

test('a credit note names an invoice of the same firm, matter and currency; what is wrong is named [I-202]', async () => {
  const { lawyer, payer, matterId, organisationId } = world
  const invoice = await world.approved()
  const otherMatter = await insertMatter(parts.app, { owner: payer.user, members: [lawyer.user] })
  const { id: otherFirm } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
  const stranger = await createUser(parts.app, {
    organisationId: otherFirm,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const shared = await insertMatter(parts.app, { owner: payer.user, members: [stranger] })
  for (const body of [
    { credits: { id: invoice }, matter: { id: otherMatter } },
    { credits: { id: invoice }, currency: 'EUR' },
    { credits: { id: 999_999 } },
    { credits: { number: 'nothing' } },
    { credits: {} },
    { credits: 5 },
    { credits: { id: 'x' } },
    { credits: { number: ['A'] } },
  ]) {
    const refused = await world.draft('-10', body)
    const [name = ''] = Object.keys(errorsIn(refused))
    expect([refused.statusCode, name.split(/[./]/)[0]], JSON.stringify(body)).toEqual([400, 'credits'])
  }
  const foreign = await world.draft(
    '-10',
    { credits: { id: invoice }, matter: { id: shared } },
    await callerFor(parts, stranger),
  )
  expect([foreign.statusCode, Object.keys(errorsIn(foreign))]).toEqual([400, ['credits']])
  // a draft of the payer for a vendor is of nobody's firm
  const own = await world.draft('-10', { credits: { id: invoice }, vendorName: 'Registry' }, payer.caller)
  expect([own.statusCode, Object.keys(errorsIn(own))]).toEqual([400, ['credits']])
  const positive = await world.drafted('10', { credits: { id: invoice } })
  expect(errorsIn(await world.post(positive))).toEqual({
    credits: [expect.stringMatching(/^Only a negative total credits an invoice; this one is GBP 12\.00/)],
  })
  const waiting = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', number: 'W-1' })
  await world.post(waiting)
  const early = await world.drafted('-10', { credits: { id: waiting } })
  expect(errorsIn(await world.post(early))).toEqual({
    credits: ['Invoice W-1 is Posted: only an invoice that is Approved or Paid is credited.'],
  })
  const ofCredit = await world.posted('-10', { id: invoice })
  await world.approve(ofCredit)
  const chained = await world.drafted('-1', { credits: { id: ofCredit } })
  expect(errorsIn(await world.post(chained))).toEqual({
    credits: [expect.stringMatching(/is a credit note itself, or nothing of it was approved\.$/)],
  })
  expect(organisationId).toBeGreaterThan(0)
})

test('credits are never more than what was approved and is not credited yet, as in docs/money.md [I-203]', async () => {
  const invoice = await world.approved({ number: 'A-1' })
  const first = await world.posted('-50', { id: invoice })
  expect(await world.shown(invoice)).toMatchObject({
    credited: 0,
    creditNotes: [{ id: first, status: 'Posted', total: -60, approvedTotal: null }],
  })
  await world.approve(first)
  expect(await world.shown(invoice)).toMatchObject({ credited: 60, creditNotes: [{ approvedTotal: -60 }] })
  const tooMuch = await world.drafted('-50.01', { credits: { id: invoice } })
  expect(errorsIn(await world.post(tooMuch))).toEqual({
    credits: [
      'GBP 60.01 is more than what is left to credit of invoice A-1: GBP 60.00, as GBP 120.00 was approved and GBP 60.00 is credited.',
    ],
  })
  // what is declined is free again
  const second = await world.posted('-50', { id: invoice })
  await world.payer.caller.post(`/v2/invoices/${second}/decline`, { reason: 'Twice' })
  const third = await world.posted('-50', { id: invoice })
  expect((await world.post(second)).statusCode).toBe(400)
  // a credit that is approved in part leaves the rest
  expect((await world.approve(third, { fees: -20 })).statusCode).toBe(200)
  expect(await world.shown(invoice)).toMatchObject({ credited: 90 })
  await world.posted('-25', { id: invoice })
})

test('of credit notes that are posted at once none exceeds what is left; a voided one no longer counts [I-204]', async () => {
  const invoice = await world.approved()
  const drafts = await Promise.all(
    Array.from({ length: 5 }, () => world.drafted('-30', { credits: { id: invoice } })),
  )
  const codes = (await Promise.all(drafts.map(world.post))).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(3)
  expect(codes.filter((code) => code === 400)).toHaveLength(2)
  const standing = drafts.filter((_, index) => codes[index] === 200)
  const approvals = await Promise.all(standing.map((id) => world.approve(id)))
  expect(approvals.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await world.shown(invoice)).toMatchObject({ credited: 108 })
  const offered = await world.payer.caller.get(`/v2/invoices/${invoice}`)
  expect(offered.json()).toMatchObject({ can: { void: false } })
  const refused = await world.payer.caller.post(`/v2/invoices/${invoice}/void`)
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringMatching(/^This invoice is credited by C-/),
  ])
  await world.payer.caller.post(`/v2/invoices/${standing[0]}/void`)
  expect(await world.shown(invoice)).toMatchObject({ credited: 72 })
  const history = await world.lawyer.caller.get(`/v2/invoices/${invoice}/history`)
  expect(history.body).toContain('GBP 72')
})

test('lines of a credit note name the lines that they take back, and no more of each [I-205]', async () => {
  const invoice = await world.approved({ number: 'A-2' })
  const lines = (...all: readonly (readonly [string, number])[]) => ({
    credits: { id: invoice },
    lines: all.map(([unitPrice, creditsLine]) => creditLine(unitPrice, { creditsLine })),
  })
  const over = await world.drafted('-1', lines(['-30', 2], ['-10.01', 2]))
  expect(errorsIn(await world.post(over))).toEqual({
    'lines[1].creditsLine': [
      'GBP 40.01 is more than what is left to credit of line 2 of invoice A-2: GBP 40.00.',
    ],
  })
  const unknown = await world.drafted('-1', lines(['-1', 3]))
  expect(errorsIn(await world.post(unknown))).toEqual({
    'lines[0].creditsLine': ['Invoice A-2 has no line 3.'],
  })
  const id = await world.drafted('-1', lines(['-30', 2], ['-10', 1]))
  expect((await world.post(id)).statusCode).toBe(200)
  expect(await world.shown(id)).toMatchObject({ lines: [{ creditsLine: 2 }, { creditsLine: 1 }] })
  const again = await world.drafted('-1', lines(['-10.01', 2]))
  expect(Object.keys(errorsIn(await world.post(again)))).toEqual(['lines[0].creditsLine'])
  for (const creditsLine of [0, 1.5, 'x', 1e9]) {
    const refused = await world.draft('-1', {
      credits: { id: invoice },
      lines: [creditLine('-1', { creditsLine })],
    })
    expect([refused.statusCode, JSON.stringify(errorsIn(refused))]).toEqual([
      400,
      expect.stringContaining('creditsLine'),
    ])
  }
  const untied = await world.draft('-1', { lines: [creditLine('-1', { creditsLine: 1 })] })
  expect([untied.statusCode, Object.keys(errorsIn(untied))]).toEqual([400, ['lines[0].creditsLine']])
})
