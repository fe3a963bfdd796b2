// The report of budgets against a plain evaluation of the same budgets, invoices, accruals and estimates, with rates of
// exchange and without.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { generateSpend, type SpendInvoice } from '../../../test/fixtures/generated-spend.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { type Planned, planMoney } from '../../../test/fixtures/planned-money.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { decimalText, differenceOf, productOf, quotientOf, rounded, sumOf } from '../../platform/decimal.ts'
import { testSeed } from '../../../test/chance.ts'

const parts = useTestApp()

// six at most; what is accrued is in what is available
const measures = ['budget', 'approved', 'pending', 'available', 'forecast', 'usedPercent'] as const
const isPending = ({ status }: SpendInvoice) => status === 'Posted' || status === 'InReview'
const isApproved = ({ status }: SpendInvoice) => status === 'Approved' || status === 'Paid'

const netOf = ({ lines }: SpendInvoice, column: 'amount' | 'approvedAmount') =>
  sumOf(lines.map((line) => line[column] ?? '0'))
const taxOf = ({ lines }: SpendInvoice) => sumOf(lines.map(({ tax }) => tax))

/** What one unit of a currency is in NZD in a month; undefined where the rate is missing. */
type RateOf = (currency: string, day: string) => string | undefined

const ratesOf =
  (bases: Readonly<Record<string, number>>): RateOf =>
  (currency, day) => {
    if (currency === 'NZD') return '1'
    const base = bases[currency]
    return base === undefined ? undefined : ((base + 7 * Number(day.slice(5, 7))) / 10_000).toFixed(4)
  }
const someRates = { EUR: 18_000, USD: 16_500 }
const allRates = { ...someRates, JPY: 112 }

/** An amount of a day in another currency, half even; undefined where a rate is missing. */
function converted(amount: string, of: { from: string; into: string; day: string; rateOf: RateOf }) {
  if (of.from === of.into) return amount
  const [rate, per] = [of.rateOf(of.from, of.day), of.rateOf(of.into, of.day)]
  if (rate === undefined || per === undefined) return undefined
  return quotientOf(productOf(amount, rate), per, of.into === 'JPY' ? 0 : 2)
}

interface Evaluating {
  readonly own: string
  readonly rateOf: RateOf
  /** The last day of the month that is closed, and today. */
  readonly days: readonly [closed: string, today: string]
}

function evaluated(
  invoices: readonly SpendInvoice[],
  planned: Planned,
  { own, rateOf, days: [closed, today] }: Evaluating,
) {
  const { plan } = planned
  const currency = plan?.currency ?? own
  let isMissing = false
  const counted = (amounts: readonly (string | undefined)[]) => {
    isMissing ||= amounts.includes(undefined)
    return amounts.flatMap((amount) => amount ?? [])
  }
  const of = invoices.filter(({ matter }) => matter.id === planned.id)
  const sums = (some: readonly SpendInvoice[], column: 'amount' | 'approvedAmount') => {
    const inIt = (invoice: SpendInvoice, amount: string) =>
      converted(amount, { from: invoice.currency, into: currency, day: invoice.invoiceDate, rateOf })
    const net = counted(some.map((each) => inIt(each, netOf(each, column))))
    const taxed = some.map((each) => inIt(each, sumOf([netOf(each, column), plan?.tax ? taxOf(each) : '0'])))
    return { net: sumOf(net), shown: net.length === 0 ? null : sumOf(counted(taxed)) }
  }
  const done = sums(of.filter(isApproved), 'approvedAmount')
  const open = sums(of.filter(isPending), 'amount')
  const inCurrency = (some: readonly { currency: string; amount: string }[], day: string) =>
    some.map(({ currency: from, amount }) => converted(amount, { from, into: currency, day, rateOf }))
  const accrued = sumOf(
    counted(
      inCurrency(
        planned.accruals.map(({ currency: of, basis }) => ({ currency: of, amount: basis })),
        closed,
      ),
    ),
  )
  const estimates = inCurrency(planned.estimates, today).flatMap((amount) => amount ?? [])
  const amount = plan?.amount ?? null
  const used = sumOf([done.shown ?? '0', open.shown ?? '0', accrued])
  return {
    currency,
    budget: amount,
    approved: done.shown,
    pending: open.shown,
    available: amount === null ? null : differenceOf(amount, used),
    forecast: estimates.length === 0 ? null : sumOf([done.net, open.net, accrued, ...estimates]),
    usedPercent: amount === null || isMissing ? null : quotientOf(productOf(used, '100'), amount, 2),
  }
}

