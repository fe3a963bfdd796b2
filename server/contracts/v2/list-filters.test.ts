// Filters of v2 that depend on who asks and when, on null, and on what a contract does not show.
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let owner: TestUser
let colleague: TestUser
let caller: Caller
let templateId: number

beforeAll(async () => {
  const { app, clock } = parts
  // 23:30 on the sixth of May in Auckland
  clock.set(new Date('2026-05-06T11:30:00Z'))
  const { id: organisationId } = await createOrganisation(app, { timeZone: 'Pacific/Auckland' })
  owner = await createUser(app, { organisationId, role: 'Administrator', permissions: ['ContractCreator'] })
  colleague = await createUser(app, { organisationId, role: 'InhouseLegal' })
  templateId = await createContractTemplate(app, { organisationId })
  caller = await callerFor(parts, owner)
})

const insert = (name: string, values: object = {}, members: readonly TestUser[] = []) =>
  insertContract(parts.app, { owner, templateId, members, values: { name, ...values } })

async function names(filter: string, by: Caller = caller): Promise<string[]> {
  const answer = await by.get(`/v2/contracts?${new URLSearchParams({ $filter: filter }).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: { name: string }[] }>().items.map(({ name }) => name)
}

async function problemOf(query: string) {
  const answer = await caller.get(`/v2/contracts?${query}`)
  expect(answer.statusCode, answer.body).toBe(400)
  return answer.json<{ detail: string; errors: Record<string, string[]> }>()
}
const problem = (filter: string) => problemOf(new URLSearchParams({ $filter: filter }).toString())

describe('today(n)', () => {
  beforeAll(async () => {
    await insert('T yesterday', { expiry: '2026-05-05T23:59:00' })
    await insert('T today', { expiry: '2026-05-06T17:00:00' })
    await insert('T tomorrow', { expiry: '2026-05-07T00:00:00' })
    await insert('T never')
    await insert('T made', { created_at: new Date('2026-05-05T11:59:00Z') })
    await insert('T made later', { created_at: new Date('2026-05-05T12:00:00Z') })
  })
  const among = "startswith(Name,'T') and "

  test.each([
    ['Expiry eq today()', ['T today']],
    ['Expiry le today(0)', ['T yesterday', 'T today']],
    ['Expiry lt today()', ['T yesterday']],
    ['Expiry gt today()', ['T tomorrow']],
    ['Expiry ge today() and Expiry le today(+1)', ['T today', 'T tomorrow']],
    ['Expiry in (today(-1),today(1))', ['T yesterday', 'T tomorrow']],
    ['today(1) le Expiry', ['T tomorrow']],
    ['Expiry ne today() and Expiry ne null', ['T yesterday', 'T tomorrow']],
  ])('%s: whole days of the organisation [V-330]', async (filter, expected) => {
    expect(await names(`${among}${filter}`)).toEqual(expected)
  })

  test('is the day where the caller works, for times of the world as well [V-330]', async () => {
    expect(await names("startswith(Name,'T made') and Created/DateUtc eq today()")).toEqual(['T made later'])
    expect(await names("startswith(Name,'T made') and Created/DateUtc lt today()")).toEqual(['T made'])
    parts.clock.set(new Date('2026-05-06T12:00:00Z'))
    expect(await names(`${among}Expiry eq today()`)).toEqual(['T tomorrow'])
    parts.clock.set(new Date('2026-05-06T11:30:00Z'))
  })

  test('is refused where no day fits, and beyond a hundred years', async () => {
    expect((await problem('Name eq today()')).errors['$filter']?.[0]).toContain('a text in single quotes')
    expect((await problem('Expiry le today(40000)')).errors['$filter']?.[0]).toContain('-36500 to 36500')
    expect((await problem('Expiry le today(1.5)')).errors['$filter']?.[0]).toContain('whole number of days')
  })
})

test('me() is the caller [V-331]', async () => {
  await insert('M of both', {}, [colleague])
  const other = await callerFor(parts, colleague)
  const mine = "startswith(Name,'M') and Owner/Id eq me()"
  expect(await names(mine)).toEqual(['M of both'])
  expect(await names(mine, other)).toEqual([])
  const member = "startswith(Name,'M') and Members/any(m: m/id eq me())"
  expect(await names(member, other)).toEqual(['M of both'])
  expect((await problem('Id eq me()')).errors['$filter']?.[0]).toContain('a number')
})

describe('null in $filter', () => {
  beforeAll(async () => {
    await insert('N with', { external_id: 'alpha' })
    await insert('N without')
  })

  test.each([
    ["not startswith(ExternalId,'b')", ['N with']],
    ["not (contains(ExternalId,'b') or Restricted)", ['N with']],
    ["contains(ExternalId,'b') eq false", ['N with']],
    ["contains(ExternalId,'b') ne true", ['N with', 'N without']],
    ["contains(ExternalId,'l') ne false", ['N with', 'N without']],
    ["not (contains(ExternalId,'l') eq false)", ['N with', 'N without']],
    ["not (contains(ExternalId,'b') eq true)", ['N with', 'N without']],
    ["not not contains(ExternalId,'l')", ['N with']],
    ["ExternalId ne 'b'", ['N with', 'N without']],
    ['ExternalId eq null', ['N without']],
    ['not (ExternalId eq null)', ['N with']],
  ])('%s: what is unknown finds nothing, only eq and ne speak of null [V-332]', async (filter, expected) => {
    expect(await names(`startswith(Name,'N') and ${filter}`)).toEqual(expected)
  })

  test('v1 keeps to what it does: what has no value does not contain it [G-75]', async () => {
    const url = `/contract-apis/v1/contracts?filtering.logic=and&filtering.filters[0].field=externalId&filtering.filters[0].operator=doesnotcon&filtering.filters[0].value=b&filtering.filters[1].field=name&filtering.filters[1].operator=startswith&filtering.filters[1].value=N`
    const { data } = (await caller.get(url)).json<{ data: { name: string }[] }>()
    expect(data.map(({ name }) => name).toSorted()).toEqual(['N with', 'N without'])
  })
})

describe('what a refusal says', () => {
  test('an unknown property, with those that are like it [V-333]', async () => {
    const { detail, errors } = await problem('Expirry le today()')
    expect(detail).toBe("OData filtering is not supported for 'Expirry'")
    expect(errors['$filter']?.[1]).toBe("There is no property 'Expirry'. Similar: Expiry.")
  })

  test('a property that items show and lists cannot be filtered by [V-333]', async () => {
    const { detail, errors } = await problem('Created eq 1')
    expect(detail).toBe("OData filtering is not supported for 'Created'")
    expect(errors['$filter']?.[1]).toMatch(
      /^'Created' is a property, but filtering by it is not possible\. Possible: Created\/DateUtc/,
    )
  })

  test('an operator that does not fit, with those that do [V-333]', async () => {
    const { detail, errors } = await problem("Name gt 'a'")
    expect(detail).toBe("Operation 'gt' is not supported for 'Name'")
    expect(errors['$filter']?.[1]).toBe("'Name' takes eq, ne, in, contains, startswith, endswith, tolower.")
  })

  test('$count without a value [V-334]', async () => {
    expect((await problemOf('$count')).errors).toHaveProperty(['$count'])
    expect((await problemOf('$count=')).errors).toHaveProperty(['$count'])
    expect((await caller.get('/v2/contracts?$count=true')).statusCode).toBe(200)
  })

  test('NUL in a filter of v1 that is written as JSON [G-101]', async () => {
    const filters = JSON.stringify([{ field: 'name', operator: 'contains', value: '\0' }])
    const query = new URLSearchParams({ 'filtering.logic': 'and', 'filtering.filters': filters })
    const answer = await caller.get(`/contract-apis/v1/contracts?${query.toString()}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('NUL')
  })

  test('v1 names what there is [G-77]', async () => {
    const base =
      '/contract-apis/v1/contracts/1/users?filtering.operator=eq&filtering.value=x&filtering.field='
    const answer = await caller.get(`${base}lastName`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      detail: expect.stringMatching(
        /^This list cannot be filtered by "lastName"\. There are userLastname, /,
      ) as string,
    })
    const list = await caller.get('/contract-apis/v1/contracts?sorting.field=naem')
    expect(list.json<{ detail: string }>().detail).toContain('There are name, ')
  })
})

