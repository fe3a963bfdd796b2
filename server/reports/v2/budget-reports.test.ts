// The report of budgets against a plain evaluation of the same budgets, invoices, accruals and estimates.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { generateSpend, type SpendInvoice } from '../../../test/fixtures/generated-spend.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import { type Planned, planMoney } from '../../../test/fixtures/planned-money.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { decimalText, differenceOf, rounded, sumOf } from '../../platform/decimal.ts'

const parts = useTestApp()
const seed = Math.floor(Date.now() % 100_000)

const measures = ['budget', 'approved', 'pending', 'accrued', 'available', 'forecast'] as const
const isPending = ({ status }: SpendInvoice) => status === 'Posted' || status === 'InReview'
const isApproved = ({ status }: SpendInvoice) => status === 'Approved' || status === 'Paid'

const netOf = (some: readonly SpendInvoice[], column: 'amount' | 'approvedAmount') =>
  sumOf(some.flatMap(({ lines }) => lines.map((line) => line[column] ?? '0')))
const taxOf = (some: readonly SpendInvoice[]) =>
  sumOf(some.flatMap(({ lines }) => lines.map(({ tax }) => tax)))

function evaluated(invoices: readonly SpendInvoice[], planned: Planned, own: string) {
  const { plan } = planned
  const currency = plan?.currency ?? own
  const of = invoices.filter((each) => each.matter.id === planned.id && each.currency === currency)
  const [done, open] = [of.filter(isApproved), of.filter(isPending)]
  const asPlanned = (some: readonly SpendInvoice[], net: string) =>
    some.length === 0 ? null : plan?.tax ? sumOf([net, taxOf(some)]) : net
  const [doneNet, openNet] = [netOf(done, 'approvedAmount'), netOf(open, 'amount')]
  const [approved, pending] = [asPlanned(done, doneNet), asPlanned(open, openNet)]
  const inIt = <One extends { readonly currency: string }>(some: readonly One[]) =>
    some.filter((each) => each.currency === currency)
  const accrued = sumOf(inIt(planned.accruals).map(({ basis }) => basis))
  const estimates = inIt(planned.estimates).map(({ amount }) => amount)
  const amount = plan?.amount ?? null
  const used = sumOf([approved ?? '0', pending ?? '0', accrued])
  return {
    currency,
    budget: amount,
    approved,
    pending,
    accrued,
    available: amount === null ? null : differenceOf(amount, used),
    forecast: estimates.length === 0 ? null : sumOf([doneNet, openNet, accrued, ...estimates]),
  }
}

test(`each figure of each budget is that of a plain evaluation, to the cent, with the seed ${seed} [K-64]`, async () => {
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
    { seed, firms: 3, matters: 16, invoices: 240, linesEach: 3 },
  )
  await recountAll(app)
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
  const { groups } = answer.json<{
    groups: { keys: { value: string }[]; currency: string; values: (number | null)[] }[]
  }>()
  const text = (value: number | string | null) =>
    value === null ? null : rounded(typeof value === 'number' ? (decimalText(value) ?? '') : value, 4)
  const found = groups.map(({ keys: [key], currency, values }) => [
    Number(key?.value),
    { currency, ...Object.fromEntries(measures.map((name, index) => [name, text(values[index] ?? null)])) },
  ])
  const wanted = planned.map((each) => {
    const { currency, ...figures } = evaluated(invoices, each, own)
    const texts = Object.entries(figures).map(([name, value]) => [name, text(value)] as const)
    return [each.id, { currency, ...Object.fromEntries(texts) }]
  })
  const sorted = (some: readonly (readonly unknown[])[]) =>
    some.toSorted((a, b) => Number(a[0]) - Number(b[0]))
  expect(sorted(found)).toEqual(sorted(wanted))
})
