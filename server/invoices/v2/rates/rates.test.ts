// Agreed rates: set, ended, corrected, withdrawn; shown beside the lines of invoices; who sees them.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../../../test/http.ts'
import { createFirm, createUser } from '../../../../test/factories.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
const path = '/v2/agreedRates'
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const values = (more: object = {}) => ({
  firm: { id: world.firmId },
  timekeeper: { number: '14', name: 'Ruth Calder' },
  currency: 'GBP',
  rate: 400,
  from: '2026-01-01',
  ...more,
})
const agree = async (more: object = {}) => {
  const answer = await world.payer.caller.post(path, values(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const errorsOf = (answer: Awaited<ReturnType<Caller['get']>>) =>
  Object.keys(answer.json<{ errors: object }>().errors)

const line = { kind: 'Fee', description: 'Advice', quantity: '2', unitPrice: '430', taxRate: '20' } as const
const ruth = { timekeeperNumber: '14', timekeeper: 'Ruth Calder', timekeeperClass: 'PARTNR' }

async function posted(lines: readonly object[] = [{ ...line, ...ruth, workDate: '2026-05-06' }]) {
  const { lawyer, matterId } = world
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines: lines as never })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  return `/v2/invoices/${id}`
}
const ratesOf = async (invoice: string, caller = world.payer.caller) =>
  (await caller.get(invoice))
    .json<{ lines: { agreedRate: number | null }[] }>()
    .lines.map(({ agreedRate }) => agreedRate)

describe('setting rates', () => {
  test('a rate is agreed, and shown with who agreed it, also to the firm [I-122]', async () => {
    const id = await agree({ reason: 'Panel of 2026' })
    const shown = (await world.payer.caller.get(`${path}/${id}`)).json<object>()
    expect(shown).toMatchObject({
      id,
      customer: { id: world.organisationId },
      firm: { id: world.firmId },
      matter: null,
      timekeeper: { number: '14', name: 'Ruth Calder' },
      timekeeperClass: null,
      currency: 'GBP',
      rate: 400,
      from: '2026-01-01',
      to: null,
      withdrawn: false,
      version: 1,
      set: { user: { id: world.payer.user.id } },
      versions: [{ version: 1, rate: 400, reason: 'Panel of 2026', proposal: null }],
    })
    const { items } = (await world.lawyer.caller.get(`${path}?$filter=Rate gt 300`)).json<{
      items: object[]
    }>()
    expect(items).toMatchObject([{ id, rate: 400 }])
  })

  test.each([
    [{ rate: 0 }, 'rate'],
    [{ rate: -5 }, 'rate'],
    [{ rate: 1.00005 }, 'rate'],
    [{ rate: 'much' }, 'rate'],
    [{ currency: 'XXQ' }, 'currency'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2025-12-31' }, 'to'],
    [{ firm: { id: 2_147_483_647 } }, 'firm'],
    [{ timekeeper: { name: 'Ruth' } }, 'timekeeper.number'],
    [{ timekeeper: { number: 'x'.repeat(101) } }, 'timekeeper.number'],
    [{ timekeeper: 'Ruth' }, 'timekeeper'],
    [{ class: 'PARTNR' }, 'class'],
  ])('%j is refused by name [I-122]', async (wrong, name) => {
    const answer = await world.payer.caller.post(path, values(wrong))
    expect([answer.statusCode, errorsOf(answer)]).toEqual([400, [name]])
  })

  test('rates for the same work do not overlap, also at the same moment; an earlier one can be ended [I-122]', async () => {
    const first = await agree()
    const again = await world.payer.caller.post(path, values({ from: '2026-07-01', rate: 430 }))
    expect([again.statusCode, errorsOf(again)]).toEqual([400, ['from']])
    expect(again.body).toContain('End that one by 2026-06-30')
    await agree({ from: '2026-07-01', rate: 430, endEarlier: true })
    expect((await world.payer.caller.get(`${path}/${first}`)).json()).toMatchObject({
      to: '2026-06-30',
      version: 2,
    })
    // other work
    await agree({ timekeeperClass: 'PARTNR' })
    await agree({ currency: 'EUR' })
    const both = await Promise.all(
      [1, 2].map((rate) => world.payer.caller.post(path, values({ timekeeper: { number: '20' }, rate }))),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400])
  })

  test('the database refuses an overlap as well [I-122]', async () => {
    await agree()
    await expect(
      parts.app.database.pool.query(`insert into agreed_rates (organisation_id, provider_id, number_key, name_key,
        class_key, currency, rate, starts_on, set_by, set_at) select organisation_id, provider_id, number_key, name_key,
        class_key, currency, 1, '2027-01-01', set_by, set_at from agreed_rates`),
    ).rejects.toThrow('agreed_rates_once')
  })

  test('a rate is ended, corrected with a reason and withdrawn; every version stays [I-123]', async () => {
    const { caller } = world.payer
    const id = await agree()
    const at = `${path}/${id}`
    const noReason = await caller.patch(at, { rate: 390 })
    expect([noReason.statusCode, errorsOf(noReason)]).toEqual([400, ['reason']])
    const options = { headers: { 'if-match': '"1"' } }
    expect((await caller.patch(at, { rate: 390, reason: 'As in the letter' }, options)).statusCode).toBe(204)
    expect((await caller.patch(at, { to: '2026-12-31' }, options)).statusCode).toBe(412)
    expect((await caller.patch(at, { to: '2026-12-31' })).statusCode).toBe(204)
    expect((await caller.patch(at, { to: '2026-12-31' })).statusCode).toBe(204)
    expect((await caller.post(`${at}/withdraw`, {})).statusCode).toBe(400)
    expect((await caller.post(`${at}/withdraw`, { reason: 'Wrong firm' })).statusCode).toBe(204)
    expect((await caller.post(`${at}/withdraw`, { reason: 'Wrong firm' })).statusCode).toBe(409)
    expect((await caller.patch(at, { rate: 1, reason: 'No' })).statusCode).toBe(409)
    expect((await caller.get(at)).json()).toMatchObject({
      withdrawn: true,
      versions: [
        { version: 4, withdrawn: true, reason: 'Wrong firm' },
        { version: 3, rate: 390, to: '2026-12-31', reason: null },
        { version: 2, rate: 390, to: null, reason: 'As in the letter' },
        { version: 1, rate: 400 },
      ],
    })
    // its days are free again
    await agree()
  })
})

describe('the lines of an invoice', () => {
  test('show what is agreed to both sides; lines above are reduced in one call [I-125]', async () => {
    await agree()
    await agree({ timekeeper: null, timekeeperClass: 'ASSOC', rate: 250 })
    const invoice = await posted([
      { ...line, ...ruth, workDate: '2026-05-06' },
      { ...line, ...ruth, workDate: '2025-05-06' },
      { ...line, timekeeperNumber: '20', timekeeperClass: 'assoc', unitPrice: '240' },
      { ...line, timekeeperNumber: '21', timekeeperClass: 'assoc', unitPrice: '300', adjustment: '-120' },
      { ...line, kind: 'Disbursement' },
    ])
    const expected = [400, null, 250, 250, null]
    expect(await ratesOf(invoice)).toEqual(expected)
    expect(await ratesOf(invoice, world.lawyer.caller)).toEqual(expected)
    const { caller } = world.payer
    expect((await world.lawyer.caller.post(`${invoice}/review/rates`)).statusCode).toBe(403)
    const reduced = await caller.post(`${invoice}/review/rates`)
    expect(reduced.statusCode, reduced.body).toBe(200)
    expect(reduced.json()).toMatchObject({
      status: 'InReview',
      lines: [
        {
          approvedAmount: 800,
          approvedTax: 160,
          review: { decision: 'Reduced', reason: 'Rate', approvedUnitPrice: 400 },
        },
        { review: null },
        { review: null },
        { approvedAmount: 380, review: { approvedUnitPrice: 250 } },
        { review: null },
      ],
    })
    expect((await caller.post(`${invoice}/review/rates`)).statusCode).toBe(409)
  })

  test('a decision that was made stays [I-125]', async () => {
    await agree()
    const invoice = await posted()
    const { caller } = world.payer
    await caller.post(`${invoice}/review/lines`, { lines: [{ number: 1, decision: 'Accepted' }] })
    expect((await caller.post(`${invoice}/review/rates`)).statusCode).toBe(409)
    expect((await caller.get(invoice)).json()).toMatchObject({
      lines: [{ review: { decision: 'Accepted' } }],
    })
  })

  test('an approved invoice keeps what was agreed then [I-124]', async () => {
    const id = await agree()
    const [approved, open] = [await posted(), await posted()]
    await world.payer.caller.post(`${approved}/approve`)
    await world.payer.caller.patch(`${path}/${id}`, { rate: 350, reason: 'As in the letter' })
    expect([await ratesOf(approved), await ratesOf(open)]).toEqual([[400], [350]])
    await world.payer.caller.post(`${path}/${id}/withdraw`, { reason: 'Wrong person' })
    expect([await ratesOf(approved), await ratesOf(open)]).toEqual([[400], [null]])
  })

  test('a rate for the matter goes before one for all [I-120]', async () => {
    await agree()
    await agree({ timekeeper: null, matter: { id: world.matterId }, rate: 380 })
    expect(await ratesOf(await posted())).toEqual([380])
  })

  test('an invoice of thousands of lines is answered in one statement [I-121]', async () => {
    const { organisationId, firmId, payer } = world
    await parts.app.database.pool.query(
      `insert into agreed_rates (organisation_id, provider_id, timekeeper_number, number_key, name_key, class_key,
        currency, rate, starts_on, set_by, set_at)
        select $1, $2, n::text, n::text, '', '', 'GBP', 100 + n, '2026-01-01', $3, now() from generate_series(1, 5000) n`,
      [organisationId, firmId, payer.user.id],
    )
    const invoice = await posted(
      Array.from({ length: 5_000 }, (_, index) => ({ ...line, timekeeperNumber: String(index + 1) })),
    )
    const rates = await ratesOf(invoice)
    expect([rates.length, rates[0], rates[4_999]]).toEqual([5_000, 101, 5_100])
  })
})

describe('who sees rates', () => {
  const otherFirm = async () => {
    const { app } = parts
    const { id } = await createFirm(app, world.organisationId)
    const lawyer = await createUser(app, { organisationId: id, role: 'MatterManager' })
    // on the same matter
    await insertMatter(app, { owner: world.payer.user, members: [lawyer] })
    return { id, caller: await callerFor(parts, lawyer) }
  }

  test('a firm sees its own only, and changes none [I-137]', async () => {
    const { lawyer } = world
    const other = await otherFirm()
    const own = await agree()
    const theirs = await agree({ firm: { id: other.id }, rate: 777 })
    for (const [caller, seen, hidden] of [
      [lawyer.caller, own, theirs],
      [other.caller, theirs, own],
    ] as const) {
      const { items } = (await caller.get(path)).json<{ items: { id: number }[] }>()
      expect(items.map(({ id }) => id)).toEqual([seen])
      const filtered = await caller.get(`${path}?$filter=Rate eq ${hidden === theirs ? 777 : 400}`)
      expect(filtered.json()).toMatchObject({ items: [] })
      expect((await caller.get(`${path}/${seen}`)).statusCode).toBe(200)
      expect((await caller.get(`${path}/${hidden}`)).statusCode).toBe(404)
      expect((await caller.get(`${path}/export?$filter=Id eq ${hidden}`)).body).not.toContain('GBP')
    }
    expect((await lawyer.caller.post(path, values())).statusCode).toBe(403)
    expect((await lawyer.caller.patch(`${path}/${own}`, { rate: 900, reason: 'More' })).statusCode).toBe(403)
    expect((await lawyer.caller.post(`${path}/${own}/withdraw`, { reason: 'x' })).statusCode).toBe(403)
    const file = 'Currency,Rate,From\nGBP,900,2026-01-01'
    const headers = { 'content-type': 'text/csv' }
    const sent = await lawyer.caller.post(`${path}/imports?firmId=${world.firmId}`, file, { headers })
    expect(sent.statusCode).toBe(403)
    await parts.app.database.pool.query('delete from organisation_links where provider_id = $1', [other.id])
    expect((await other.caller.get(path)).json()).toMatchObject({ items: [] })
  })

  test('nobody does without the permission, nor of another organisation [I-137]', async () => {
    const id = await agree()
    expect((await world.member.caller.get(path)).statusCode).toBe(403)
    expect((await world.member.caller.get(`${path}/${id}`)).statusCode).toBe(403)
    expect((await world.member.caller.post(path, values())).statusCode).toBe(403)
    const { payer } = await createInvoiceWorld(parts)
    expect((await payer.caller.get(path)).json()).toMatchObject({ items: [] })
    expect((await payer.caller.get(`${path}/${id}`)).statusCode).toBe(404)
    const stolen = await payer.caller.post(path, values({ firm: { id: world.firmId } }))
    expect([stolen.statusCode, errorsOf(stolen)]).toEqual([400, ['firm']])
  })

  test('a rate for a matter is for those who see the matter [I-138]', async () => {
    const { app } = parts
    const id = await agree({ matter: { id: world.matterId }, timekeeper: null })
    const colleague = await createUser(app, {
      organisationId: world.organisationId,
      role: 'Standard',
      permissions: ['ManageInvoices'],
    })
    const caller = await callerFor(parts, colleague)
    expect((await caller.get(path)).json()).toMatchObject({ items: [] })
    expect((await caller.get(`${path}/${id}`)).statusCode).toBe(404)
    expect((await caller.patch(`${path}/${id}`, { rate: 1, reason: 'x' })).statusCode).toBe(404)
    expect((await caller.post(path, values({ matter: { id: world.matterId } }))).statusCode).toBe(404)
    expect((await world.lawyer.caller.get(`${path}/${id}`)).statusCode).toBe(200)
  })
})
