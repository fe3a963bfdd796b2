// Lists counted by groups, and how long contracts stay in each stage.
import { beforeAll, expect, test } from 'vitest'
import { insertContract } from '../../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../../test/factories.ts'
import { insertFieldOn } from '../../../../test/fixtures/fields.ts'
import type { Caller } from '../../../../test/http.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let owner: TestUser
let colleague: TestUser
let caller: Caller
let templateId: number

interface Summary {
  readonly groups: readonly {
    readonly keys: readonly { property: string; value: string | null; label: string | null }[]
    readonly count: number
    readonly sums: readonly { currency: string | null; amount: number }[]
  }[]
  readonly complete: boolean
}

beforeAll(async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-05-06T09:00:00Z'))
  const { id: organisationId } = await createOrganisation(app, { timeZone: 'Pacific/Auckland' })
  owner = await createUser(app, { organisationId, role: 'Administrator', permissions: ['ManageInvoices'] })
  colleague = await createUser(app, { organisationId, role: 'InhouseLegal' })
  templateId = await createContractTemplate(app, { organisationId, name: 'Lease' })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(app, form, { title: 'Rent', type: 'Decimal' })
  const options = [
    { value: 'emea', label: 'Europe' },
    { value: 'apac', label: 'Asia' },
  ]
  await insertFieldOn(app, form, { title: 'Region', type: 'Dropdown', options })
  caller = await callerFor(parts, owner)
})

