// Inside against outside: sums against a plain evaluation of generated costs and invoices, the examples of
// docs/money.md, and who gets which figures.
import { beforeAll, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { generateSpend, type SpendInvoice } from '../../../test/fixtures/generated-spend.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { createOwnCurrencyWorld } from '../../../test/fixtures/own-currency.ts'
import type { Caller } from '../../../test/http.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { quotientOf, sumOf } from '../../platform/decimal.ts'
import { testSeed } from '../../../test/chance.ts'

const parts = useTestApp()

interface Figures {
  readonly groups: readonly {
    readonly keys: readonly { readonly kind: string; readonly value: string | null }[]
    readonly currency: string | null
    readonly values: readonly (number | null)[]
    readonly filter: string | null
  }[]
  readonly totals: readonly {
    readonly currency: string | null
    readonly values: readonly (number | null)[]
  }[]
  readonly complete: boolean
  readonly ofWhatYouSee: boolean
  readonly notes: readonly string[]
  readonly missingRates: readonly object[]
}

async function figures(caller: Caller, query: Record<string, string>): Promise<Figures> {
  const asked = new URLSearchParams({ list: 'legalCosts', top: '1000', ...query })
  const answer = await caller.get(`/v2/reports/figures?${asked.toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

interface Cost {
  readonly month: string
  readonly kind: string
  readonly amount: string
  readonly hours: string
}

let readers: { readonly all: Caller; readonly other: Caller; readonly keeper: Caller; readonly lists: Caller }
let invoices: readonly SpendInvoice[]
let costs: readonly Cost[]

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const user = (more: object) => createUser(app, { organisationId, ...more })
  const owner = await user({})
  const all = await user({ permissions: ['SeeAllSpend'], groups: ['MatterAdministrators'] })
  const other = await user({ permissions: ['SeeAllSpend'] })
  const keeper = await user({ permissions: ['ManageInsideCosts'] })
  const lists = await user({ permissions: ['ManageInsideCosts'], groups: ['MatterAdministrators'] })
  readers = {
    all: await callerFor(parts, all),
    other: await callerFor(parts, other),
    keeper: await callerFor(parts, keeper),
    lists: await callerFor(parts, lists),
  }
  const teamId = await createTeam(app, { organisationId, name: 'Disputes', members: [] })
  const people = { organisationId, owners: [owner.id], teamIds: [teamId] }
  const categoryIds = [await insertCategory(app, organisationId)]
  const size = { seed: testSeed, firms: 5, matters: 15, invoices: repetitions(120, 1_500), linesEach: 5 }
  invoices = await generateSpend(app, { ...people, categoryIds }, size)
  await recountAll(app)
  costs = Array.from({ length: 24 }, (_, at) =>
    new Date(Date.UTC(2024, at, 1)).toISOString().slice(0, 7),
  ).flatMap((month, at) => [
    {
      month,
      kind: 'People',
      amount: `${40_000 + ((testSeed * (at + 7)) % 9_000)}.${10 + (at % 80)}`,
      hours: '612.25',
    },
    { month, kind: 'Software', amount: `${900 + at}.05`, hours: '' },
  ])
  const rows = costs.map(({ month, kind, amount, hours }) => `${month},${kind},${amount},${hours}`)
  const csv = ['Month,Kind,Amount,Hours', ...rows].join('\n')
  const headers = { 'content-type': 'text/csv' }
  const sent = await readers.keeper.post('/v2/insideCosts/imports', csv, { headers })
  expect(sent.json(), sent.body).toMatchObject({ added: costs.length })
})

const isApproved = ({ status }: SpendInvoice) => status === 'Approved' || status === 'Paid'
const approvedOf = ({ lines }: SpendInvoice) => sumOf(lines.map((line) => line.approvedAmount ?? '0'))
const quarterOf = (day: string) =>
  `${day.slice(0, 4)}-${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`

/** Everything as currency, side and quarter with its amount. */
const rowsByQuarter = (currency: string) => [
  ...costs.map(({ month, amount }) => ({
    side: 'Inside',
    currency,
    quarter: quarterOf(`${month}-01`),
    amount,
  })),
  ...invoices.filter(isApproved).map((invoice) => ({
    side: 'Outside',
    currency: invoice.currency,
    quarter: quarterOf(invoice.invoiceDate),
    amount: approvedOf(invoice),
  })),
]

test('sums by quarter are what a plain evaluation gives, to the cent, for all who see all spend [K-73]', async () => {
  const { currency } = (await readers.keeper.get('/v2/insideCosts?$top=1')).json<{
    items: readonly [{ currency: string }]
  }>().items[0]
  const rows = rowsByQuarter(currency)
  const query = { by: 'date/Quarter', measures: 'inside,outside,cost' }
  const answer = await figures(readers.all, query)
  const [whole, total] = [new Map<string, string>(), new Map<string, string>()]
  const add = (to: Map<string, string>, key: string, amount: string) =>
    to.set(key, sumOf([to.get(key) ?? '0', amount]))
  for (const { side, currency: of, quarter, amount } of rows)
    for (const name of [side, 'cost']) {
      add(whole, `${of} ${quarter} ${name}`, amount)
      add(total, `${of} ${name}`, amount)
    }
  const shown = (of: string | null, key: string, values: readonly (number | null)[]) =>
    ['Inside', 'Outside', 'cost'].flatMap((name, at) =>
      values[at] === null ? [] : [[`${of} ${key}${name}`, Number(values[at])] as const],
    )
  const numbers = (sums: Map<string, string>) =>
    Object.fromEntries([...sums].map(([key, amount]) => [key, Number(amount)]))
  expect(
    Object.fromEntries(
      answer.groups.flatMap(({ keys, currency: of, values }) => shown(of, `${keys[0]?.value} `, values)),
    ),
    `seed ${testSeed}`,
  ).toEqual(numbers(whole))
  expect(
    Object.fromEntries(answer.totals.flatMap(({ currency: of, values }) => shown(of, '', values))),
  ).toEqual(numbers(total))
  const other = await figures(readers.other, query)
  expect(other.totals).toEqual(answer.totals)
  expect(other).toMatchObject({ complete: true, ofWhatYouSee: false })
  // by side, and by firm: what is not seen is one group
  const sides = await figures(readers.other, { by: 'side', measures: 'cost' })
  expect(sides.totals.map(({ values }) => values[0])).toEqual(answer.totals.map(({ values }) => values[2]))
  const firms = await figures(readers.other, { by: 'firm', measures: 'cost' })
  expect(new Set(firms.groups.map(({ keys }) => keys[0]?.kind))).toEqual(new Set(['none', 'restricted']))
})

test('who keeps inside costs without seeing all spend gets invoices that they see [K-74]', async () => {
  const answer = await figures(readers.keeper, { measures: 'inside,outside,hours,perHour' })
  const people = costs.filter(({ hours }) => hours !== '')
  const inside = sumOf(costs.map(({ amount }) => amount))
  const hours = sumOf(people.map((cost) => cost.hours))
  const perHour = quotientOf(sumOf(people.map(({ amount }) => amount)), hours, 2)
  expect(answer.totals.map(({ values }) => values)).toEqual([
    [Number(inside), null, Number(hours), Number(perHour)],
  ])
  expect(answer).toMatchObject({ ofWhatYouSee: true })
})

test('every group opens the rows that it is of [K-73]', async () => {
  const query = { by: 'date/Quarter,side', measures: 'cost,count' }
  const { groups } = await figures(readers.lists, query)
  expect(groups.length).toBeGreaterThan(10)
  for (const { filter, values } of groups.slice(0, 12)) {
    const asked = new URLSearchParams({ $filter: filter ?? '', $top: '200' })
    const rows = (await readers.lists.get(`/v2/legalCosts?${asked.toString()}`)).json<{
      items: readonly { readonly amount: number }[]
    }>().items
    expect([rows.length, Number(sumOf(rows.map(({ amount }) => String(amount))))]).toEqual([
      values[1],
      values[0],
    ])
  }
})

test('in the own currency both add up; a missing rate blocks, and another currency is left out [K-75]', async () => {
  const world = await createOwnCurrencyWorld(parts)
  const { organisationId } = world
  const user = await createUser(parts.app, {
    organisationId,
    permissions: ['SeeAllSpend', 'ManageInsideCosts'],
  })
  const reader = await callerFor(parts, user)
  const enter = async (cost: object) => {
    const answer = await reader.post('/v2/insideCosts', { month: '2026-02-01', ...cost })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: number }>().id
  }
  await world.rate('2026-02-01', 2)
  await world.approve(await world.bill([['2000']], { currency: 'NZD' }))
  await world.approve(await world.bill([['500']]))
  // not approved: it does not count
  await world.bill([['7777']], { currency: 'NZD' })
  await enter({ kind: 'People', amount: 5_500, hours: 100 })
  await enter({ kind: 'Software', amount: 500 })
  const query = { measures: 'inside,outside,cost,insidePercent,hours,perHour', ownCurrency: 'true' }
  expect(await figures(reader, query)).toMatchObject({
    complete: true,
    totals: [{ currency: 'NZD', values: [6_000, 3_000, 9_000, 66.67, 100, 55] }],
  })
  await world.approve(await world.bill([['10']], { currency: 'CHF', invoiceDate: '2026-02-21' }))
  expect(await figures(reader, query)).toMatchObject({
    complete: false,
    totals: [{ values: [6_000, null, null, null, 100, 55] }],
    missingRates: [{ currency: 'CHF', invoices: 1 }],
  })
  await world.set({ currency: 'EUR', exchangeRateDay: 'InvoiceDate' })
  const answer = await figures(reader, { measures: 'inside', ownCurrency: 'true' })
  expect(answer).toMatchObject({ complete: false, totals: [{ currency: 'EUR', values: [null] }] })
  expect(answer.notes.join(' ')).toContain('entered in another currency')
})