test.each([
  ['without rates of exchange', {}],
  ['at rates of which one is missing', someRates],
  ['at the rates of exchange', allRates],
] as const)(
  `each figure of each budget, %s, is that of a plain evaluation, to the cent, with the seed ${testSeed} [K-64, K-100]`,
  async (_, rates) => {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const { id: providerId } = await createOrganisation(app)
    const user = await createUser(app, {
      organisationId,
      permissions: ['SeeAllSpend'],
      groups: ['MatterAdministrators'],
    })
    const categoryIds = [await insertCategory(app, organisationId)]
    const invoices = await generateSpend(
      app,
      { organisationId, owners: [user.id], categoryIds, teamIds: [] },
      { seed: testSeed, firms: 3, matters: 16, invoices: 240, linesEach: 3 },
    )
    await recountAll(app)
    await keepRates(organisationId, rates)
    const { currency: own } = await app.db
      .selectFrom('organisations')
      .where('id', '=', organisationId)
      .select('currency')
      .executeTakeFirstOrThrow()
    const ids = [...new Set(invoices.map(({ matter }) => matter.id))].toSorted((a, b) => a - b)
    const month = '2026-01-01'
    const planned = await planMoney(app, { organisationId, providerId, userId: user.id, month }, ids)
    const query = `list=matters&by=matter&top=50&measures=${measures.join(',')}`
    const answer = await (await callerFor(parts, user)).get(`/v2/reports/figures?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { groups, complete } = answer.json<{
      groups: { keys: { value: string }[]; currency: string; values: (number | null)[] }[]
      complete: boolean
    }>()
    const text = (value: number | string | null) =>
      value === null ? null : rounded(typeof value === 'number' ? (decimalText(value) ?? '') : value, 4)
    const found = groups.map(
      ({ keys: [key], currency, values }) =>
        [
          Number(key?.value),
          {
            currency,
            ...Object.fromEntries(measures.map((name, index) => [name, text(values[index] ?? null)])),
          },
        ] as const,
    )
    const wanted = planned.map((each) => {
      const days = ['2026-01-31', parts.clock.now().toISOString().slice(0, 10)] as const
      const { currency, ...figures } = evaluated(invoices, each, {
        own,
        rateOf: ratesOf(rates),
        days,
      })
      const texts = Object.entries(figures).map(([name, value]) => [name, text(value)] as const)
      return [each.id, { currency, ...Object.fromEntries(texts) }] as const
    })
    const sorted = (some: readonly (readonly unknown[])[]) =>
      some.toSorted((a, b) => Number(a[0]) - Number(b[0]))
    expect(sorted(found)).toEqual(sorted(wanted))
    expect(complete).toBe(rates === allRates)
  },
)

/** Rates from the first of each month, which approvals have frozen. */
async function keepRates(organisationId: number, rates: Readonly<Record<string, number>>): Promise<void> {
  const currencies = Object.keys(rates)
  const admin = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const settings = { currency: 'NZD', exchangeRateDay: 'InvoiceDate', exchangeRateMaxAge: 40 }
  expect((await admin.patch('/v2/financialSettings', settings)).statusCode).toBe(204)
  const months = Array.from({ length: 37 }, (_, at) =>
    new Date(Date.UTC(2024, at, 1)).toISOString().slice(0, 10),
  )
  const rows = months.flatMap((month) =>
    currencies.map((currency) => `${currency},${month},${ratesOf(rates)(currency, month)}`),
  )
  if (rows.length === 0) return
  const csv = ['currency,date,rate', ...rows].join('\n')
  const sent = await admin.post('/v2/exchangeRates/imports', csv, { headers: { 'content-type': 'text/csv' } })
  expect(sent.json()).toMatchObject({ added: rows.length })
  const apply = async () => (await admin.post('/v2/exchangeRates/missing/apply')).json<{ applied: number }>()
  while ((await apply()).applied > 0);
}
