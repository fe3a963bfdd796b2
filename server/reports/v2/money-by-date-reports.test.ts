// Money by date against a plain evaluation of the same budgets, invoices, accruals and estimates: by matter and by
// quarter, for readers with different rights.
import { expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { generateSpend, type SpendInvoice } from '../../../test/fixtures/generated-spend.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { type Planned, planMoney } from '../../../test/fixtures/planned-money.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { decimalText, differenceOf, quotientOf, rounded, sumOf } from '../../platform/decimal.ts'
import { addMonths } from '../../platform/time/local-time.ts'
import { testSeed } from '../../../test/chance.ts'

const parts = useTestApp()
const thisMonth = '2026-03-01'

const measures = ['actual', 'pending', 'accrued', 'budget', 'forecast', 'overForecast'] as const
type Name = (typeof measures)[number]

/** An amount by day, in some measures; over the forecast where its matter has a budget for the month. */
interface Amount {
  readonly matterId: number
  readonly currency: string
  readonly day: string
  readonly of: Partial<Record<Name, string>>
}

const isPending = ({ status }: SpendInvoice) => status === 'Posted' || status === 'InReview'
const isApproved = ({ status }: SpendInvoice) => status === 'Approved' || status === 'Paid'

function amountOfInvoice(invoice: SpendInvoice, plan: Planned['plan']): readonly Amount[] {
  const name = isApproved(invoice) ? 'actual' : isPending(invoice) ? 'pending' : null
  if (name === null) return []
  const net = sumOf(
    invoice.lines.map(({ amount, approvedAmount }) => (name === 'actual' ? (approvedAmount ?? '0') : amount)),
  )
  const tax =
    plan?.tax && plan.currency === invoice.currency ? sumOf(invoice.lines.map((line) => line.tax)) : '0'
  const { matter, currency, invoiceDate: day } = invoice
  return [
    {
      matterId: matter.id,
      currency,
      day,
      of: { [name]: sumOf([net, tax]), forecast: net },
    },
  ]
}

/** A whole amount over months from the first on: the first months have what is left over, one unit each. */
function divided(
  amount: string,
  { first, months, digits }: { first: string; months: number; digits: number },
) {
  const units = Number(amount) * 10 ** digits
  return Array.from({ length: months }, (_, index) => ({
    day: addMonths(first, index),
    share: quotientOf(
      String(Math.floor(units / months) + (index < units % months ? 1 : 0)),
      String(10 ** digits),
      digits,
    ),
  }))
}

function amountsPlanned({ id: matterId, plan, estimates, accruals }: Planned): readonly Amount[] {
  const of = (currency: string, day: string, some: Amount['of']): Amount => ({
    matterId,
    currency,
    day,
    of: some,
  })
  const digits = plan?.currency === 'JPY' ? 0 : 2
  const spans =
    plan === null || plan.amount === null
      ? []
      : plan.years.length > 0
        ? plan.years.map(({ year, amount }) => ({ first: `${year}-01-01`, amount }))
        : [{ first: thisMonth, amount: plan.amount }]
  const budget = spans.flatMap(({ first, amount }) => divided(amount, { first, months: 12, digits }))
  const last = budget.at(-1)?.day ?? ''
  const until = last > thisMonth ? last : '2026-12-01'
  const months = (Number(until.slice(0, 4)) - 2026) * 12 + Number(until.slice(5, 7)) - 2
  const currency = plan?.currency ?? ''
  const expected = estimates.flatMap((each) =>
    divided(each.amount, { first: thisMonth, months, digits: each.currency === 'JPY' ? 0 : 2 }).map(
      ({ day, share }) => of(each.currency, day, { forecast: share }),
    ),
  )
  const asPlanned = budget
    .filter(({ day }) => estimates.length === 0 && day > thisMonth)
    .map(({ day, share }) => of(currency, day, { forecast: share }))
  return [
    ...budget.map(({ day, share }) =>
      of(currency, day, { budget: share, overForecast: differenceOf('0', share) }),
    ),
    ...expected,
    ...asPlanned,
    // what is not billed of the latest closed month is of its last day and the first of the next: here the next alone
    ...accruals.map((each) =>
      of(each.currency, '2026-02-01', {
        accrued: each.basis,
        forecast: each.basis,
      }),
    ),
  ]
}

const quarter = (day: string) =>
  `${day.slice(0, 5)}${['01', '04', '07', '10'][Math.floor((Number(day.slice(5, 7)) - 1) / 3)]}-01`

/** The same with what of it is over the forecast: of months for which the matter has a budget in the currency. */
function withOver(amounts: readonly Amount[]): readonly Amount[] {
  const monthOf = ({ matterId, currency, day }: Amount) => `${matterId} ${currency} ${day.slice(0, 7)}`
  const planned = new Set(amounts.filter(({ of }) => of.budget !== undefined).map(monthOf))
  return amounts.map((each) => {
    const { forecast } = each.of
    if (forecast === undefined || !planned.has(monthOf(each))) return each
    return { ...each, of: { ...each.of, overForecast: forecast } }
  })
}

function evaluated(amounts: readonly Amount[], keyOf: (amount: Amount) => string) {
  const groups = Map.groupBy(amounts, (amount) => `${amount.currency} ${keyOf(amount)}`)
  return new Map(
    [...groups].map(([key, some]) => [
      key,
      measures.map((name) => {
        const known = some.flatMap(({ of }) => of[name] ?? [])
        return known.length === 0 ? null : rounded(sumOf(known), 4)
      }),
    ]),
  )
}

test(`each figure by matter and by quarter is that of a plain evaluation, to the cent, with the seed ${testSeed} [K-69]`, async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const { id: providerId } = await createOrganisation(app)
  const add = (values: Partial<Parameters<typeof createUser>[1]>) =>
    createUser(app, { organisationId, role: 'InhouseLegal', ...values })
  const all = await add({ permissions: ['SeeAllSpend'] })
  const [plain, owner] = [await add({}), await add({})]
  const categoryIds = [await insertCategory(app, organisationId)]
  const invoices = await generateSpend(
    app,
    { organisationId, owners: [owner.id, plain.id], categoryIds, teamIds: [] },
    { seed: testSeed, firms: 3, matters: 20, invoices: 240, linesEach: 3 },
  )
  await recountAll(app)
  const ids = [...new Set(invoices.map(({ matter }) => matter.id))].toSorted((a, b) => a - b)
  const planned = await planMoney(
    app,
    { organisationId, providerId, userId: owner.id, month: '2026-01-01' },
    ids,
  )
  const planOf = new Map(planned.map(({ id, plan }) => [id, plan]))
  const amounts = withOver([
    ...invoices.flatMap((invoice) => amountOfInvoice(invoice, planOf.get(invoice.matter.id) ?? null)),
    ...planned.flatMap(amountsPlanned),
  ])
  const mine = new Set(
    invoices.filter(({ matter }) => matter.ownerId === plain.id).map(({ matter }) => matter.id),
  )
  const seen = amounts.filter(({ matterId }) => mine.has(matterId))
  const found = async (by: string, user: TestUser) => {
    const query = `list=moneyByDate&by=${by}&top=1000&measures=${measures.join(',')}`
    const answer = await (await callerFor(parts, user)).get(`/v2/reports/figures?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { groups } = answer.json<{
      groups: { keys: { value: string }[]; currency: string; values: (number | null)[] }[]
    }>()
    return new Map(
      groups.map(({ keys: [key], currency, values }) => [
        `${currency} ${key?.value}`,
        values.map((value) => (value === null ? null : rounded(decimalText(value) ?? '', 4))),
      ]),
    )
  }
  const sorted = (some: ReadonlyMap<string, unknown>) => [...some].toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted(await found('date/Quarter', all))).toEqual(
    sorted(evaluated(amounts, ({ day }) => quarter(day))),
  )
  expect(sorted(await found('date/Quarter', plain))).toEqual(
    sorted(evaluated(seen, ({ day }) => quarter(day))),
  )
  expect(sorted(await found('matter', plain))).toEqual(
    sorted(evaluated(seen, ({ matterId }) => String(matterId))),
  )
})
