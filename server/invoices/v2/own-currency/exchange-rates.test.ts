// Rates of exchange: entering, correcting and removing them, reading them from a CSV, and who may.
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import { createInvoiceWorld, type InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
const path = '/v2/exchangeRates'
let world: InvoiceWorld
let admin: Caller
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  const { organisationId } = world
  admin = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  await admin.patch('/v2/financialSettings', { currency: 'NZD' })
})

const errorsOf = (answer: Awaited<ReturnType<Caller['get']>>) => answer.json<{ errors: object }>().errors
const list = async (query = '') =>
  (await admin.get(`${path}?$orderby=Currency,From${query}`)).json<{ items: object[] }>().items
async function enter(more: object = {}): Promise<number> {
  const answer = await admin.post(path, { currency: 'GBP', from: '2026-02-01', rate: 2.2415, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const history = async () =>
  (
    await parts.app.database.pool.query<{ name: string; facts: object }>(
      `select name, facts from events where organisation_id = $1 and name like 'exchangeRate.%' order by id`,
      [world.organisationId],
    )
  ).rows

describe('rates that are kept', () => {
  test('a rate is entered, shown with who entered it, and listed by filter [I-170]', async () => {
    const id = await enter()
    await enter({ currency: 'jpy', rate: 0.0112345678 })
    expect(await list()).toMatchObject([
      { id, currency: 'GBP', ownCurrency: 'NZD', from: '2026-02-01', rate: 2.2415, source: 'Entered' },
      { currency: 'JPY', rate: 0.0112345678, used: false, version: 1, fileName: null },
    ])
    expect(await list(`&$filter=Currency eq 'JPY' and From ge 2026-01-01`)).toHaveLength(1)
    expect((await admin.get(`${path}/${id}`)).json()).toMatchObject({
      versions: [{ version: 1, rate: 2.2415 }],
    })
  })

  test.each([
    [{ currency: 'XXQ' }, 'currency'],
    [{ currency: 'NZD' }, 'currency'],
    [{ from: '2026-02-30' }, 'from'],
    [{ rate: 0 }, 'rate'],
    [{ rate: -1 }, 'rate'],
    [{ rate: 1e-11 }, 'rate'],
    [{ rate: 12345678901 }, 'rate'],
    [{ rate: 'a lot' }, 'rate'],
    [{ ownCurrency: 'EUR' }, 'ownCurrency'],
  ])('%j is refused by name [I-170]', async (wrong, name) => {
    const answer = await admin.post(path, { currency: 'GBP', from: '2026-02-01', rate: 2.2415, ...wrong })
    expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([400, [name]])
    expect(await list()).toEqual([])
  })

  test('a day has one rate of a currency, also of many entered at once [I-170]', async () => {
    const all = await Promise.all(
      [1, 2, 3].map((rate) => admin.post(path, { currency: 'GBP', from: '2026-02-01', rate })),
    )
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400])
    expect(await list()).toHaveLength(1)
  })

  test('a correction needs a reason, and every version stays [I-171]', async () => {
    const id = await enter()
    const bare = await admin.patch(`${path}/${id}`, { rate: 2.2451 })
    expect([bare.statusCode, Object.keys(errorsOf(bare))]).toEqual([400, ['reason']])
    const corrected = await admin.patch(`${path}/${id}`, { rate: 2.2451, reason: 'Digits swapped' })
    expect(corrected.statusCode, corrected.body).toBe(204)
    expect((await admin.get(`${path}/${id}`)).json()).toMatchObject({
      rate: 2.2451,
      version: 2,
      versions: [
        { version: 2, rate: 2.2451, reason: 'Digits swapped' },
        { version: 1, rate: 2.2415, reason: null },
      ],
    })
    const old = await admin.patch(
      `${path}/${id}`,
      { rate: 3, reason: 'Again' },
      { headers: { 'if-match': '"1"' } },
    )
    expect(old.statusCode).toBe(412)
    expect((await history()).map(({ name }) => name)).toEqual([
      'exchangeRate.created',
      'exchangeRate.updated',
    ])
    expect((await history())[1]?.facts).toMatchObject({
      reason: 'Digits swapped',
      changes: { exchangeRate: { from: '2.2415', to: '2.2451' } },
    })
  })

  test('one that no invoice has is removed, and the history tells it [I-171]', async () => {
    const id = await enter()
    expect((await admin.delete(`${path}/${id}`)).statusCode).toBe(204)
    expect(await list()).toEqual([])
    expect((await admin.get(`${path}/${id}`)).statusCode).toBe(404)
    expect((await history())[1]).toMatchObject({
      name: 'exchangeRate.deleted',
      facts: { exchangeRate: '2.2415' },
    })
    await enter()
  })

  test('the financial settings say which day chooses, and how long a rate is good [I-170]', async () => {
    expect((await admin.get('/v2/financialSettings')).json()).toMatchObject({
      exchangeRateDay: 'None',
      exchangeRateMaxAge: 31,
    })
    const set = await admin.patch('/v2/financialSettings', {
      exchangeRateDay: 'invoicedate',
      exchangeRateMaxAge: 0,
    })
    expect(set.statusCode, set.body).toBe(204)
    expect((await admin.get('/v2/financialSettings')).json()).toMatchObject({
      exchangeRateDay: 'InvoiceDate',
    })
    for (const wrong of [
      { exchangeRateDay: 'Yesterday' },
      { exchangeRateMaxAge: 367 },
      { exchangeRateMaxAge: 1.5 },
    ]) {
      const answer = await admin.patch('/v2/financialSettings', wrong)
      expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([400, Object.keys(wrong)])
    }
  })
})

describe('a CSV', () => {
  const send = (file: string, query = '') =>
    admin.post(`${path}/imports?fileName=march.csv${query}`, file, {
      headers: { 'content-type': 'text/csv' },
    })

  test('is checked first, taken as a whole, and changes nothing when it is sent again [I-172]', async () => {
    const file = 'currency,date,rate\ngbp,2026-02-01,2.2415\nEUR,2026-02-01,1.85\n\nJPY,2026-02-01,0.0112'
    const report = { valid: true, added: 3, corrected: 0, unchanged: 0, problems: [] }
    expect((await send(file, '&checkOnly=true')).json()).toEqual(report)
    expect(await list()).toEqual([])
    expect((await send(file)).json()).toEqual(report)
    expect(await list()).toMatchObject([
      { currency: 'EUR', rate: 1.85, source: 'Imported', fileName: 'march.csv' },
      { currency: 'GBP', rate: 2.2415 },
      { currency: 'JPY', rate: 0.0112 },
    ])
    expect((await send(file)).json()).toEqual({ ...report, added: 0, unchanged: 3 })
    expect(await history()).toMatchObject([
      { name: 'exchangeRate.imported', facts: { count: 3, fileName: 'march.csv' } },
    ])
  })

  test('every mistake is named by row and column with what would be right, and nothing is written [I-172]', async () => {
    await enter({ currency: 'EUR', rate: 1.85 })
    const file = `Rate;Date;Currency
2,2415;2026-02-01;GBP
2.2415;1.2.2026;GBP
0;2026-02-02;XXQ
1;2026-02-02;NZD
2.25;2026-02-03;GBP
2.26;2026-02-03;gbp
1.86;2026-02-01;EUR`
    const report = (await send(file, '&checkOnly=true')).json<{ problems: object[]; valid: boolean }>()
    expect(report).toMatchObject({ valid: false, added: 1, corrected: 0 })
    expect(report.problems).toEqual([
      { row: 2, column: 'Rate', message: expect.stringContaining('such as 1.0842') },
      { row: 3, column: 'Date', message: 'must be a day such as 2026-05-06.' },
      { row: 4, column: 'Currency', message: 'must be a currency such as EUR (ISO 4217).' },
      { row: 4, column: 'Rate', message: expect.stringContaining('more than 0') },
      { row: 5, column: 'Currency', message: 'must be another currency: NZD is your own.' },
      { row: 7, column: null, message: 'is for the same currency and day as row 6.' },
      { row: 8, column: 'Rate', message: expect.stringContaining('is kept as 1.85') },
    ])
    const refused = await send(file)
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(errorsOf(refused))).toContain('rows[3].Date')
    expect(await list()).toMatchObject([{ currency: 'EUR', rate: 1.85, version: 1 }])
  })

  test('corrects what is kept where that is asked for, and the versions stay [I-172]', async () => {
    const id = await enter()
    const answer = await send('Currency,Date,Rate\nGBP,2026-02-01,2.25', '&correct=true')
    expect(answer.json()).toMatchObject({ added: 0, corrected: 1 })
    expect((await admin.get(`${path}/${id}`)).json()).toMatchObject({
      rate: 2.25,
      source: 'Imported',
      versions: [
        { rate: 2.25, fileName: 'march.csv' },
        { rate: 2.2415, source: 'Entered' },
      ],
    })
  })

  test.each([
    'no rates at all',
    'currency,date,rate',
    'currency,rate\nGBP,2',
    `currency,date,rate\n${'GBP,2026-02-01,2\n'.repeat(10_001)}`,
    `currency,date,rate\n${'x'.repeat(5_000)},2026-02-01,2`,
  ])('a file that is no list of rates is refused [I-172]', async (file) => {
    const answer = await send(file)
    expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([400, ['file']])
  })

  test('of ten thousand rates is taken at once, one that is too large is refused [I-172]', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => {
      const day = new Date(Date.UTC(2000, 0, 1 + Math.floor(index / 4))).toISOString().slice(0, 10)
      return `${['EUR', 'GBP', 'JPY', 'USD'][index % 4]},${day},1.${index}`
    })
    expect((await send(['Currency,Date,Rate', ...rows].join('\n'))).json()).toMatchObject({ added: 10_000 })
    expect((await send(`Currency,Date,Rate\n${' '.repeat(1024 * 1024)}`)).statusCode).toBe(413)
  })
})

describe('access', () => {
  test('the legal department reads, administrators change, law firms get nothing [I-173]', async () => {
    const id = await enter()
    const body = { currency: 'EUR', from: '2026-02-01', rate: 1.85 }
    expect((await world.payer.caller.get(path)).json()).toMatchObject({ items: [{ id }] })
    expect((await world.payer.caller.post(path, body)).statusCode).toBe(403)
    expect((await world.payer.caller.delete(`${path}/${id}`)).statusCode).toBe(403)
    expect((await world.member.caller.get(path)).statusCode).toBe(403)
    const { firmId } = world
    const firmAdmin = await createUser(parts.app, { organisationId: firmId, role: 'Administrator' })
    for (const caller of [world.lawyer.caller, await callerFor(parts, firmAdmin)]) {
      expect((await caller.get(path)).statusCode).toBe(403)
      expect((await caller.get(`${path}/${id}`)).statusCode).toBe(403)
      expect((await caller.post(path, body)).statusCode).toBe(403)
    }
    expect(await list()).toMatchObject([{ rate: 2.2415, version: 1 }])
  })
})
