// Contracts expire at the moment of their expiry, before a job has stored it: no read shows them as executed.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { countedWrongly } from '../../../test/lists/counts.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { expireContracts } from '../commands/expire-contracts.ts'

const parts = useTestApp()
const v1 = '/contract-apis/v1/contracts'

async function world() {
  const { app } = parts
  const { organisationId, owner, insert } = await contractWorld(parts, { groups: ['ContractAdministrators'] })
  const inTenSeconds = new Date(app.clock.now().getTime() + 10_000)
  const { rows } = await sql<{
    local: string
  }>`select to_char(${inTenSeconds}::timestamptz at time zone o.time_zone,
      'YYYY-MM-DD"T"HH24:MI:SS') as local
    from organisations o where o.id = ${organisationId}`.execute(app.database.kysely)
  const values = { status: 'Executed', expiry: rows[0]?.local ?? null }
  const due = await insert({ ...values, name: 'Quillwort lease' })
  const stays = await insert({ status: 'Executed' })
  const long = await insert({ status: 'Expired' })
  return { organisationId, due, stays, long, caller: await callerFor(parts, owner) }
}

const idsOf = async (caller: Caller, query: string) => {
  const answer = await caller.get(query)
  expect(answer.statusCode, answer.body).toBe(200)
  const { items, data, count, total } = answer.json<{
    items?: { id: number }[]
    data?: { id: number }[]
    count?: number
    total?: number
  }>()
  return { ids: (items ?? data ?? []).map(({ id }) => id).sort((a, b) => a - b), count: count ?? total }
}

const filterV1 = (stage: string, context = 'Personal') =>
  `${v1}?context=${context}&filtering.field=status&filtering.operator=eq&filtering.value=${stage}`

test('a contract is Expired everywhere from the moment of its expiry [C-160]', async () => {
  const { due, stays, long, caller } = await world()
  const executed = "/v2/contracts?$count=true&$filter=Status eq 'Executed'"
  const expired = "/v2/contracts?$count=true&$filter=Status eq 'Expired'"
  await caller.get(`${v1}/${due}`)
  expect(await idsOf(caller, executed)).toEqual({ ids: [due, stays], count: 2 })
  parts.clock.advance({ seconds: 10 })
  const seen = async (who: Caller) => {
    expect((await who.get(`${v1}/${due}`)).json()).toMatchObject({ status: 'Expired' })
    expect((await who.get(`/v2/contracts/${due}`)).json()).toMatchObject({ status: 'Expired' })
    expect(await idsOf(who, executed)).toEqual({ ids: [stays], count: 1 })
    expect(await idsOf(who, expired)).toEqual({ ids: [due, long], count: 2 })
    const byExpiry = "/v2/contracts?$filter=Status eq 'Expired' and Id gt 0&$orderby=Expiry"
    expect(await inOrder(who, `${byExpiry}&$top=1`)).toEqual([long, due])
    expect(await inOrder(who, `${byExpiry} desc&$top=1`)).toEqual([due, long])
    expect(await idsOf(who, `${byExpiry}&$count=true&$skip=1`)).toEqual({ ids: [due], count: 2 })
    expect(await idsOf(who, "/v2/contracts?$count=true&$filter=Status in ('Executed','Draft')")).toEqual({
      ids: [stays],
      count: 1,
    })
    expect(await idsOf(who, "/v2/contracts?$count=true&$filter=Status ne 'Executed'")).toEqual({
      ids: [due, long],
      count: 2,
    })
    for (const context of ['Personal', 'All']) {
      expect(await idsOf(who, filterV1('Executed', context))).toEqual({ ids: [stays], count: 1 })
      expect(await idsOf(who, filterV1('Expired', context))).toEqual({ ids: [due, long], count: 2 })
    }
    const found = (await who.get(`${v1}/quickfind?term=quillwort`)).json<{ id: number; status: string }[]>()
    expect(found).toMatchObject([{ id: due, status: 'Expired' }])
    const [recent] = (await who.get(`${v1}/recent`)).json<object[]>()
    expect(recent).toMatchObject({ id: due, contractStatus: 'Expired' })
  }
  await seen(caller)
  expect(await expireContracts(parts.app)).toBe(1)
  await seen(caller)
  expect(await countedWrongly(parts.app)).toBe(0)
})

