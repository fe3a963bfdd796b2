// Which rate applies to an invoice, what an approval freezes, missing rates, and that law firms see none of it.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOwnCurrencyWorld, type OwnCurrencyWorld } from '../../../../test/fixtures/own-currency.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: OwnCurrencyWorld

beforeEach(async () => {
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  world = await createOwnCurrencyWorld(parts)
})

describe('the rate that applies', () => {
  test('is the newest on or before the day of the invoice, not older than the settings say [I-175]', async () => {
    await world.rate('2026-01-20', 2.1)
    await world.rate('2026-02-21', 2.3)
    const id = await world.bill([['100']])
    expect((await world.shown(id)).ownCurrency).toMatchObject({ rate: 2.1, net: 210 })
    await world.set({ exchangeRateMaxAge: 30 })
    expect((await world.shown(id)).ownCurrency).toMatchObject({
      rate: null,
      net: null,
      total: null,
      missingRate: { currency: 'GBP', date: '2026-02-20' },
    })
    expect((await world.shown(id)).lines[0]?.ownCurrency).toBeNull()
    await world.rate('2026-02-20', 2.2)
    expect((await world.shown(id)).ownCurrency).toMatchObject({ rate: 2.2 })
    await world.set({ exchangeRateMaxAge: 0 })
    expect((await world.shown(id)).ownCurrency).toMatchObject({ rate: 2.2 })
  })

  test('is that of today until the approval, where the day of approval chooses [I-175]', async () => {
    await world.set({ exchangeRateDay: 'ApprovalDate' })
    await world.rate('2026-02-20', 2.2)
    await world.rate('2026-03-03', 2.4)
    const id = await world.bill([['100']])
    expect((await world.shown(id)).ownCurrency).toMatchObject({ rate: 2.2, frozen: false })
    // still the second of March in the world, the third in the organisation
    await world.signedInAt('2026-03-02T23:00:00Z')
    await parts.app.database.pool.query(
      `update organisations set time_zone = 'Pacific/Auckland' where id = $1`,
      [world.organisationId],
    )
    expect((await world.shown(id)).ownCurrency).toMatchObject({ rate: 2.4 })
    await world.approve(id)
    await world.rate('2026-03-05', 3)
    await world.signedInAt('2026-03-08T09:00:00Z')
    expect((await world.shown(id)).ownCurrency).toMatchObject({
      rate: 2.4,
      rateDate: '2026-03-03',
      frozen: true,
    })
  })

  test('is none where no rates are kept, or the invoice is in the own currency [I-175]', async () => {
    await world.rate('2026-02-20', 2.2)
    const [foreign, own] = [await world.bill([['100']]), await world.bill([['100']], { currency: 'NZD' })]
    expect((await world.shown(own)).ownCurrency).toBeNull()
    await world.set({ exchangeRateDay: 'None' })
    expect((await world.shown(foreign)).ownCurrency).toBeNull()
    await world.approve(foreign)
    await world.set({ exchangeRateDay: 'InvoiceDate' })
    expect((await world.shown(foreign)).ownCurrency).toMatchObject({ missingRate: { currency: 'GBP' } })
  })
})