test('stages, changes, parents and parties can be asked for [V-335]', async () => {
  const parentId = await insert('S parent')
  const id = await insert('S child', { parent_id: parentId, created_at: new Date('2026-01-01T00:00:00Z') })
  const among = "startswith(Name,'S') and "
  expect(await names(`${among}Parent/Id eq ${parentId}`)).toEqual(['S child'])
  expect(await names(`${among}StageSince lt 2026-02-01`)).toEqual(['S child'])
  expect((await caller.patch(`/v2/contracts/${id}`, { status: 'Negotiating' })).statusCode).toBe(204)
  expect(await names(`${among}StageSince ge 2026-05-06 and Id eq ${id}`)).toEqual(['S child'])
  expect(await names(`${among}Id eq ${id} and Modified/DateUtc ge 2026-05-06`)).toEqual(['S child'])
  expect(await names(`${among}Executed/DateUtc eq null and Id eq ${id}`)).toEqual(['S child'])
  const answer = await caller.get(
    '/v2/contracts?$filter=Restricted%20eq%20false&$orderby=StageSince,Modified/DateUtc&$top=1',
  )
  expect(answer.json<{ items: { name: string }[] }>().items.map(({ name }) => name)).toEqual(['T made'])
})

test('contracts of a party [V-335]', async () => {
  const form = { organisationId: owner.organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(parts.app, form, { title: 'Other party', type: 'ContractEntity' })
  const id = await insert('P with Zephyr')
  const party = await caller.post('/contract-apis/v1/contracts/entities', { name: 'Zephyr Ltd' })
  const partyId = party.json<number>()
  const set = await caller.patch(`/v2/contracts/${id}`, { fields: { otherParty: { id: partyId } } })
  expect(set.statusCode, `${party.body}${set.body}`).toBe(204)
  expect(await names("Parties/any(p: p/name eq 'zephyr ltd')")).toEqual(['P with Zephyr'])
  expect(await names("startswith(Name,'P') and Parties/any()")).toEqual(['P with Zephyr'])
  expect(await names(`Parties/any(p: p/id eq ${partyId}) and Restricted`)).toEqual([])
  // a field that left the forms of the type names nobody
  await parts.app.database.kysely
    .deleteFrom('form_parts')
    .where('organisation_id', '=', owner.organisationId)
    .where('template_id', '=', templateId)
    .execute()
  expect(await names('Parties/any()')).toEqual([])
  const { fields } = (await caller.get(`/v2/contracts/${id}`)).json<{ fields: object }>()
  expect(fields).not.toHaveProperty('otherParty')
})

test('key dates by the owner of their contract [V-335]', async () => {
  const id = await insert('K')
  const made = await caller.post(`/v2/contracts/${id}/keyDates`, { name: 'Notice', date: '2026-05-08' })
  expect(made.statusCode, made.body).toBe(201)
  const of = async (by: Caller) => {
    const filter = encodeURIComponent('Contract/Owner/Id eq me() and Date le today(2)')
    return (await by.get(`/v2/keyDates?$filter=${filter}`)).json<{ items: object[] }>().items.length
  }
  expect(await of(caller)).toBe(1)
  expect(await of(await callerFor(parts, colleague))).toBe(0)
})
