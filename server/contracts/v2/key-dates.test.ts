// v2 of key dates, through the server.
import { describe, expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { createUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { addContractMember } from '../commands/assign-contract-user.ts'
import { keyDateProperties } from './key-dates.wire.ts'

const parts = useTestApp()

async function world() {
  const { organisationId, owner, caller, insert } = await contractWorld(parts)
  const contractId = await insert()
  const other = await insert()
  const path = `/v2/contracts/${contractId}/keyDates`
  return { organisationId, owner, contractId, other, caller, path }
}

async function factsOf(organisationId: number) {
  const rows = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('resource_kind', '=', 'key-date')
    .orderBy('id')
    .select('facts')
    .execute()
  return rows.map(({ facts }) => facts)
}

test('a key date is added, shown, changed and deleted, and subscribers are notified [C-120]', async () => {
  const { caller, path, contractId, organisationId, owner } = await world()
  const made = await caller.post(path, { name: ' Renewal ', date: '2027-01-31', value: '1250.50' })
  expect(made.statusCode, made.body).toBe(201)
  const whole = {
    id: expect.any(Number),
    name: 'Renewal',
    date: '2027-01-31',
    value: 1250.5,
    contract: { id: contractId, name: expect.any(String) },
    created: { dateUtc: expect.stringMatching(/Z$/), user: { id: owner.id } },
    modified: { dateUtc: expect.stringMatching(/Z$/) },
  }
  expect(made.json()).toMatchObject(whole)
  const { id } = made.json<{ id: number }>()
  const own = `${path}/${id}`
  expect(made.headers.location).toBe(own)
  const read = (await caller.get(own)).json<object>()
  expect(read).toEqual(made.json())
  // what was read can be sent back
  expect((await caller.patch(own, { ...read, date: '2027-02-28' })).statusCode).toBe(204)
  expect((await caller.patch(own, { date: '2027-02-28' })).statusCode).toBe(204)
  expect((await caller.patch(own, { value: null })).statusCode).toBe(204)
  expect((await caller.get(own)).json()).toMatchObject({ name: 'Renewal', date: '2027-02-28', value: 0 })
  expect((await caller.delete(own)).statusCode).toBe(204)
  expect((await caller.get(own)).statusCode).toBe(404)
  expect(await eventsOf(parts.app, organisationId)).toEqual([
    ['contract.keydate.created', id],
    ['contract.keydate.updated', id],
    ['contract.keydate.updated', id],
    ['contract.keydate.deleted', id],
  ])
})

test('lists are filtered, sorted and paged, of one contract and of all [C-121]', async () => {
  const { caller, path, other } = await world()
  const ids: number[] = []
  for (const [to, date, value] of [
    [path, '2027-03-01', 10],
    [path, '2027-01-01', 20.25],
    [`/v2/contracts/${other}/keyDates`, '2027-02-01', 0],
  ] as const) {
    ids.push((await caller.post(to, { name: `N${date}`, date, value })).json<{ id: number }>().id)
  }
  const [a, b, c] = ids
  const list = async (url: string) =>
    (await caller.get(url)).json<{ items: { id: number }[]; count?: number; nextLink?: string }>()
  const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)
  expect(idsOf(await list(`${path}?$orderby=Date`))).toEqual([b, a])
  expect(idsOf(await list('/v2/keyDates?$orderby=Date'))).toEqual([b, c, a])
  expect(idsOf(await list("/v2/keyDates?$filter=Date ge 2027-02-01 and startswith(Name,'n2027')"))).toEqual([
    a,
    c,
  ])
  expect(idsOf(await list(`/v2/keyDates?$filter=Contract/Id eq ${other} or Value eq 20.25`))).toEqual([b, c])
  const first = await list('/v2/keyDates?$orderby=Value desc&$top=2&$count=true')
  expect(first).toMatchObject({ count: 3, items: [{ id: b }, { id: a }] })
  expect(idsOf(await list((first.nextLink ?? '').replace(/^https?:\/\/[^/]+/, '')))).toEqual([c])
  for (const [name, { sorted }] of Object.entries(keyDateProperties)) {
    const query = sorted ? `$orderby=${name}` : `$filter=${name} ne null`
    expect((await caller.get(`/v2/keyDates?${query}`)).statusCode, name).toBe(200)
  }
})

test.each([
  [{}, 'name'],
  [{ name: 'A' }, 'date'],
  [{ name: null, date: '2027-01-01' }, 'name'],
  [{ name: 'A', date: '2027-02-30' }, 'date'],
  [{ name: 'A', date: '2027-01-01', value: -1 }, 'value'],
  [{ name: 'A', date: '2027-01-01', value: '1,5' }, 'value'],
  [{ name: 'A', date: '2027-01-01', amount: 1 }, 'amount'],
])('%j is refused by name, and nothing is added [C-122]', async (body, name) => {
  const { caller, path } = await world()
  const answer = await caller.post(path, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ errors: object }>().errors).toHaveProperty(name)
  expect((await caller.get(path)).json()).toEqual({ items: [] })
})

test('values of more digits than a double has are exact, as numbers and as texts [C-195]', async () => {
  const { caller, path } = await world()
  const json = { headers: { 'content-type': 'application/json' } }
  const given = (value: string) =>
    `{"name": "says \\"value\\": 12345678901234567", "date": "2027-01-01", "value": ${value}}`
  for (const [value, shown] of [
    ['9007199254740993', '9007199254740993'],
    ['9007199254740993.07', '9007199254740993.07'],
    ['"9007199254740995.10"', '9007199254740995.1'],
    ['0.10', '0.1'],
    ['100', '100'],
  ] as const) {
    const made = await caller.post(path, given(value), json)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.body).toContain(`"value":${shown}}`)
    const own = made.headers.location ?? ''
    const read = await caller.get(own)
    expect(read.body).toBe(made.body)
    expect(read.json()).toMatchObject({ name: 'says "value": 12345678901234567' })
    expect((await caller.patch(own, read.body, json)).statusCode).toBe(204)
    expect((await caller.get(own)).body).toBe(read.body)
    expect((await caller.get(`${path}?$count=true`)).body).toContain(read.body)
    expect((await caller.delete(own)).statusCode).toBe(204)
  }
  expect((await caller.post(path, given('90071992547409930000'), json)).statusCode).toBe(400)
})

