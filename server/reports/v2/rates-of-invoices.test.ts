// What an hour costs, from invoices and from their lines: the same for every reader and status; and that invoices keep
// the hours of their fee lines whatever writes lines.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledes1998B, rows1998B } from '../../../test/documents/ledes.ts'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { createCreditWorld } from '../../../test/fixtures/credits.ts'
import { keptHours } from '../../../test/fixtures/fee-hours.ts'
import { generateSpend } from '../../../test/fixtures/generated-spend.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { createOwnCurrencyWorld, type OwnCurrencyWorld } from '../../../test/fixtures/own-currency.ts'
import type { Caller } from '../../../test/http.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { testSeed } from '../../../test/chance.ts'

const parts = useTestApp()

interface Figures {
  readonly groups: readonly {
    readonly keys: readonly { readonly label: string }[]
    readonly currency: string | null
    readonly values: readonly (number | null)[]
  }[]
  readonly totals: readonly {
    readonly currency: string | null
    readonly values: readonly (number | null)[]
  }[]
  readonly missingRates: readonly { readonly currency: string; readonly invoices: number }[]
  readonly complete: boolean
}

const measures = 'blendedRate,approvedRate,hours'

async function figures(caller: Caller, query: Record<string, string>): Promise<Figures> {
  const asked = new URLSearchParams({ measures, top: '1000', ...query })
  const answer = await caller.get(`/v2/reports/figures?${asked.toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

const ofInvoices = (caller: Caller, query: Record<string, string>) =>
  figures(caller, { list: 'invoices', ...query })
const ofLines = (caller: Caller, query: Record<string, string>) =>
  figures(caller, { list: 'invoiceLines', filter: "Kind eq 'Fee'", ...query })

const totalsOf = ({ totals }: Figures) => totals.map(({ currency, values }) => [currency, values])

describe('generated invoices', () => {
  let organisationId: number
  let readers: Readonly<Record<'all' | 'team', Caller>>

  beforeAll(async () => {
    const { app } = parts
    organisationId = (await createOrganisation(app)).id
    const all = await createUser(app, { organisationId, permissions: ['SeeAllSpend'] })
    const team = await createUser(app, { organisationId })
    const admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
    const settings = { currency: 'NZD', exchangeRateDay: 'InvoiceDate', exchangeRateMaxAge: 366 }
    expect((await admin.patch('/v2/financialSettings', settings)).statusCode).toBe(204)
    const teamIds = [await createTeam(app, { organisationId, name: 'Disputes', members: [team] })]
    const categoryIds = [await insertCategory(app, organisationId), await insertCategory(app, organisationId)]
    const size = { seed: testSeed, firms: 6, matters: 30, invoices: repetitions(200, 2_000), linesEach: 6 }
    await generateSpend(app, { organisationId, owners: [all.id, team.id], categoryIds, teamIds }, size)
    await recountAll(app)
    for (const [currency, rate] of [
      ['EUR', 1.8123],
      ['USD', 1.6547],
      ['JPY', 0.0112],
    ] as const) {
      for (const year of [2024, 2025, 2026]) {
        const sent = await admin.post('/v2/exchangeRates', { currency, from: `${year}-01-01`, rate })
        expect(sent.statusCode, sent.body).toBe(201)
      }
    }
    const apply = async () =>
      (await admin.post('/v2/exchangeRates/missing/apply')).json<{ applied: number }>()
    while ((await apply()).applied > 0);
    readers = { all: await callerFor(parts, all), team: await callerFor(parts, team) }
  })

  test.each(['firm', 'matterType', 'invoiceDate/Month', 'currency'])(
    'by %s, hours and rates are those of the lines, for everybody [K-86]',
    async (by) => {
      for (const who of ['all', 'team'] as const) {
        const [invoices, lines] = [
          await ofInvoices(readers[who], { by }),
          await ofLines(readers[who], { by }),
        ]
        const shown = ({ groups }: Figures) =>
          groups
            .map(({ keys, currency, values }) => `${keys[0]?.label} ${currency} ${values.join(' ')}`)
            .toSorted()
        expect(invoices.groups.length).toBeGreaterThan(0)
        expect(shown(invoices), `${who}, seed ${testSeed}`).toEqual(shown(lines))
        expect(totalsOf(invoices), `${who}, seed ${testSeed}`).toEqual(totalsOf(lines))
      }
    },
  )

  // lines are rounded one by one, the fees of an invoice once
  test('in the own currency rates are those of the lines but for their rounding [K-87]', async () => {
    const query = { by: 'firm', ownCurrency: 'true' }
    const [invoices, lines] = [await ofInvoices(readers.all, query), await ofLines(readers.all, query)]
    expect([invoices.complete, invoices.groups.length]).toEqual([true, lines.groups.length])
    const byFirm = new Map(lines.groups.map(({ keys, values }) => [keys[0]?.label, values]))
    for (const { keys, values } of [
      ...invoices.groups,
      ...invoices.totals.map((of) => ({ ...of, keys: [] })),
    ]) {
      const [label] = keys.map((key) => key.label)
      const expected = (label === undefined ? lines.totals[0]?.values : byFirm.get(label)) ?? []
      values.forEach((value, at) =>
        expect(Math.abs((value ?? 0) - (expected[at] ?? 0)), `${label}, seed ${testSeed}`).toBeLessThan(
          0.0101,
        ),
      )
    }
  })

  test('where hours are not kept those of the lines count, until the migration keeps them [K-86]', async () => {
    const before = await ofInvoices(readers.all, { by: 'firm' })
    const { app } = parts
    expect((await keptHours(app, organisationId)).wrong).toEqual([])
    await sql`update invoices set fee_hours = null where organisation_id = ${organisationId}`.execute(
      app.database.kysely,
    )
    expect(await ofInvoices(readers.all, { by: 'firm' })).toEqual(before)
    const file = new URL('../../../migrations/0525-hours-of-invoices.sql', import.meta.url)
    const source = await readFile(file, 'utf8')
    await app.database.pool.query(source.slice(source.indexOf('update invoices')))
    const { rows } = await sql<{ status: string }>`select distinct status from invoices
      where organisation_id = ${organisationId} and fee_hours is null`.execute(app.database.kysely)
    expect(rows).toEqual([{ status: 'Draft' }])
    const { wrong } = await keptHours(app, organisationId)
    expect(wrong.filter(({ kept }) => kept !== null)).toEqual([])
    expect(await ofInvoices(readers.all, { by: 'firm' })).toEqual(before)
  })
})

test('an invoice of expenses alone, hours without a price, and fees without hours have the rate that is right [K-86]', async () => {
  const { organisationId, lawyer, payer, matterId } = await createInvoiceWorld(parts)
  const bill = async (lines: Parameters<typeof draftInvoice>[3]) => {
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', ...lines })
    return moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  }
  await bill({ lines: [{ kind: 'Disbursement', description: 'Search', quantity: '3', unitPrice: '20' }] })
  expect((await ofInvoices(payer.caller, { by: 'firm' })).groups).toEqual([])
  await bill({ lines: [{ kind: 'Fee', description: 'Without charge', quantity: '2', unitPrice: '0' }] })
  const fixed = await bill({
    lines: [
      { kind: 'Fee', description: 'Fixed', quantity: '0', unitPrice: '0', adjustment: '300' },
      { kind: 'Fee', description: 'Adjusted', quantity: '4', unitPrice: '100', adjustment: '-40.50' },
    ],
  })
  expect((await payer.caller.post(`/v2/invoices/${fixed}/approve`, { fees: 600 })).statusCode).toBe(200)
  // 0 + 300 + 359.50 in 6 hours; 600 of 4 hours
  expect(totalsOf(await ofInvoices(payer.caller, {}))).toEqual([['GBP', [109.92, 150, 6]]])
  expect(totalsOf(await ofLines(payer.caller, {}))).toEqual([['GBP', [109.92, 150, 6]]])
  expect((await keptHours(parts.app, organisationId)).wrong).toEqual([])
})

describe('whatever writes lines, an invoice keeps their hours [K-86]', () => {
  test('a draft, its new lines, its posting and approval, which lists show', async () => {
    const { organisationId, lawyer, payer, matterId } = await createInvoiceWorld(parts)
    const id = await draftInvoice(parts.app, lawyer.actor, matterId)
    expect(await keptHours(parts.app, organisationId)).toMatchObject({ wrong: [], hours: 2 })
    const lines = [
      { kind: 'Fee', description: 'More advice', quantity: 3.25, unitPrice: 100 },
      { kind: 'Fee', description: 'Advice', quantity: 0.5, unitPrice: 100 },
      { kind: 'OtherFee', description: 'Copies', quantity: 7, unitPrice: 1 },
    ]
    const changed = await lawyer.caller.patch(`/v2/invoices/${id}`, { lines })
    expect(changed.statusCode, changed.body).toBeLessThan(300)
    expect(await keptHours(parts.app, organisationId)).toMatchObject({ wrong: [], hours: 3.75 })
    const renamed = await lawyer.caller.patch(`/v2/invoices/${id}`, { description: 'May' })
    expect(renamed.statusCode, renamed.body).toBeLessThan(300)
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    expect((await payer.caller.post(`/v2/invoices/${id}/approve`)).statusCode).toBe(200)
    expect(await keptHours(parts.app, organisationId)).toMatchObject({ wrong: [], count: 1, hours: 3.75 })
    const other = await draftInvoice(parts.app, lawyer.actor, matterId)
    const listed = async (query: string) =>
      (await lawyer.caller.get(`/v2/invoices?${query}`)).json<{ items: { id: number; hours: number }[] }>()
        .items
    expect(await listed('$filter=Hours gt 3')).toMatchObject([{ id, hours: 3.75 }])
    const byHours = await listed('$orderby=Hours')
    expect(byHours.map(({ hours }) => hours)).toEqual([2, 3.75])
    const shown = await lawyer.caller.get(`/v2/invoices/${other}`)
    expect(shown.json()).toMatchObject({ hours: 2 })
    expect((await lawyer.caller.patch(`/v2/invoices/${other}`, { hours: 9 })).statusCode).toBe(204)
    expect(await keptHours(parts.app, organisationId)).toMatchObject({ wrong: [], hours: 5.75 })
  })

  test('a file, and a credit note', async () => {
    const { organisationId, matterId, lawyer, ...world } = await createCreditWorld(parts)
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('matters')
        .set({ reference: 'C-1', manager_reference: 'M-1' })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', matterId)
        .execute(),
    )
    const headers = { 'content-type': 'text/plain' }
    const made = await lawyer.caller.post('/v2/invoices/imports', ledes1998B(rows1998B()), { headers })
    expect(made.statusCode, made.body).toBe(201)
    const { count, hours, wrong } = await keptHours(parts.app, organisationId)
    expect([count, hours > 0, wrong]).toEqual([1, true, []])
    await world.posted('-40', { id: await world.approved() })
    expect(await keptHours(parts.app, organisationId)).toMatchObject({ wrong: [], count: 3 })
  })
})

describe('in the own currency', () => {
  let world: OwnCurrencyWorld
  beforeEach(async () => {
    world = await createOwnCurrencyWorld(parts)
  })
  const own = () => ofInvoices(world.payer(), { ownCurrency: 'true' })

  test('fees are converted at the frozen rate, or at the one that applies now [K-87]', async () => {
    await world.rate('2026-02-01', 2)
    const approved = await world.bill([['100']])
    await world.approve(approved, 90)
    await world.bill([['50']])
    await world.bill([['70']], { currency: 'NZD' })
    // 200 + 100 + 70 of three hours; 180 of one
    expect((await own()).totals).toMatchObject([{ values: [123.33, 180, 3] }])
  })

  test('an invoice with fees whose rate is missing blocks rates, not hours; one of expenses does not [K-87]', async () => {
    await world.bill([['70']], { currency: 'NZD' })
    const lines = [{ kind: 'Disbursement', description: 'Search', unitPrice: '20' }] as const
    await world.bill([], { currency: 'CHF', lines })
    expect((await own()).totals).toMatchObject([{ values: [70, null, 1] }])
    await world.bill([['7']], { currency: 'CHF' })
    const answer = await own()
    expect(answer.totals).toMatchObject([{ values: [null, null, 2] }])
    expect([answer.complete, answer.missingRates]).toMatchObject([false, [{ currency: 'CHF', invoices: 1 }]])
  })
})
