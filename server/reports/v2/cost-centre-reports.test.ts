// Spend by cost centre and legal entity against a plain evaluation of the same invoices and shares.
import { beforeAll, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { generateSpend, type SpendInvoice } from '../../../test/fixtures/generated-spend.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { sumOf } from '../../platform/decimal.ts'
import { invoiceColumns, invoiceOf } from '../../invoices/invoice.ts'
import type { Share } from '../../invoices/allocation/shares.ts'
import { replaceShares } from '../../invoices/allocation/stored-allocation.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { testSeed } from '../../../test/chance.ts'

const parts = useTestApp()
const list = 'invoiceAllocations'
const measures = ['billed', 'approved', 'pending', 'reduced', 'tax'] as const

interface Figures {
  readonly groups: readonly {
    readonly keys: readonly { readonly kind: string; readonly value: string | null; readonly label: string }[]
    readonly currency: string
    readonly values: readonly (number | null)[]
    readonly filter: string | null
  }[]
  readonly totals: Figures['groups']
}

let callers: { readonly all: Caller; readonly plain: Caller; readonly firm: Caller }
let plainTeam: number
let invoices: readonly SpendInvoice[]
let shares: readonly (readonly Share[])[]

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const user = (values: object = {}) => createUser(app, { organisationId, role: 'InhouseLegal', ...values })
  const [admin, all, plain] = [
    await user({ role: 'Administrator' }),
    await user({ permissions: ['SeeAllSpend'], groups: ['MatterAdministrators'] }),
    await user(),
  ]
  plainTeam = await createTeam(app, { organisationId, name: 'Disputes', members: [plain] })
  const keeper = await callerFor(parts, admin)
  const entries = async (path: string, count: number) => {
    const ids: number[] = []
    for (let at = 1; at <= count; at++) {
      const answer = await keeper.post(path, { code: String(at), name: `Entry ${at}` })
      ids.push(answer.json<{ id: number }>().id)
    }
    return ids
  }
  const [centres, companies] = [await entries('/v2/costCentres', 5), await entries('/v2/legalEntities', 3)]
  const categoryIds = [await insertCategory(app, organisationId, { name: 'Dispute' })]
  const owners = [(await user()).id, (await user()).id]
  const size = { seed: testSeed, firms: 4, matters: 20, invoices: repetitions(120, 1_000), linesEach: 6 }
  invoices = await generateSpend(app, { organisationId, owners, categoryIds, teamIds: [plainTeam] }, size)
  await recountAll(app)
  const rows = await app.database.kysely
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select([...invoiceColumns])
    .execute()
  shares = rows.map((_, index) => sharesFor(index, { centres, companies }))
  await internalTransaction(app, async (tx) => {
    for (const [index, row] of rows.entries()) await replaceShares(tx, invoiceOf(row), shares[index] ?? [])
  })
  const { id: firmId } = await createOrganisation(app, { type: 'ServiceProvider' })
  callers = {
    all: await callerFor(parts, all),
    plain: await callerFor(parts, plain),
    firm: await callerFor(parts, await createUser(app, { organisationId: firmId, role: 'MatterManager' })),
  }
})

/** None, one, or up to three shares, of odd percentages. */
function sharesFor(
  index: number,
  { centres, companies }: { readonly centres: readonly number[]; readonly companies: readonly number[] },
): readonly Share[] {
  const percents = [[], ['100'], ['33.3333', '66.6667'], ['14.2857', '28.5714', '57.1429']][
    (index * 7 + testSeed) % 4
  ]
  return (percents ?? []).map((percent, at) => ({
    costCentreId: centres[(index + at) % centres.length] ?? null,
    legalEntityId: (index + at) % 3 === 0 ? null : (companies[(index * 3 + at) % companies.length] ?? null),
    percent,
  }))
}

