// Reports against a plain evaluation of the same invoices and lines, for readers with different rights.
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import {
  evaluate,
  invoiceKeys,
  invoiceMeasures,
  lineKeys,
  lineMeasures,
} from '../../../test/fixtures/evaluated-spend.ts'
import { generateSpend, type SpendInvoice } from '../../../test/fixtures/generated-spend.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { compareDecimals, decimalText, rounded, sumOf } from '../../platform/decimal.ts'
import { testSeed } from '../../../test/chance.ts'

const parts = useTestApp()

interface Group {
  readonly keys: readonly { readonly kind: string; readonly value: string | null; readonly label: string }[]
  readonly currency: string | null
  readonly values: readonly (number | null)[]
  readonly filter: string | null
}
interface Figures extends Readonly<Record<'groups' | 'subtotals' | 'totals', readonly Group[]>> {
  readonly measures: readonly { readonly filter: string | null }[]
  readonly complete: boolean
  readonly ofWhatYouSee: boolean
  readonly notes: readonly string[]
  readonly more: number
  readonly sentence: string
}

let people: Record<
  'all' | 'other' | 'plain' | 'outside',
  { readonly user: TestUser; readonly caller: Caller }
>
let invoices: readonly SpendInvoice[]
let names: Map<number, string>

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const add = async (values: Partial<Parameters<typeof createUser>[1]> = {}) => {
    const user = await createUser(app, { organisationId, role: 'InhouseLegal', ...values })
    return { user, caller: await callerFor(parts, user) }
  }
  const [all, other, plain, owner] = [
    await add({ permissions: ['SeeAllSpend'], groups: ['MatterAdministrators'] }),
    await add({ permissions: ['SeeAllSpend'] }),
    await add(),
    await add(),
  ]
  const teamId = await createTeam(app, { organisationId, name: 'Disputes', members: [plain.user] })
  const categoryIds = [
    await insertCategory(app, organisationId, { name: 'Dispute' }),
    await insertCategory(app, organisationId, { name: 'Lease' }),
  ]
  names = new Map(categoryIds.map((id, index) => [id, ['Dispute', 'Lease'][index] ?? '']))
  const owners = [owner.user.id, other.user.id, plain.user.id]
  const size = { seed: testSeed, firms: 6, matters: 40, invoices: repetitions(150, 2_000), linesEach: 8 }
  invoices = await generateSpend(app, { organisationId, owners, categoryIds, teamIds: [teamId] }, size)
  await recountAll(app)
  const outside = await createUser(app, { organisationId: (await createOrganisation(app)).id })
  people = { all, other, plain, outside: { user: outside, caller: await callerFor(parts, outside) } }
})