describe('what a key date is for', () => {
  test('category, owner, reminders and recurrence are kept, listed, and shown in the history [C-180]', async () => {
    const { caller, path, owner, organisationId } = await world()
    const given = {
      name: 'Payment',
      date: '2026-05-31',
      category: 'payment',
      owner: { id: owner.id },
      reminders: [0, 7, 30, 7],
      recurrence: 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1',
    }
    const made = await caller.post(path, given)
    expect(made.statusCode, made.body).toBe(201)
    const shown = {
      category: 'Payment',
      owner: { id: owner.id },
      done: false,
      reminders: [30, 7, 0],
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    }
    expect(made.json()).toMatchObject(shown)
    const other = await caller.post(path, { name: 'Other', date: '2026-05-31' })
    expect(other.json()).toMatchObject({
      category: 'Other',
      owner: null,
      done: false,
      reminders: [],
      recurrence: null,
    })
    const found = await caller.get(
      `/v2/keyDates?$filter=Owner/Id eq me() and Category eq 'Payment' and not Done`,
    )
    expect(found.json()).toMatchObject({ items: [shown] })
    expect(await factsOf(organisationId)).toMatchObject([
      { category: 'Payment', ownerId: owner.id, reminders: '30, 7, 0', recurrence: shown.recurrence },
      { category: 'Other', reminders: null },
    ])
  })

  test('doing one that recurs moves it to its next occurrence, and the last one is done [C-181]', async () => {
    const { caller, path, organisationId } = await world()
    const made = await caller.post(path, {
      name: 'Report',
      date: '2026-01-30',
      reminders: [3],
      recurrence: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=2',
    })
    const own = `${path}/${made.json<{ id: number }>().id}`
    expect((await caller.patch(own, { done: true })).statusCode).toBe(204)
    const second = (await caller.get(own)).json<object>()
    expect(second).toMatchObject({
      date: '2026-02-27',
      done: false,
      recurrence: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=1',
    })
    expect((await caller.patch(own, { ...second, done: true })).statusCode).toBe(204)
    expect((await caller.get(own)).json()).toMatchObject({ date: '2026-02-27', done: true })
    // once is enough
    expect((await caller.patch(own, { done: true })).statusCode).toBe(204)
    expect((await caller.patch(own, { done: false })).statusCode).toBe(204)
    expect(await factsOf(organisationId)).toMatchObject([
      {},
      { changes: { date: { from: '2026-01-30', to: '2026-02-27' } } },
      { changes: { done: { from: false, to: true } } },
      { changes: { done: { from: true, to: false } } },
    ])
  })

  test('what was read is changed and deleted only while it is the current version [C-187]', async () => {
    const { caller, path } = await world()
    const made = await caller.post(path, { name: 'Renewal', date: '2026-05-06' })
    const own = `${path}/${made.json<{ id: number }>().id}`
    const first = { headers: { 'if-match': String(made.headers.etag) } }
    expect((await caller.get(own)).headers.etag).toContain(`${made.headers.etag?.slice(0, -1)}-`)
    expect((await caller.patch(own, { name: 'Mine' }, first)).statusCode).toBe(204)
    const late = await caller.patch(own, { name: 'Theirs' }, first)
    expect(late.statusCode).toBe(412)
    expect((await caller.delete(own, first)).statusCode).toBe(412)
    const read = await caller.get(own)
    expect(read.json()).toMatchObject({ name: 'Mine' })
    expect(read.headers.etag).toContain(`${late.headers.etag?.slice(0, -1)}-`)
    expect(
      (await caller.delete(own, { headers: { 'if-match': String(read.headers.etag) } })).statusCode,
    ).toBe(204)
  })

  test.each([
    [{ category: 'Party' }, 'category'],
    [{ owner: { id: '00000000-0000-4000-8000-000000000000' } }, 'owner'],
    [{ reminders: [-1] }, 'reminders'],
    [{ reminders: [1.5] }, 'reminders'],
    [{ reminders: ['7'] }, 'reminders'],
    [{ reminders: Array.from({ length: 11 }, (_, day) => day) }, 'reminders'],
    [{ recurrence: 'every year' }, 'recurrence'],
    [{ recurrence: 'FREQ=WEEKLY;BYDAY=MO' }, 'date'],
    [{ done: true }, 'done'],
  ])('%j is refused by name [C-183]', async (wrong, name) => {
    const { caller, path } = await world()
    const answer = await caller.post(path, { name: 'A', date: '2027-01-01', ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toHaveProperty(name)
    expect((await caller.get(path)).json()).toEqual({ items: [] })
  })

  test('only somebody who sees the contract can own a key date [C-180]', async () => {
    const { caller, path, contractId, organisationId, owner } = await world()
    const colleague = await createUser(parts.app, { organisationId })
    const body = { name: 'A', date: '2027-01-01', owner: { id: colleague.id } }
    expect((await caller.post(path, body)).statusCode).toBe(400)
    await addContractMember(parts.app, await actorFor(parts.app, owner), contractId, colleague.id)
    expect((await caller.post(path, body)).statusCode).toBe(201)
  })
})