async function figures(query: Record<string, string>, caller = callers.all): Promise<Figures> {
  const answer = await caller.get(`/v2/reports/figures?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

/** In whole ten-thousandths, so that nothing is rounded. */
const units = (decimal: string): bigint => {
  const [whole = '0', behind = ''] = decimal.replace('-', '').split('.')
  const size = BigInt(whole) * 10_000n + BigInt(behind.padEnd(4, '0').slice(0, 4))
  return decimal.startsWith('-') ? -size : size
}

/** The parts of an amount, as docs/money.md says, in ten-thousandths. */
function partsBy(amount: string, percents: readonly string[], currency: string): readonly bigint[] {
  const smallest = currency === 'JPY' ? 10_000n : 100n
  const all = units(amount)
  const size = (all < 0n ? -all : all) / smallest
  const exact = percents.map((percent) => size * units(percent))
  const parts = exact.map((each) => each / 1_000_000n)
  let left = size - parts.reduce((sum, each) => sum + each, 0n)
  const order = exact
    .map((each, index) => ({ index, fraction: each % 1_000_000n }))
    .toSorted((a, b) => Number(b.fraction - a.fraction) || a.index - b.index)
  for (const { index } of order) if (left-- > 0n) parts[index] = (parts[index] ?? 0n) + 1n
  return parts.map((part) => (all < 0n ? -part : part) * smallest)
}

const isSeenBy = (who: 'all' | 'plain') => (invoice: SpendInvoice) =>
  !invoice.matter.restricted && (who === 'all' || invoice.matter.teamId === plainTeam)

/** Sums by currency and key, in ten-thousandths. */
function evaluate(
  measure: (typeof measures)[number],
  by: 'costCentreId' | 'legalEntityId',
  who: 'all' | 'plain',
) {
  const sums = new Map<string, bigint>()
  const isSeen = isSeenBy(who)
  for (const [index, invoice] of invoices.entries()) {
    const { status, lines, currency } = invoice
    const sees = isSeen(invoice)
    if ((!sees && who === 'plain') || status === 'Draft' || status === 'Void') continue
    const isApproved = status === 'Approved' || status === 'Paid'
    const isPending = status === 'Posted' || status === 'InReview'
    const billed = sumOf(lines.map(({ amount }) => amount))
    const approved = sumOf(lines.map(({ approvedAmount }) => approvedAmount ?? '0'))
    const own = shares[index] ?? []
    const given = own.length === 0 ? [{ costCentreId: null, legalEntityId: null, percent: '100' }] : own
    const split = (amount: string) =>
      partsBy(
        amount,
        given.map(({ percent }) => percent),
        currency,
      )
    const parts = {
      billed: split(billed),
      approved: isApproved ? split(approved) : undefined,
      pending: isPending ? split(billed) : undefined,
      reduced: isApproved ? split(billed).map((each, at) => each - (split(approved)[at] ?? 0n)) : undefined,
      tax: split(sumOf(lines.map(({ tax }) => tax))),
    }[measure]
    parts?.forEach((part, at) => {
      const key = `${currency} ${sees ? (given[at]?.[by] ?? 'none') : 'restricted'}`
      sums.set(key, (sums.get(key) ?? 0n) + part)
    })
  }
  return sums
}

const shown = ({ groups }: Figures, at: number) =>
  new Map(
    groups.flatMap(({ currency, keys: [key], values }) => {
      const value = values[at] ?? null
      const name = key?.kind === 'value' ? key.value : key?.kind
      return value === null ? [] : [[`${currency} ${name}`, units(value.toFixed(4))] as const]
    }),
  )

const sorted = (sums: ReadonlyMap<string, bigint>) =>
  [...sums].map(([key, sum]) => `${key} ${sum}`).toSorted()

test('spend by cost centre and entity is what a plain evaluation gives, to the cent [I-194]', async () => {
  for (const who of ['all', 'plain'] as const) {
    for (const [by, key] of [
      ['costCentre', 'costCentreId'],
      ['legalEntity', 'legalEntityId'],
    ] as const) {
      for (const some of [measures.slice(0, 4), measures.slice(4)]) {
        const query = { list, by, measures: some.join(','), top: '100' }
        const answer = await figures(query, callers[who])
        some.forEach((measure, at) => {
          expect(sorted(shown(answer, at)), `${measure} by ${by} for ${who}, seed ${testSeed}`).toEqual(
            sorted(evaluate(measure, key, who)),
          )
        })
      }
    }
  }
})

test('its totals are those of the invoices, for each reader [I-194]', async () => {
  for (const caller of [callers.all, callers.plain]) {
    const query = { measures: 'billed,approved,pending,reduced' }
    const [by, of] = [
      await figures({ ...query, list }, caller),
      await figures({ ...query, list: 'invoices' }, caller),
    ]
    const sums = ({ totals }: Figures) => totals.map(({ currency, values }) => [currency, values])
    expect(sums(by)).toEqual(sums(of))
    expect(sums(by).length).toBeGreaterThan(0)
  }
})

test('each group has the filter of its shares, with the code and the name [I-194]', async () => {
  const { groups } = await figures({ list, by: 'costCentre', measures: 'count' }, callers.plain)
  expect(groups.length).toBeGreaterThan(1)
  for (const { filter, values, keys } of groups) {
    if (keys[0]?.kind === 'value') expect(keys[0].label).toMatch(/^\d Entry \d$/)
    const query = new URLSearchParams({ $filter: filter ?? 'missing', $count: 'true', $top: '1' })
    const found = await callers.plain.get(`/v2/${list}?${query.toString()}`)
    expect([found.statusCode, found.json<{ count: number }>().count], filter ?? '').toEqual([200, values[0]])
  }
})

test('law firms have no part in it [I-191]', async () => {
  const refused = await callers.firm.get(`/v2/reports/figures?list=${list}&by=costCentre&measures=billed`)
  expect(refused.statusCode).toBe(400)
  const { lists, ready } = (await callers.firm.get('/v2/reports/catalogue')).json<{
    lists: readonly { name: string }[]
    ready: readonly { id: string }[]
  }>()
  expect(lists.map(({ name }) => name)).not.toContain(list)
  expect(ready.map(({ id }) => id)).not.toContain('spend-by-cost-centre')
  expect((await callers.all.get('/v2/reports/catalogue')).body).toContain('spend-by-entity')
})
