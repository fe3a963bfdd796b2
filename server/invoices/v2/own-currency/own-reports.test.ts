// Reports in the own currency: sums against a plain evaluation of generated invoices in four currencies with credits,
// totals that a missing rate blocks, and that law firms get none.
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../../../../test/factories.ts'
import {
  generateSpend,
  type SpendInvoice,
  type SpendLine,
} from '../../../../test/fixtures/generated-spend.ts'
import { insertCategory } from '../../../../test/fixtures/matters.ts'
import { createOwnCurrencyWorld } from '../../../../test/fixtures/own-currency.ts'
import type { Caller } from '../../../../test/http.ts'
import { recountAll } from '../../../../test/lists/counts.ts'
import { repetitions } from '../../../../test/repetitions.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import {
  compareDecimals,
  differenceOf,
  productOf,
  rounded,
  roundedHalfEven,
  sumOf,
} from '../../../platform/decimal.ts'
import { testSeed } from '../../../../test/chance.ts'

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
  readonly ownCurrency: string | null
  readonly missingRates: readonly object[]
  readonly complete: boolean
  readonly notes: readonly string[]
  readonly sentence: string
}

async function figures(caller: Caller, query: Record<string, string>): Promise<Figures> {
  const asked = new URLSearchParams({ ownCurrency: 'true', top: '1000', ...query })
  const answer = await caller.get(`/v2/reports/figures?${asked.toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

/** The rate of a currency from the first of a month. */
function rateOf(currency: string, month: string): string {
  const [base, step] = currency === 'EUR' ? [18_000, 7] : currency === 'USD' ? [16_500, 11] : [112, 1]
  return ((base + step * Number(month.slice(5, 7)) + Number(month.slice(3, 4))) / 10_000).toFixed(4)
}

/** The shares of lines: each alone half even, the remainder by largest fraction. */
function sharesOf(exact: readonly string[], target: string): readonly string[] {
  const shares = exact.map((each) => roundedHalfEven(each, 2))
  const units = Math.round(Number(differenceOf(target, sumOf(shares))) * 100)
  const order = exact
    .map((each, index) => ({
      index,
      taken: differenceOf(each, shares[index] ?? '0'),
      empty: Number(each) === 0,
    }))
    .toSorted(
      (a, b) =>
        Number(a.empty) - Number(b.empty) ||
        Math.sign(units) * compareDecimals(b.taken, a.taken) ||
        a.index - b.index,
    )
  for (const { index } of order.slice(0, Math.abs(units))) {
    shares[index] = sumOf([shares[index] ?? '0', units > 0 ? '0.01' : '-0.01'])
  }
  return shares
}

interface OwnSums {
  readonly net: string
  readonly tax: string
  readonly lines: readonly string[]
}

function ownOf(invoice: SpendInvoice, amountOf: (line: SpendLine) => string): OwnSums {
  const rate = invoice.currency === 'NZD' ? '1' : rateOf(invoice.currency, invoice.invoiceDate)
  const amounts = invoice.lines.map(amountOf)
  const own = (amount: string) => roundedHalfEven(productOf(amount, rate), 2)
  const net = own(sumOf(amounts))
  const total = own(sumOf([...amounts, ...invoice.lines.map(({ tax }) => tax)]))
  const exact = amounts.map((amount) => productOf(amount, rate))
  return { net, tax: differenceOf(total, net), lines: sharesOf(exact, net) }
}

const isApproved = ({ status }: SpendInvoice) => status === 'Approved' || status === 'Paid'
const isPending = ({ status }: SpendInvoice) => status === 'Posted' || status === 'InReview'
const isBilled = ({ status }: SpendInvoice) => status !== 'Draft' && status !== 'Void'

let reader: Caller
let invoices: readonly SpendInvoice[]

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const groups = ['MatterAdministrators'] as const
  const user = await createUser(app, { organisationId, permissions: ['SeeAllSpend'], groups: [...groups] })
  const admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  reader = await callerFor(parts, user)
  const settings = { currency: 'NZD', exchangeRateDay: 'InvoiceDate', exchangeRateMaxAge: 40 }
  expect((await admin.patch('/v2/financialSettings', settings)).statusCode).toBe(204)
  const teamId = await createTeam(app, { organisationId, name: 'Disputes', members: [] })
  const people = { organisationId, owners: [user.id], teamIds: [teamId] }
  const categoryIds = [await insertCategory(app, organisationId)]
  const size = { seed: testSeed, firms: 6, matters: 20, invoices: repetitions(150, 1_500), linesEach: 8 }
  invoices = await generateSpend(app, { ...people, categoryIds }, size)
  await recountAll(app)
  const months = Array.from({ length: 27 }, (_, at) =>
    new Date(Date.UTC(2024, at, 1)).toISOString().slice(0, 10),
  )
  const rows = months.flatMap((month) =>
    ['EUR', 'USD', 'JPY'].map((currency) => `${currency},${month},${rateOf(currency, month)}`),
  )
  const csv = ['currency,date,rate', ...rows].join('\n')
  const sent = await admin.post('/v2/exchangeRates/imports', csv, { headers: { 'content-type': 'text/csv' } })
  expect(sent.json()).toMatchObject({ added: rows.length })
  const apply = async () => (await admin.post('/v2/exchangeRates/missing/apply')).json<{ applied: number }>()
  while ((await apply()).applied > 0);
})

type Measured = Readonly<Record<string, (invoice: SpendInvoice) => readonly [on: boolean, value: string]>>

const ofInvoices: Measured = (() => {
  const billed = (one: SpendInvoice) => ownOf(one, ({ amount }) => amount)
  const approved = (one: SpendInvoice) => ownOf(one, ({ approvedAmount }) => approvedAmount ?? '0')
  return {
    billed: (one) => [isBilled(one), billed(one).net],
    approved: (one) => [isApproved(one), approved(one).net],
    pending: (one) => [isPending(one), billed(one).net],
    reduced: (one) => [isApproved(one), differenceOf(billed(one).net, approved(one).net)],
    tax: (one) => [isBilled(one), billed(one).tax],
    approvedTax: (one) => [isApproved(one), approved(one).tax],
  }
})()

const sorted = (sums: ReadonlyMap<string, string>) =>
  [...sums].map(([key, value]) => `${key} ${rounded(value, 2)}`).toSorted()

function shown(answer: Figures, at: number): ReadonlyMap<string, string> {
  return new Map(
    answer.groups.flatMap(({ keys, currency, values }) => {
      const value = values[at] ?? null
      return value === null ? [] : [[`${currency} ${keys[0]?.value}`, String(value)] as const]
    }),
  )
}

function add(sums: Map<string, string>, key: string | null, value: string): void {
  const name = `NZD ${key}`
  sums.set(name, sumOf([sums.get(name) ?? '0', value]))
}

describe('sums', () => {
  test.each([
    ['firm', ({ firm }: SpendInvoice) => firm.toLowerCase()],
    ['invoiceDate/Month', ({ invoiceDate }: SpendInvoice) => `${invoiceDate.slice(0, 8)}01`],
    ['currency', ({ currency }: SpendInvoice) => currency.toLowerCase()],
  ] as const)('of invoices by %s are what a plain evaluation gives, to the cent [I-178]', async (by, key) => {
    const names = Object.keys(ofInvoices)
    const answer = await figures(reader, { list: 'invoices', by, measures: names.join(',') })
    expect(answer).toMatchObject({ ownCurrency: 'NZD', missingRates: [], complete: true })
    names.forEach((name, at) => {
      const sums = new Map<string, string>()
      const all: string[] = []
      for (const invoice of invoices) {
        const [on, value] = ofInvoices[name]?.(invoice) ?? [false, '0']
        if (!on) continue
        add(sums, key(invoice), value)
        all.push(value)
      }
      expect(sorted(shown(answer, at)), `${name}, seed ${testSeed}`).toEqual(sorted(sums))
      expect(answer.totals.map(({ values }) => values[at])).toEqual([Number(sumOf(all))])
    })
    const filters = new Set(answer.groups.map(({ filter }) => filter))
    if (by === 'firm') expect([...filters].join()).not.toContain('Currency eq')
  })

  const spring = '2025-03-01..2025-05-31'
  const inSpring = (day: string) => day >= '2025-03-01' && day <= '2025-05-31'

  // an invoice that is not approved is converted with all of its lines, if one of them is asked for
  test.each<readonly [Readonly<Record<string, string>>, (invoice: SpendInvoice, line: SpendLine) => boolean]>(
    [
      [{}, () => true],
      [{ filter: "Kind eq 'Fee'" }, (_, { kind }) => kind === 'Fee'],
      [{ filter: "TaskCode eq 'L110'" }, (_, { taskCode }) => taskCode === 'L110'],
      [{ range: `invoiceDate/${spring}` }, ({ invoiceDate }) => inSpring(invoiceDate)],
      [{ range: `workDate/${spring}` }, (_, { workDate }) => inSpring(workDate)],
    ],
  )(
    'of lines by timekeeper, of %o, are what a plain evaluation gives [I-178] [K-80]',
    async (narrowed, isAsked) => {
      const names = ['billed', 'approved', 'pending', 'fees']
      const query = { list: 'invoiceLines', by: 'timekeeper', measures: names.join(','), ...narrowed }
      const answer = await figures(reader, query)
      const expected = names.map(() => new Map<string, string>())
      for (const invoice of invoices) {
        const billed = ownOf(invoice, ({ amount }) => amount).lines
        const approved = ownOf(invoice, ({ approvedAmount }) => approvedAmount ?? '0').lines
        invoice.lines.forEach((line, at) => {
          if (!isAsked(invoice, line)) return
          const { timekeeper, kind } = line
          const key = timekeeper?.toLowerCase() ?? null
          const put = (index: number, value = '0') => add(expected[index] ?? new Map(), key, value)
          if (isBilled(invoice)) put(0, billed[at])
          if (isApproved(invoice)) put(1, approved[at])
          if (isPending(invoice)) put(2, billed[at])
          if (isBilled(invoice) && kind === 'Fee') put(3, billed[at])
        })
      }
      expected.forEach((sums, at) =>
        expect(sorted(shown(answer, at)), `${names[at]}, seed ${testSeed}`).toEqual(sorted(sums)),
      )
    },
  )

  test('of lines come to those of the invoices, with their tax [I-178]', async () => {
    const query = { measures: 'billed,approved,pending,tax' }
    const answer = await figures(reader, { list: 'invoiceLines', ...query })
    const of = await figures(reader, { list: 'invoices', ...query })
    expect(answer.totals[0]?.values).toEqual(of.totals[0]?.values)
  })
})

describe('a missing rate', () => {
  test('blocks every figure that its invoice is in, and says which and how many [I-179]', async () => {
    const world = await createOwnCurrencyWorld(parts)
    await world.rate('2026-02-01', 2)
    await world.bill([['100']])
    await world.bill([['50']], { currency: 'NZD' })
    const query = { list: 'invoices', by: 'status', measures: 'billed,pending,approved,count' }
    const whole = await figures(world.payer(), query)
    expect(whole).toMatchObject({
      complete: true,
      totals: [{ currency: 'NZD', values: [250, 250, null, 2] }],
    })
    expect(whole.sentence).toContain('in the currency of the organisation')
    const missing = await world.bill([['7']], { currency: 'CHF', invoiceDate: '2026-02-21' })
    await world.approve(await world.bill([['10']]))
    const answer = await figures(world.payer(), query)
    expect(answer).toMatchObject({
      complete: false,
      totals: [{ currency: 'NZD', values: [null, null, 20, 4] }],
      missingRates: [{ currency: 'CHF', invoices: 1 }],
    })
    expect(answer.groups.map(({ keys, values }) => [keys[0]?.value, values])).toEqual([
      ['Approved', [20, null, 20, 1]],
      ['Posted', [null, null, null, 3]],
    ])
    expect(answer.notes.join(' ')).toContain('1 in CHF')
    const [{ filter }] = answer.missingRates as readonly [{ filter: string }]
    const listed = (await world.payer().get(`/v2/invoices?$filter=${encodeURIComponent(filter)}`)).json()
    expect(listed).toMatchObject({ items: [{ id: missing }] })
    const lines = await figures(world.payer(), { list: 'invoiceLines', measures: 'billed,hours,blendedRate' })
    expect(lines).toMatchObject({
      totals: [{ values: [null, 4, null] }],
      missingRates: [{ currency: 'CHF', invoices: 1 }],
    })
    // kept no longer: what is frozen counts, all else is blocked
    await world.set({ exchangeRateDay: 'None' })
    const none = await figures(world.payer(), query)
    expect(none.missingRates).toMatchObject([{ currency: 'CHF' }, { currency: 'GBP', invoices: 1 }])
    const file = await world.payer().get('/v2/reports/export?list=invoices&measures=billed&ownCurrency=true')
    expect(file.body.trim().split('\r\n').at(-1)).toBe('NZD,')
  })

  test('reports of budgets and of law firms have no own currency [I-173]', async () => {
    const world = await createOwnCurrencyWorld(parts)
    const ask = (caller: Caller, query: string) => caller.get(`/v2/reports/figures?${query}&ownCurrency=true`)
    for (const answer of [
      await ask(world.lawyer.caller, 'list=invoices&measures=billed'),
      await ask(world.payer(), 'list=matters&measures=budget'),
      await world.payer().get('/v2/reports/figures?list=invoices&measures=billed&ownCurrency=yes'),
    ]) {
      const { errors } = answer.json<{ errors: object }>()
      expect([answer.statusCode, Object.keys(errors)]).toEqual([400, ['ownCurrency']])
    }
    const saved = { name: 'Spend', list: 'invoices', measures: ['billed'], ownCurrency: true }
    const made = await world.payer().post('/v2/reports', saved)
    expect([made.statusCode, made.json<{ ownCurrency: boolean }>().ownCurrency]).toEqual([201, true])
    expect((await world.lawyer.caller.post('/v2/reports', saved)).statusCode).toBe(400)
  })
})
