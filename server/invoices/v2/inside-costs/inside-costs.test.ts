// Inside costs: entering, correcting and removing them, reading them from a CSV, and who may.
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import { createInvoiceWorld, type InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
const path = '/v2/insideCosts'
let world: InvoiceWorld
let admin: Caller
let keeper: Caller
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  const { organisationId } = world
  const user = async (more: object) =>
    callerFor(parts, await createUser(parts.app, { organisationId, ...more }))
  admin = await user({ role: 'Administrator' })
  keeper = await user({ permissions: ['ManageInsideCosts'] })
  await admin.patch('/v2/financialSettings', { currency: 'NZD' })
})

type Answer = Awaited<ReturnType<Caller['get']>>
const errorsOf = (answer: Answer) => answer.json<{ errors: object }>().errors
const list = async (query = '') =>
  (await keeper.get(`${path}?$orderby=Month,Kind${query}`)).json<{ items: object[] }>().items
const people = { month: '2026-02-10', kind: 'People', amount: 42_500.5, hours: 620 }
async function enter(more: object = {}): Promise<number> {
  const answer = await keeper.post(path, { ...people, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
async function add(list_: 'costCentres', code: string): Promise<number> {
  return (await admin.post(`/v2/${list_}`, { code, name: `Name of ${code}` })).json<{ id: number }>().id
}
async function department(name: string): Promise<number> {
  const answer = await admin.post('/v2/departments', { name })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const history = async () =>
  (
    await parts.app.database.pool.query<{ name: string; facts: object }>(
      `select name, facts from events where organisation_id = $1 and name like 'insideCost.%' order by id`,
      [world.organisationId],
    )
  ).rows

describe('inside costs that are kept', () => {
  test('one is entered for the fiscal month of its day, shown with who entered it, and listed by filter [I-286]', async () => {
    const costCentre = await add('costCentres', '4100')
    const id = await enter({ costCentre: { id: costCentre }, note: 'Salaries' })
    await enter({ kind: 'Software', amount: 1200, hours: null })
    expect(await list()).toMatchObject([
      {
        id,
        month: '2026-02-01',
        kind: 'People',
        costCentre: { id: costCentre, code: '4100' },
        department: null,
        amount: 42_500.5,
        hours: 620,
        note: 'Salaries',
        currency: 'NZD',
        source: 'Entered',
        version: 1,
      },
      { kind: 'Software', amount: 1200, hours: null, note: null },
    ])
    expect(await list(`&$filter=CostCentre/Code eq '4100' and Month ge 2026-02-01`)).toHaveLength(1)
    expect((await keeper.get(`${path}/${id}`)).json()).toMatchObject({
      versions: [{ version: 1, hours: 620 }],
    })
    // a year that ends on 5 April has months that begin on the 6th
    await admin.patch('/v2/financialSettings', { yearEndDay: 5, yearEndMonth: 4 })
    const shifted = await enter({ month: '2026-05-03', kind: 'Other' })
    expect((await keeper.get(`${path}/${shifted}`)).json()).toMatchObject({ month: '2026-04-06' })
  })

  test.each([
    [{ month: '2026-02-30' }, 'month'],
    [{ month: '0001-01-01' }, 'month'],
    [{ kind: 'Coffee' }, 'kind'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1.234 }, 'amount'],
    [{ amount: 'a lot' }, 'amount'],
    [{ hours: 0 }, 'hours'],
    [{ hours: 1.234 }, 'hours'],

    [{ costCentre: { id: 2_147_483_647 } }, 'costCentre'],
    [{ department: { id: 2_147_483_647 } }, 'department'],
    [{ currency: 'EUR' }, 'currency'],
  ])('%j is refused by name [I-286]', async (wrong, name) => {
    const answer = await keeper.post(path, { ...people, ...wrong })
    expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([400, [name]])
    expect(await list()).toEqual([])
  })

  test('there is one of a month, kind, cost centre and department, also of many entered at once [I-286]', async () => {
    const all = await Promise.all([1, 2, 3].map((amount) => keeper.post(path, { ...people, amount })))
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400])
    await enter({ department: { id: await department('Legal') } })
    expect(await list()).toHaveLength(2)
  })

  test('a correction needs a reason, and every version stays; a removal leaves history [I-287]', async () => {
    const id = await enter()
    const bare = await keeper.patch(`${path}/${id}`, { amount: 43_000 })
    expect([bare.statusCode, Object.keys(errorsOf(bare))]).toEqual([400, ['reason']])
    const etag = String((await keeper.get(`${path}/${id}`)).headers['etag'])
    const headers = { 'if-match': etag }
    const body = { amount: 43_000, note: 'With the bonus', reason: 'The bonus was missing' }
    expect((await keeper.patch(`${path}/${id}`, body, { headers })).statusCode).toBe(204)
    expect((await keeper.patch(`${path}/${id}`, body, { headers })).statusCode).toBe(412)
    // the same again changes nothing
    expect((await keeper.patch(`${path}/${id}`, body)).statusCode).toBe(204)
    expect((await keeper.get(`${path}/${id}`)).json()).toMatchObject({
      amount: 43_000,
      hours: 620,
      version: 2,
      versions: [
        { version: 2, amount: 43_000, note: 'With the bonus', reason: 'The bonus was missing' },
        { version: 1, amount: 42_500.5, note: null, reason: null },
      ],
    })
    expect((await keeper.delete(`${path}/${id}`)).statusCode).toBe(204)
    expect((await keeper.get(`${path}/${id}`)).statusCode).toBe(404)
    expect(await history()).toMatchObject([
      { name: 'insideCost.created', facts: { month: '2026-02-01', kind: 'People' } },
      { name: 'insideCost.updated', facts: { reason: 'The bonus was missing' } },
      { name: 'insideCost.deleted' },
    ])
  })

  test('a cost centre that is used is not deleted, and replaced with a department everywhere [I-287]', async () => {
    const [old, next] = [await add('costCentres', 'A'), await add('costCentres', 'B')]
    const [unit, other] = [await department('Legal'), await department('Finance')]
    const id = await enter({ costCentre: { id: old }, department: { id: unit } })
    await enter({ costCentre: { id: next }, department: { id: other }, amount: 10, hours: null })
    expect((await admin.delete(`/v2/costCentres/${old}`)).statusCode).toBe(409)
    for (const [name, from, into] of [
      ['costCentres', old, next],
      ['departments', unit, other],
    ] as const) {
      const uses = (await admin.get(`/v2/referenceLists/${name}/entries/${from}/uses`)).json()
      expect(uses).toMatchObject({
        uses: expect.arrayContaining([expect.objectContaining({ by: 'InsideCost', count: 1 })]) as object[],
      })
      const done = await admin.post(`/v2/referenceLists/${name}/entries/${from}/replace`, {
        into: { id: into },
      })
      expect(done.statusCode, done.body).toBe(204)
    }
    expect((await keeper.get(`${path}/${id}`)).json()).toMatchObject({
      costCentre: { code: 'B' },
      department: { name: 'Finance' },
    })
    // both stay, and add up; a file cannot say which of them it corrects
    expect(await list()).toHaveLength(2)
    const refused = await send('Month,Kind,Cost centre,Department,Amount\n2026-02,People,B,Finance,5')
    expect(errorsOf(refused)).toMatchObject({ 'rows[2]': [expect.stringContaining('several times')] })
  })
})

const send = (csv: string, query = '') =>
  keeper.post(`${path}/imports${query}`, csv, { headers: { 'content-type': 'text/csv' } })

test('a note has a longest length [I-286]', async () => {
  const answer = await keeper.post(path, { ...people, note: 'x'.repeat(1_001) })
  expect([answer.statusCode, Object.keys(errorsOf(answer))]).toEqual([400, ['note']])
})

describe('a CSV of inside costs', () => {
  const rows = [
    'Month;Kind;Cost centre;Department;Amount;Hours;Note',
    '2026-01;people;4100;legal;40000.50;600;Salaries',
    '2026-01-15;Software;Name of 4100;;1200;;',
    '2026-02;Other;;;99;;"=1+1"',
  ].join('\n')

  test('is checked, taken as a whole, and can be sent again; corrections are chosen [I-288]', async () => {
    await add('costCentres', '4100')
    await department('Legal')
    expect((await send(rows, '?checkOnly=true')).json()).toMatchObject({ valid: true, added: 3 })
    expect(await list()).toEqual([])
    expect((await send(rows)).json()).toMatchObject({ added: 3, corrected: 0, unchanged: 0 })
    expect((await send(rows)).json()).toMatchObject({ added: 0, unchanged: 3 })
    expect(await list()).toMatchObject([
      { month: '2026-01-01', kind: 'People', department: { name: 'Legal' }, amount: 40_000.5, hours: 600 },
      { month: '2026-01-01', kind: 'Software', costCentre: { code: '4100' }, source: 'Imported' },
      { month: '2026-02-01', kind: 'Other', note: '=1+1', fileName: 'costs.csv' },
    ])
    const other = rows.replace('99', '98')
    expect(errorsOf(await send(other))).toEqual({ 'rows[4]': [expect.stringContaining('is kept as 99 NZD')] })
    expect((await send(other, '?correct=true')).json()).toMatchObject({ corrected: 1, unchanged: 2 })
    expect(await list(`&$filter=Kind eq 'Other'`)).toMatchObject([{ amount: 98, version: 2 }])
    // no cell of the file is a formula
    expect((await keeper.get(`${path}/export?format=csv`)).body).toContain("'=1+1")
    expect((await history()).map(({ facts }) => facts)).toMatchObject([
      { count: 3, corrected: 0 },
      { count: 0, corrected: 1 },
    ])
  })

  test('names every mistake by row and column, and writes nothing [I-288]', async () => {
    const wrong = [
      'Month,Kind,Cost centre,Department,Amount,Hours',
      '2026-13,People,,,1,',
      '2026-01,Coffee,,,1,',
      '2026-01,People,9999,,1,',
      '2026-01,People,,Nowhere,1,',
      '2026-01,People,,,-1,',
      '2026-01,People,,,1,0',
      '2026-01,People,,,1,',
      '2026-01-20,people,,,2,',
    ].join('\n')
    expect(Object.keys(errorsOf(await send(wrong)))).toEqual([
      'rows[2].Month',
      'rows[3].Kind',
      'rows[4].Cost centre',
      'rows[5].Department',
      'rows[6].Amount',
      'rows[7].Hours',
      'rows[9]',
    ])
    expect(Object.keys(errorsOf(await send('Month,Kind\n2026-01,People')))).toEqual(['file'])
    expect(await list()).toEqual([])
  })
})

test('those who keep inside costs or see all spend see them; law firms and others do not [I-289]', async () => {
  const id = await enter()
  const { organisationId, firmId } = world
  const user = async (more: object) =>
    callerFor(parts, await createUser(parts.app, { organisationId, ...more }))
  const sees = await user({ permissions: ['SeeAllSpend'] })
  expect((await sees.get(path)).json()).toMatchObject({ items: [{ id }] })
  expect((await sees.get(`${path}/${id}`)).statusCode).toBe(200)
  const all = ['SeeAllSpend', 'ManageInsideCosts', 'ManageInvoices']
  const firm = await user({ organisationId: firmId, role: 'MatterManager', permissions: all })
  for (const [caller, reads] of [
    [sees, true],
    [admin, false],
    [firm, false],
    [world.payer.caller, false],
  ] as const) {
    for (const address of [path, `${path}/export`, '/v2/legalCosts', '/v2/legalCosts/export'])
      expect((await caller.get(address)).statusCode, address).toBe(reads ? 200 : 403)
    for (const listed of ['insideCosts', 'legalCosts']) {
      const figures = await caller.get(`/v2/reports/figures?list=${listed}&measures=inside`)
      expect(figures.statusCode, listed).toBe(reads ? 200 : 400)
    }
    const catalogue = (await caller.get('/v2/reports/catalogue')).body
    expect(catalogue.includes('"inside-against-outside"')).toBe(reads)
    expect((await caller.post(path, { ...people, kind: 'Other' })).statusCode).toBe(403)
    expect((await caller.patch(`${path}/${id}`, { amount: 1, reason: 'No' })).statusCode).toBe(403)
    expect((await caller.delete(`${path}/${id}`)).statusCode).toBe(403)
    const file = 'Month,Kind,Amount\n2026-01,People,1'
    const headers = { 'content-type': 'text/csv' }
    expect((await caller.post(`${path}/imports`, file, { headers })).statusCode).toBe(403)
  }
})