describe('an approval', () => {
  test('freezes the rate and what each line comes to; a correction changes nothing of it [I-176]', async () => {
    const rateId = await world.rate('2026-02-01', 2.2415)
    const id = await world.bill([
      ['333.33', '20'],
      ['100', '20'],
    ])
    await world.approve(id, 400)
    const before = await world.shown(id)
    // 433.33 and 86.67 billed, 400.00 and 80.00 approved
    expect(before.ownCurrency).toMatchObject({
      frozen: true,
      net: 971.31,
      total: 1165.58,
      approvedNet: 896.6,
      approvedTotal: 1075.92,
    })
    const patched = await world.admin().patch(`/v2/exchangeRates/${rateId}`, { rate: 9, reason: 'Wrong' })
    expect(patched.statusCode).toBe(204)
    expect(await world.shown(id)).toEqual(before)
    const next = await world.bill([['100']])
    expect((await world.shown(next)).ownCurrency).toMatchObject({ rate: 9, net: 900 })
    expect((await world.admin().delete(`/v2/exchangeRates/${rateId}`)).statusCode).toBe(409)
    const paid = await world.payer().post(`/v2/invoices/${id}/pay`, {})
    expect(paid.statusCode).toBe(200)
    expect((await world.shown(id)).ownCurrency).toEqual(before.ownCurrency)
  })

  test('at the moment of a correction or a removal has one rate for all of its lines [I-176]', async () => {
    for (const change of ['correct', 'remove'] as const) {
      const rateId = await world.rate('2026-02-01', 2)
      const ids = await Promise.all([1, 2, 3, 4].map(() => world.bill([['100', '20'], ['50']])))
      const path = `/v2/exchangeRates/${rateId}`
      const [changed, ...approved] = await Promise.all([
        change === 'correct'
          ? world.admin().patch(path, { rate: 3, reason: 'Wrong' })
          : world.admin().delete(path),
        ...ids.map((id) => world.payer().post(`/v2/invoices/${id}/approve`, {})),
      ])
      expect(approved.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
      expect([204, 409]).toContain(changed.statusCode)
      for (const id of ids) {
        const { ownCurrency, lines } = await world.shown(id)
        const rate = ownCurrency?.rate ?? null
        expect([2, change === 'correct' ? 3 : null]).toContain(rate)
        if (rate === null) continue
        expect(ownCurrency).toMatchObject({ net: 150 * rate, total: 170 * rate })
        expect(lines.map((line) => line.ownCurrency?.amount)).toEqual([100 * rate, 50 * rate])
      }
      await parts.app.database.pool.query(
        `update exchange_rates set starts_on = $2 where id = $1`,
        // both may still be there
        [rateId, change === 'correct' ? '2020-01-01' : '2020-01-02'],
      )
    }
  })

  test('is not blocked by a missing rate, which can be applied later in one call [I-177]', async () => {
    const ids = [
      await world.bill([['100', '20']]),
      await world.bill([['50']]),
      await world.bill([['7']], { currency: 'CHF' }),
    ]
    for (const id of ids) await world.approve(id)
    const waiting = await world.bill([['1']])
    const missing = async () =>
      (await world.admin().get('/v2/exchangeRates/missing')).json<{ items: object[] }>().items
    expect(await missing()).toEqual([
      { currency: 'CHF', approved: 1, applicable: 0, waiting: 0 },
      { currency: 'GBP', approved: 2, applicable: 0, waiting: 1 },
    ])
    const filter = '$filter=OwnCurrency/MissingRate eq true&$orderby=Id'
    const listed = async (caller: Caller) =>
      (await caller.get(`/v2/invoices?${filter}`))
        .json<{ items: { id: number }[] }>()
        .items.map(({ id }) => id)
    expect(await listed(world.payer())).toEqual([...ids, waiting])
    await world.rate('2026-02-10', 2)
    // a rate alone changes no approved invoice
    expect((await world.shown(ids[0] ?? 0)).ownCurrency).toMatchObject({
      frozen: false,
      missingRate: { currency: 'GBP' },
    })
    expect(await listed(world.payer())).toEqual(ids)
    const applied = await world.admin().post('/v2/exchangeRates/missing/apply')
    expect(applied.json()).toEqual({
      applied: 2,
      missing: [{ currency: 'CHF', approved: 1, applicable: 0, waiting: 0 }],
    })
    expect((await world.shown(ids[0] ?? 0)).ownCurrency).toMatchObject({
      frozen: true,
      net: 200,
      approvedTotal: 240,
    })
    expect((await world.admin().post('/v2/exchangeRates/missing/apply')).json()).toMatchObject({ applied: 0 })
    const events = await parts.app.database.pool.query<{ facts: { invoices: string[] } }>(
      `select facts from events where organisation_id = $1 and name = 'exchangeRate.applied'`,
      [world.organisationId],
    )
    expect(events.rows.map(({ facts }) => facts.invoices.length)).toEqual([2])
    expect((await world.payer().post('/v2/exchangeRates/missing/apply')).statusCode).toBe(403)
  })
})

test('law firms see neither amounts in their client’s currency nor what is missing [I-173]', async () => {
  await world.rate('2026-02-01', 2.2415)
  const id = await world.bill([['100', '20']])
  await world.approve(id)
  await world.bill([['100']], { currency: 'CHF' })
  const { lawyer, payer, matterId } = world
  expect((await world.shown(id)).ownCurrency).toMatchObject({ total: 268.98 })
  const answers = await Promise.all(
    [
      `/v2/invoices/${id}`,
      '/v2/invoices',
      '/v2/invoices?$filter=OwnCurrency/MissingRate eq true',
      '/v2/invoiceLines',
      `/v2/matters/${matterId}/history`,
      `/invoice-apis/v1/invoices`,
    ].map((url) => lawyer.caller.get(url)),
  )
  const firm = answers.map(({ body }) => body).join('\n')
  expect(firm).not.toMatch(/2\.2415|268\.98|224\.15|"NZD"/)
  expect((await world.shown(id, lawyer.caller)).ownCurrency).toBeNull()
  expect((await world.shown(id, lawyer.caller)).lines[0]?.ownCurrency).toBeNull()
  const missing = '/v2/invoices?$filter=OwnCurrency/MissingRate eq true'
  expect((await lawyer.caller.get(missing)).json()).toMatchObject({ items: [] })
  expect((await payer().get(missing)).json()).toMatchObject({ items: [{ currency: 'CHF' }] })
  for (const url of ['/v2/exchangeRates/missing', '/v2/exchangeRates']) {
    expect((await lawyer.caller.get(url)).statusCode).toBe(403)
  }
})