async function summary(list: string, query: Record<string, string>, by = caller): Promise<Summary> {
  const answer = await by.get(`/v2/${list}/summary?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Summary>()
}

const shown = ({ groups }: Summary) =>
  groups.map(({ keys, count, sums }) => [
    ...keys.map(({ label }) => label),
    count,
    ...sums.map(({ amount }) => amount),
  ])

const insert = (name: string, values: object = {}, members: readonly TestUser[] = []) =>
  insertContract(parts.app, { owner, templateId, members, values: { name, ...values } })

test('counts and sums by values, with labels, of what the caller sees [V-370]', async () => {
  const ids = [
    await insert('A1', {}, [colleague]),
    await insert('A2', { status: 'Signing' }),
    await insert('A3'),
  ]
  const values = [
    { rent: 100.5, region: { value: 'emea' } },
    { rent: 200, region: { value: 'apac' } },
    { rent: 50, region: { value: 'emea' } },
  ]
  for (const [index, id] of ids.entries()) {
    const answer = await caller.patch(`/v2/contracts/${id}`, { fields: values[index] })
    expect(answer.statusCode, answer.body).toBe(204)
  }
  const among = { $filter: "startswith(Name,'A')" }
  expect(shown(await summary('contracts', among))).toEqual([[3]])
  expect(shown(await summary('contracts', { ...among, groupBy: 'Status', measure: 'Fields/rent' }))).toEqual([
    ['Draft', 2, 150.5],
    ['Signing', 1, 200],
  ])
  expect(shown(await summary('contracts', { ...among, groupBy: 'Type/Id,Fields/region' }))).toEqual([
    ['Lease', 'Europe', 2],
    ['Lease', 'Asia', 1],
  ])
  expect(shown(await summary('contracts', { ...among, groupBy: 'Owner/Id' }))).toEqual([[owner.name, 3]])
  const theirs = await summary(
    'contracts',
    { ...among, groupBy: 'Status' },
    await callerFor(parts, colleague),
  )
  expect(shown(theirs)).toEqual([['Draft', 1]])
})

test('dates by month where the organisation is, and by age in bands [V-371]', async () => {
  const at = (time: string) => ({ created_at: new Date(time) })
  // the first of May in Auckland already
  await insert('B1', { ...at('2026-04-30T13:00:00Z'), expiry: '2026-05-05T10:00:00' })
  await insert('B2', { ...at('2026-04-30T11:00:00Z'), expiry: '2026-06-01T00:00:00' })
  await insert('B3', at('2024-01-01T00:00:00Z'))
  const among = { $filter: "startswith(Name,'B')" }
  const months = await summary('contracts', { ...among, groupBy: 'Created/DateUtc' })
  expect(shown(months).toSorted()).toEqual([
    ['2024-01', 1],
    ['2026-04', 1],
    ['2026-05', 1],
  ])
  const ages = await summary('contracts', { ...among, groupBy: 'age(Created/DateUtc)' })
  expect(shown(ages).toSorted()).toEqual([
    ['0 to 7 days', 2],
    ['More than 365 days', 1],
  ])
  const expiry = await summary('contracts', { ...among, groupBy: 'age(Expiry)' })
  expect(shown(expiry)).toEqual(
    expect.arrayContaining([
      ['In the future', 1],
      ['0 to 7 days', 1],
      [null, 1],
    ]),
  )
})

test('matters and tasks, and sums of invoices by currency [V-370]', async () => {
  const matterId = await insertMatter(parts.app, { owner, values: { name: 'Dispute' } })
  for (const name of ['One', 'Two']) await caller.post(`/v2/matters/${matterId}/tasks`, { name })
  expect(shown(await summary('matters', { groupBy: 'Status' }))).toEqual([['Active', 1]])
  expect(shown(await summary('tasks', { groupBy: 'Status,Matter/Id' }))).toEqual([
    ['NotStarted', 'Dispute', 2],
  ])
  for (const [number, unitPrice] of [
    ['I-1', '100.25'],
    ['I-2', '50'],
  ] as const) {
    const line = { kind: 'Fee', description: 'Advice', quantity: 1, unitPrice }
    const made = await caller.post('/v2/invoices', {
      matter: { id: matterId },
      number,
      vendorName: 'Chambers',
      invoiceDate: '2026-05-01',
      lines: [line],
    })
    expect(made.statusCode, made.body).toBe(201)
  }
  const invoices = await summary('invoices', { groupBy: 'InvoiceDate', measure: 'Fees' })
  expect(invoices.groups).toEqual([
    {
      keys: [{ property: 'InvoiceDate', value: '2026-05', label: '2026-05' }],
      count: 2,
      sums: [{ currency: expect.any(String) as string, amount: 150.25 }],
    },
  ])
})

test.each([
  ['groupBy=Colour', 'groupBy'],
  ['groupBy=Status,Name,Id', 'groupBy'],
  ['groupBy=age(Status)', 'groupBy'],
  ['groupBy=Owner', 'groupBy'],
  ['measure=Name', 'measure'],
  ['measure=Owner/Id', 'measure'],
  ['$filter=Nmae%20eq%201', '$filter'],
])('%s is refused', async (query, name) => {
  const answer = await caller.get(`/v2/contracts/summary?${query}`)
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
})

test('how long contracts stay in each stage [V-372]', async () => {
  const ids = [await insert('C1'), await insert('C2')]
  const move = async (id: number, status: string) => {
    const answer = await caller.patch(`/v2/contracts/${id}`, { status })
    expect(answer.statusCode, answer.body).toBe(204)
  }
  const later = async (minutes: number) => {
    parts.clock.advance({ minutes })
    caller = await callerFor(parts, owner)
  }
  await later(24 * 60)
  await move(ids[0] ?? 0, 'Negotiating')
  await later(2 * 24 * 60)
  await move(ids[1] ?? 0, 'Negotiating')
  await later(24 * 60)
  await move(ids[0] ?? 0, 'Draft')
  const filter = encodeURIComponent("startswith(Name,'C')")
  const answer = await caller.get(`/v2/contracts/stageTimes?$filter=${filter}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { items } = answer.json<{ items: { stage: string }[] }>()
  expect(items.slice(0, 3)).toEqual([
    { stage: 'Draft', count: 2, median: 2, p90: 2.8, current: 1 },
    { stage: 'Negotiating', count: 1, median: 3, p90: 3, current: 1 },
    { stage: 'Approval', count: 0, median: null, p90: null, current: 0 },
  ])
})
