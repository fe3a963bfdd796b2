// Reports against the year before: compared with a plain evaluation, by the fiscal calendar, and in files.
import { beforeAll, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { generateSpend, type SpendInvoice } from '../../../test/fixtures/generated-spend.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { differenceOf, sumOf } from '../../platform/decimal.ts'
import { testSeed } from '../../../test/chance.ts'

const parts = useTestApp()

interface Group {
  readonly keys: readonly { readonly label: string; readonly value: string | null }[]
  readonly currency: string | null
  readonly values: readonly (number | null)[]
  readonly filter: string | null
  readonly lastYear: {
    readonly values: readonly (number | null)[]
    readonly changes: readonly (number | null)[]
    readonly percents: readonly (number | null)[]
    readonly share: number | null
    readonly filter: string | null
  } | null
}
interface Figures {
  readonly groups: readonly Group[]
  readonly totals: readonly Group[]
  readonly lastYear: { readonly from: string; readonly to: string } | null
  readonly sentence: string
}

async function figures(query: Record<string, string>, caller: Caller): Promise<Figures> {
  const answer = await caller.get(`/v2/reports/figures?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

let reader: Caller
let spend: readonly SpendInvoice[]
let world: InvoiceWorld
beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const boss = await createUser(app, {
    organisationId,
    permissions: ['SeeAllSpend'],
    groups: ['MatterAdministrators'],
  })
  reader = await callerFor(parts, boss)
  const categoryIds = [await insertCategory(app, organisationId, { name: 'Dispute' })]
  const size = { seed: testSeed, firms: 5, matters: 20, invoices: 300, linesEach: 4 }
  spend = await generateSpend(app, { organisationId, owners: [boss.id], categoryIds, teamIds: [] }, size)
  world = await createInvoiceWorld(parts)
  await recountAll(app)
})

/** What was billed by firm and currency within these days, added up line by line. */
function billed(from: string, to: string): ReadonlyMap<string, string> {
  const sums = new Map<string, string>()
  for (const { status, invoiceDate, firm, currency, lines } of spend) {
    if (status === 'Draft' || status === 'Void' || invoiceDate < from || invoiceDate >= to) continue
    const key = `${firm} ${currency}`
    sums.set(key, sumOf([sums.get(key) ?? '0', ...lines.map(({ amount }) => amount)]))
  }
  return sums
}

test('every figure of both years is what a plain evaluation gives, with difference and percent [K-53]', async () => {
  const query = { list: 'invoices', by: 'firm', measures: 'billed', top: '1000', compare: 'LastYear' }
  const range = 'invoiceDate/2025-01-01..2025-12-31'
  const answer = await figures({ ...query, range }, reader)
  expect(answer.lastYear).toEqual({ from: '2024-01-01', to: '2025-01-01' })
  expect(answer.sentence).toContain('compared with 1 Jan 2024 to 31 Dec 2024')
  const [now, before] = [billed('2025-01-01', '2026-01-01'), billed('2024-01-01', '2025-01-01')]
  const shown = answer.groups.filter(({ keys: [key] }) => key?.label !== 'Restricted')
  // restricted matters are one group, of which the firm is not known: they are in the totals
  const totalOf = (sums: ReadonlyMap<string, string>, currency: string | null) =>
    Number(sumOf([...sums].filter(([key]) => key.endsWith(` ${currency}`)).map(([, sum]) => sum)))
  for (const { currency, values, lastYear } of answer.totals) {
    expect(values[0] ?? 0, `${currency}, seed ${testSeed}`).toBe(totalOf(now, currency))
    expect(lastYear?.values[0] ?? 0, `${currency}, seed ${testSeed}`).toBe(totalOf(before, currency))
  }
  expect(shown.length).toBeGreaterThan(5)
  for (const { values, lastYear, currency } of [...shown, ...answer.totals]) {
    const [value, last] = [values[0] ?? null, lastYear?.values[0] ?? null]
    const change = Number(differenceOf(String(value ?? 0), String(last ?? 0)))
    expect(lastYear?.changes[0]).toBe(change)
    if (last === null || last === 0) expect(lastYear?.percents[0]).toBeNull()
    else expect(lastYear?.percents[0]).toBeCloseTo((100 * change) / Math.abs(last), 1)
    const total = answer.totals.find((each) => each.currency === currency)?.values[0]
    if (total) expect(lastYear?.share).toBeCloseTo((100 * (value ?? 0)) / total, 1)
  }
  // the same figures as two reports of one year each
  for (const [year, of] of [
    ['2025', (group: Group) => group.values],
    ['2024', (group: Group) => group.lastYear?.values ?? []],
  ] as const) {
    const { compare: _, ...plain } = query
    const one = await figures({ ...plain, range: `invoiceDate/${year}-01-01..${year}-12-31` }, reader)
    const named = (groups: readonly Group[], values: (group: Group) => readonly (number | null)[]) =>
      groups
        .map((group) => `${group.keys[0]?.label} ${group.currency} ${values(group)[0] ?? null}`)
        .filter((text) => !text.endsWith(' null'))
        .toSorted()
    expect(named(answer.groups, of)).toEqual(named(one.groups, ({ values }) => values))
  }
})

test('months stand beside those of the year before, and each has the filter of its own days [K-53]', async () => {
  const query = { list: 'invoices', by: 'invoiceDate/Month', measures: 'billed,count', compare: 'LastYear' }
  const answer = await figures({ ...query, range: 'invoiceDate/2025-01-01..2025-12-31' }, reader)
  expect(new Set(answer.groups.map(({ keys: [key] }) => key?.value?.slice(0, 4)))).toEqual(new Set(['2025']))
  const [first] = answer.groups.filter(({ lastYear }) => (lastYear?.values[1] ?? 0) > 0)
  const filter = first?.lastYear?.filter ?? ''
  expect(filter).toContain('2024')
  const listed = await reader.get(`/v2/invoices?$count=true&$top=1&$filter=${encodeURIComponent(filter)}`)
  expect(listed.statusCode, listed.body).toBe(200)
})

async function bill(invoiceDate: string, unitPrice: string): Promise<void> {
  const { lawyer, matterId } = world
  const lines = [{ kind: 'Fee' as const, description: 'Advice', quantity: '1', unitPrice }]
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', invoiceDate, lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
}

test('the fiscal calendar, leap days and the present day decide what is compared [K-54]', async () => {
  const { payer, organisationId } = world
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  for (const [day, price] of [
    ['2024-02-28', '1'],
    ['2024-02-29', '2'],
    ['2024-03-01', '4'],
    ['2025-02-28', '8'],
    ['2025-03-02', '16'],
    ['2025-03-03', '32'],
    ['2026-03-01', '64'],
  ] as const)
    await bill(day, price)
  const query = { list: 'invoices', measures: 'billed', compare: 'LastYear' }
  const both = async (range: string) => {
    const { totals, lastYear } = await figures({ ...query, range: `invoiceDate/${range}` }, payer.caller)
    return [lastYear?.from, lastYear?.to, totals[0]?.values[0] ?? 0, totals[0]?.lastYear?.values[0] ?? 0]
  }
  // February of 2025 against that of a leap year
  expect(await both('2025-02-01..2025-02-28')).toEqual(['2024-02-01', '2024-03-01', 8, 3])
  expect(await both('2024-02-29..2024-03-01')).toEqual(['2023-03-01', '2023-03-02', 6, 0])
  expect(await both('2024-02-01..2024-02-28')).toEqual(['2023-02-01', '2023-03-01', 1, 0])
  // under way: until the same day
  expect(await both('ThisYear')).toEqual(['2025-01-01', '2025-03-03', 64, 24])
  expect(await both('LastYear')).toEqual(['2024-01-01', '2025-01-01', 56, 7])
  await parts.app.database.pool.query(
    `insert into financial_settings (organisation_id, year_end_day, year_end_month, updated_at) values ($1, 5, 4, now())`,
    [organisationId],
  )
  expect(await both('ThisYear')).toEqual(['2024-04-06', '2025-03-03', 64, 24])
  expect(await both('LastYear')).toEqual(['2023-04-06', '2024-04-06', 56, 7])
})

test('a file has the year before, the changes and the share, and a report is saved with it [K-55]', async () => {
  const { payer } = world
  const query = new URLSearchParams({
    list: 'invoices',
    by: 'firm',
    measures: 'billed',
    range: 'invoiceDate/2025-01-01..2025-12-31',
    compare: 'LastYear',
  })
  const csv = await payer.caller.get(`/v2/reports/export?${query.toString()}`)
  const [head, row] = csv.body.split('\r\n')
  expect(head).toContain(
    'Billed,"Billed, last year","Billed, change","Billed, change in %",Share of billed in %',
  )
  expect(row).toMatch(/GBP,56\.0+,7\.0+,49\.0+,700\.00,100\.00$/)
  const saved = await payer.caller.post('/v2/reports', {
    name: 'Compared',
    list: 'invoices',
    measures: ['billed'],
    range: 'invoiceDate/ThisYear',
    compare: 'LastYear',
  })
  expect(saved.json()).toMatchObject({ compare: 'LastYear' })
})

test.each([
  [{ compare: 'Tomorrow' }],
  [{ compare: 'LastYear' }],
  [{ compare: 'LastYear', range: 'invoiceDate/2025-01-01..' }],
  [{ compare: 'LastYear', range: 'invoiceDate/2024-01-01..2025-12-31' }],
])('%j is refused under its name [K-54]', async (wrong) => {
  const query = new URLSearchParams({ list: 'invoices', measures: 'billed', ...wrong })
  const answer = await world.payer.caller.get(`/v2/reports/figures?${query.toString()}`)
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)], answer.body).toEqual([
    400,
    ['compare'],
  ])
})