async function figures(query: Record<string, string>, caller = people.all.caller): Promise<Figures> {
  const answer = await caller.get(`/v2/reports/figures?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

const shownOf = (groups: readonly Group[], at: number) =>
  new Map(
    groups.flatMap(({ currency, keys: [key], values }) => {
      const value = values[at] ?? null
      return value === null
        ? []
        : [
            [
              `${currency} ${key?.kind === 'restricted' ? 'restricted' : key ? key.value : 'all'}`,
              value,
            ] as const,
          ]
    }),
  )

function expectSame(shown: ReadonlyMap<string, number>, expected: ReadonlyMap<string, string>, what: string) {
  const texts = (all: ReadonlyMap<string, string | number>) =>
    [...all]
      .map(
        ([key, value]) =>
          `${key} ${rounded(typeof value === 'number' ? (decimalText(value) ?? '') : value, 4)}`,
      )
      .toSorted()
  expect(texts(shown), `${what}, seed ${testSeed}`).toEqual(texts(expected))
}

const isOpenKey = (name: string) => name === 'status' || name.includes('/')
const seesOf = (who: 'all' | 'other' | 'plain') => (invoice: SpendInvoice) => {
  const { matter } = invoice
  const isMember = matter.ownerId === people[who].user.id
  if (who === 'all') return !matter.restricted || isMember
  return isMember || (who === 'plain' && !matter.restricted && matter.teamId !== null)
}

describe.each([
  ['invoices', invoiceMeasures, invoiceKeys],
  ['invoiceLines', lineMeasures, lineKeys],
] as const)('%s', (list, known, dimensions) => {
  test('every sum by every dimension is what a plain evaluation of all lines gives, to the cent [K-1]', async () => {
    const asked = Object.entries(known)
    for (const [by, key] of Object.entries(dimensions)) {
      if (list === 'invoiceLines' && by === 'status') continue
      for (const who of ['all', 'other', 'plain'] as const) {
        for (let at = 0; at < asked.length; at += 4) {
          const some = asked.slice(at, at + 4)
          const query = { list, by, measures: some.map(([name]) => name).join(','), top: '1000' }
          const answer = await figures(query, people[who].caller)
          const all = who !== 'plain'
          const sees = seesOf(who)
          some.forEach(([name, measure], index) => {
            const groups = evaluate(
              invoices,
              { measure, key },
              isOpenKey(by) && all ? { all } : { all, sees },
            )
            expectSame(shownOf(answer.groups, index), groups, `${name} by ${by} for ${who}`)
            const totals = evaluate(invoices, { measure, key: () => 'all' }, all ? { all } : { all, sees })
            expectSame(shownOf(answer.totals, index), totals, `${name} in all for ${who}`)
          })
        }
      }
    }
  })

  test('who sees all spend is answered the same totals, and others never more than theirs [K-2]', async () => {
    const query = { list, by: 'matter', measures: 'billed,approved,pending,reduced,count', top: '1000' }
    const [one, two, three] = [
      await figures(query),
      await figures(query, people.other.caller),
      await figures(query, people.plain.caller),
    ]
    expect(one.totals.map(({ values }) => values)).toEqual(two.totals.map(({ values }) => values))
    expect([one.ofWhatYouSee, three.ofWhatYouSee]).toEqual([false, true])
    const counts = (of: Figures) =>
      new Map(of.totals.map(({ currency, values }) => [currency, values[4] ?? 0]))
    for (const [currency, count] of counts(three)) {
      expect(count).toBeLessThanOrEqual(counts(one).get(currency) ?? 0)
    }
    const restricted = two.groups.filter(({ keys: [key] }) => key?.kind === 'restricted')
    expect(restricted.length).toBeGreaterThan(0)
    for (const group of restricted)
      expect(group).toMatchObject({ filter: null, keys: [{ label: 'Restricted', value: null }] })
    expect(three.groups.some(({ keys: [key] }) => key?.kind === 'restricted')).toBe(false)
    expect(three.notes).toContain(
      `These are figures of the ${list === 'invoices' ? 'invoices' : 'invoice lines'} that you may see.`,
    )
  })

  test('nobody of another organisation is answered anything [K-2]', async () => {
    const answer = await figures({ list, by: 'firm', measures: 'billed,count' }, people.outside.caller)
    expect([answer.groups, answer.totals]).toEqual([[], []])
  })
})

test('records that the reader does not see are not found by what they contain [K-3]', async () => {
  const query = { list: 'invoices', by: 'currency', measures: 'billed' }
  const { other, all } = people
  const open = await figures({ ...query, filter: "Status eq 'Paid'" }, other.caller)
  expect(open.totals).toMatchObject(
    (await figures({ ...query, filter: "Status eq 'Paid'" })).totals.map(({ values }) => ({ values })),
  )
  expect(open.complete).toBe(true)
  // as Budget against actual asks
  const ofOpen = "Status ne 'Complete' and Status ne 'Archived'"
  const budgets = { list: 'matters', by: 'matter', measures: 'approved', filter: ofOpen }
  const ofOther = await figures(budgets, other.caller)
  expect(ofOther.notes.join(' ')).not.toContain('Restricted matters are not')
  expect(ofOther.totals).toMatchObject((await figures(budgets)).totals.map(({ values }) => ({ values })))
  expect(ofOther.groups.some(({ keys: [key] }) => key?.kind === 'restricted')).toBe(true)
  const hidden = invoices.find(
    ({ matter }) => matter.restricted && matter.ownerId !== other.user.id && matter.ownerId !== all.user.id,
  )
  const closed = await figures({ ...query, filter: `Matter/Id eq ${hidden?.matter.id}` }, other.caller)
  expect(closed).toMatchObject({ totals: [], complete: false })
  expect(closed.notes.join(' ')).toContain('Restricted matters are not in these figures')
})

test('each group has the filter that finds its rows in the list [K-4]', async () => {
  const { caller } = people.plain
  for (const [list, by] of [
    ['invoices', 'firm'],
    ['invoices', 'matterType,invoiceDate/Quarter'],
    ['invoices', 'approvedAt/Month'],
    ['invoices', 'team'],
    ['invoiceLines', 'timekeeper'],
    ['invoiceLines', 'taskCode,workDate/Year'],
    ['matters', 'type'],
    ['matters', 'team,status'],
  ] as const) {
    const answer = await figures(
      { list, by, measures: 'count', range: list === 'invoices' ? 'invoiceDate/2024-06-01..2025-12-31' : '' },
      caller,
    )
    expect(answer.groups.length, by).toBeGreaterThan(0)
    for (const { filter, values } of [...answer.groups.slice(0, 12), ...answer.totals]) {
      // with the filter of the figure, where not all rows of the group count
      const counted = [filter ?? 'missing', answer.measures[0]?.filter].filter(Boolean).join(' and ')
      const query = new URLSearchParams({ $filter: counted, $count: 'true', $top: '1' })
      if (counted === '') query.delete('$filter')
      const found = await caller.get(`/v2/${list}?${query.toString()}`)
      expect([found.statusCode, found.json<{ count: number }>().count], `${by}: ${filter}`).toEqual([
        200,
        values[0],
      ])
    }
  }
})

test('a report says what it is of in a sentence, with names in place of ids [K-5]', async () => {
  const [[typeId, type] = [0, '']] = names
  const { sentence } = await figures({
    list: 'invoices',
    by: 'firm,invoiceDate/Quarter',
    measures: 'approved,reduced',
    filter: `Matter/Type/Id eq ${typeId} and Status in ('Approved','InReview')`,
    range: 'invoiceDate/2025-01-01..2025-12-31',
  })
  expect(sentence).toBe(
    `Approved and reduced of invoices by firm by quarter of invoice date, where invoice date is from 1 Jan 2025 to 31 Dec 2025, and matter type is ${type} and status is one of Approved or In review.`,
  )
})

test('the largest groups are shown, and the totals are of all [K-6]', async () => {
  const query = { list: 'invoices', by: 'firm', measures: 'billed' }
  const [whole, top] = [await figures(query), await figures({ ...query, top: '2' })]
  expect(top.totals).toEqual(whole.totals)
  const currencies = new Set(whole.groups.map(({ currency }) => currency))
  expect(top.groups).toHaveLength(2 * currencies.size)
  expect(top.more).toBe(whole.groups.length - top.groups.length)
  for (const currency of currencies) {
    // A firm whose invoices are all void has billed nothing to compare: it comes last, after those in credit.
    const values = whole.groups
      .filter((each) => each.currency === currency)
      .map((each) => each.values[0] ?? Number.NEGATIVE_INFINITY)
    expect(values).toEqual(values.toSorted((a, b) => (a === b ? 0 : b - a)))
  }
})

test('groups by two dimensions add up to those of the first [K-6]', async () => {
  const { groups, subtotals } = await figures({
    list: 'invoices',
    by: 'matterType,status',
    measures: 'billed,count',
  })
  const nameOf = ({ keys: [key], currency }: Group) => `${key?.kind} ${key?.value} ${currency}`
  for (const subtotal of subtotals) {
    const inside = groups.filter((group) => nameOf(group) === nameOf(subtotal))
    expect(inside.reduce((sum, { values }) => sum + (values[1] ?? 0), 0)).toBe(subtotal.values[1])
    const sum = sumOf(inside.map(({ values }) => decimalText(values[0] ?? 0) ?? '0'))
    expect(compareDecimals(sum, decimalText(subtotal.values[0] ?? 0) ?? '')).toBe(0)
  }
})

test('a report is a file with its figures, whose cells are no formulas [K-8]', async () => {
  const query = new URLSearchParams({
    list: 'invoices',
    by: 'firm',
    measures: 'billed,count',
    top: '3',
  }).toString()
  const csv = await people.all.caller.get(`/v2/reports/export?${query}`)
  expect(csv.headers['content-disposition']).toContain('invoices-by-firm-')
  const whole = await figures({ list: 'invoices', by: 'firm', measures: 'billed,count', top: '3' })
  const json = (await people.all.caller.get(`/v2/reports/export?${query}&format=json`)).json<
    Record<string, unknown>[]
  >()
  expect(json).toHaveLength(whole.groups.length)
  expect(csv.body.split('\r\n')[0]?.slice(1)).toBe('Firm,Currency,Billed,Number')
  expect((await people.all.caller.get(`/v2/reports/export?${query}&format=pdf`)).statusCode).toBe(400)
})

test('every ready-made report runs [K-9]', async () => {
  const { ready } = (await people.all.caller.get('/v2/reports/catalogue')).json<{
    ready: readonly Readonly<Record<string, string | number | readonly string[] | null>>[]
  }>()
  expect(ready.length).toBeGreaterThan(15)
  const names = ['list', 'by', 'measures', 'filter', 'range', 'order', 'chart', 'top']
  for (const report of ready)
    await figures(Object.fromEntries(names.map((name) => [name, String(report[name] ?? '')])))
})