/** The ids in their order, page by page. */
async function inOrder(caller: Caller, query: string): Promise<readonly number[]> {
  const ids: number[] = []
  for (let next: string | undefined = query; next; ) {
    const answer = await caller.get(next)
    expect(answer.statusCode, answer.body).toBe(200)
    const { items, nextLink } = answer.json<{ items: { id: number }[]; nextLink?: string }>()
    ids.push(...items.map(({ id }) => id))
    next = nextLink && nextLink.slice(nextLink.indexOf('/v2/'))
  }
  return ids
}

test('lists by status, page by page, and groups have it where it is shown [C-160]', async () => {
  const { due, stays, long, caller } = await world()
  const asked = async () => {
    const sorted = (await caller.get(`${v1}?sorting.field=status&sorting.direction=asc`)).json<{
      data: { id: number }[]
    }>()
    const summary = (await caller.get('/v2/contracts/summary?groupBy=Status')).json<{
      groups: { keys: { value: string }[]; count: number }[]
    }>()
    return {
      up: await inOrder(caller, '/v2/contracts?$orderby=Status'),
      down: await inOrder(caller, '/v2/contracts?$orderby=Status desc&$top=1'),
      v1: sorted.data.map(({ id }) => id),
      groups: Object.fromEntries(summary.groups.map(({ keys, count }) => [keys[0]?.value, count])),
    }
  }
  const before = [due, stays, long]
  expect(await asked()).toEqual({
    up: before,
    down: before.toReversed(),
    v1: before,
    groups: { Executed: 2, Expired: 1 },
  })
  parts.clock.advance({ seconds: 10 })
  const after = [stays, due, long]
  const shown = { up: after, down: after.toReversed(), v1: after, groups: { Executed: 1, Expired: 2 } }
  expect(await asked()).toEqual(shown)
  expect(await expireContracts(parts.app)).toBe(1)
  expect(await asked()).toEqual(shown)
})

test('it is in that stage since its expiry, before a job has stored it and after [C-209]', async () => {
  const { due, stays, long, caller } = await world()
  const expiry = new Date(parts.clock.now().getTime() + 10_000).toISOString().slice(0, 19)
  const asked = async () => {
    const current = (await caller.get('/v2/contracts/stageTimes')).json<{
      items: { stage: string; current: number }[]
    }>()
    return {
      order: await inOrder(caller, '/v2/contracts?$orderby=StageSince&$top=1'),
      since: (await idsOf(caller, `/v2/contracts?$filter=StageSince ge ${expiry}Z`)).ids,
      before: (await idsOf(caller, `/v2/contracts?$filter=StageSince lt ${expiry}Z`)).ids,
      expired: current.items.find(({ stage }) => stage === 'Expired')?.current,
    }
  }
  const before = { order: [due, stays, long], since: [], before: [due, stays, long], expired: 1 }
  expect(await asked()).toEqual(before)
  parts.clock.advance({ seconds: 20 })
  const shown = { order: [stays, long, due], since: [due], before: [stays, long], expired: 2 }
  expect(await asked()).toEqual(shown)
  // as late as the job may be
  parts.clock.advance({ seconds: 40 })
  expect(await expireContracts(parts.app)).toBe(1)
  expect(await asked()).toEqual(shown)
  const after = new Date(parts.clock.now().getTime() - 30_000).toISOString()
  expect((await idsOf(caller, `/v2/contracts?$filter=StageSince ge ${after}`)).ids).toEqual([])
})

test('a change before the job stores that it expired, with its event, and follows the rules of Expired [C-161]', async () => {
  const { organisationId, due, caller } = await world()
  parts.clock.advance({ seconds: 10 })
  const etag = (await caller.get(`/v2/contracts/${due}`)).headers.etag
  const back = await caller.patch(`/v2/contracts/${due}`, { status: 'Draft' })
  expect([back.statusCode, back.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('is Expired cannot become Draft'),
  ])
  const renamed = await caller.patch(
    `/v2/contracts/${due}`,
    { name: 'Renamed' },
    { headers: { 'if-match': String(etag) } },
  )
  expect(renamed.statusCode, renamed.body).toBe(204)
  const { rows } = await sql<{ name: string; facts: object }>`select name, facts from events
    where organisation_id = ${organisationId} and subject_id = ${due} order by id`.execute(
    parts.app.database.kysely,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'contract.updated',
    'contract.status.updated',
    'contract.updated',
  ])
  expect(rows[1]?.facts).toEqual({ from: 'Executed', to: 'Expired' })
  expect(await expireContracts(parts.app)).toBe(0)
  expect(await countedWrongly(parts.app)).toBe(0)
})
