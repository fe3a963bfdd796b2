// Filters that would keep the database busy are refused before they reach it, or end.
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let caller: Caller
let ownerId: string
let contractId: number

beforeAll(async () => {
  const { owner, insert } = await contractWorld(parts, { role: 'Administrator' })
  ownerId = owner.id
  caller = await callerFor(parts, owner)
  contractId = await insert({ name: 'Lease' })
})

const ask = (filter: string, more = '') =>
  caller.get(`/v2/contracts?${new URLSearchParams({ $filter: filter }).toString()}${more}`)
const many = (count: number, clause: (index: number) => string, word: string) =>
  Array.from({ length: count }, (_, index) => clause(index)).join(` ${word} `)
const nobody = (index: number) => `5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7${String(index).padStart(3, '0')}`
const member = (id: string) => `Members/any(m: m/Id eq ${id})`

test('many conditions on the same collection are one search, with the same result [V-10]', async () => {
  const one = await ask(`${many(30, (index) => member(nobody(index)), 'or')} or ${member(ownerId)}`)
  expect([one.statusCode, one.json<{ items: { id: number }[] }>().items.map(({ id }) => id)]).toEqual([
    200,
    [contractId],
  ])
  const none = await ask(
    `${many(30, (index) => `not ${member(nobody(index))}`, 'and')} and not ${member(ownerId)}`,
  )
  expect([none.statusCode, none.json()]).toEqual([200, { items: [] }])
})

test.each([
  [
    'conditions on collections that must be met each',
    many(6, (index) => member(nobody(index)), 'and'),
    '6 conditions on collections',
  ],
  [
    'conditions on all items, of which one must be met',
    many(6, (index) => `Members/all(m: m/Id eq ${nobody(index)})`, 'or'),
    '6 conditions on collections',
  ],
  [
    'items that have to be gone through',
    many(5, (index) => `Members/all(m: m/Id eq ${nobody(index)})`, 'or'),
    'it weighs 105',
  ],
  ['texts that are searched in', many(99, (index) => `contains(Name,'x${index}')`, 'or'), 'it weighs 792'],
])('too many %s are 400 with what to leave out [V-10]', async (_, filter, words) => {
  const refused = await ask(filter)
  expect(refused.statusCode, refused.body).toBe(400)
  expect(refused.json()).toMatchObject({
    errors: { $filter: [expect.stringContaining(words)] },
    detail: expect.stringMatching(/[Ll]eave (some )?out/),
  })
})

test('as many as somebody writes by hand are answered [V-10]', async () => {
  for (const filter of [
    many(5, (index) => member(nobody(index)), 'and'),
    many(12, (index) => `contains(Name,'x${index}')`, 'or'),
    many(100, (index) => `Id eq ${index + 1}`, 'or'),
  ]) {
    const answer = await ask(filter)
    expect(answer.statusCode, answer.body).toBe(200)
  }
})

test('a filter of v1 weighs the same [V-10]', async () => {
  const filters = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ field: 'name', operator: 'contains', value: `x${index}` }))
  const send = (count: number) =>
    caller.get(
      `/contract-apis/v1/contracts?${new URLSearchParams({ 'filtering.logic': 'or', 'filtering.filters': JSON.stringify(filters(count)) }).toString()}`,
    )
  expect((await send(12)).statusCode).toBe(200)
  const refused = await send(13)
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    400,
    expect.stringContaining('it weighs 104'),
  ])
})

test('a list that takes too long is stopped, says so, and others go on [V-10]', async () => {
  const { rows } = await parts.app.database.pool.query<{ name: string }>('select current_database() as name')
  const { host, port, user } = parts.app.database.pool.options
  const blocker = new pg.Client({ host, port, user, database: rows[0]?.name ?? '' })
  await blocker.connect()
  await blocker.query('begin; lock table contracts in access exclusive mode')
  const v2 = ask("contains(Name,'Lease')", '&$count=true')
  const v1 = caller.get(
    '/contract-apis/v1/contracts?filtering.field=name&filtering.operator=contains&filtering.value=Lease',
  )
  for (const answer of await Promise.all([v2, v1])) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    expect(answer.json<{ detail: string }>().detail).toMatch(/^Reading this list took longer than 5 seconds/)
  }
  await blocker.query('rollback')
  await blocker.end()
  expect((await ask("contains(Name,'Lease')")).statusCode).toBe(200)
  const { rows: limits } = await parts.app.database.pool.query<{ limit: string }>(
    `select current_setting('statement_timeout') as "limit"`,
  )
  expect(limits).toEqual([{ limit: '30s' }])
})
