import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

interface Row {
  id: number
  [name: string]: unknown
}
interface Page {
  data: Row[]
  total: number
}

async function list(caller: Caller, query: Record<string, string | number> = {}): Promise<Page> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const answer = await caller.get(`${contracts}?${text}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>()
}

describe('the contexts of a list', () => {
  async function world() {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const me = await createUser(app, { organisationId })
    const other = await createUser(app, { organisationId })
    const templateId = await createContractTemplate(app, { organisationId })
    const teamId = await createTeam(app, { organisationId, members: [me] })
    const make = (owner: TestUser, values = {}, members: TestUser[] = []) =>
      insertContract(app, { owner, templateId, members, values })
    return {
      organisationId,
      me,
      mine: await make(me),
      shared: await make(other, {}, [me]),
      ofMyTeam: await make(other, { team_id: teamId }),
      ofOthers: await make(other),
      restrictedOfOthers: await make(other, {
        restricted: true,
        name: 'Project Nightjar',
        external_id: 'SECRET-1',
      }),
      restrictedOfMine: await make(other, { restricted: true }, [me]),
      make,
      other,
    }
  }
  const ids = (page: Page) => page.data.map((row) => row.id).sort((a, b) => a - b)

  test('Personal, the default: where the caller is a member [C-22]', async () => {
    const { me, mine, shared, restrictedOfMine } = await world()
    const caller = await callerFor(parts, me)
    for (const page of [await list(caller), await list(caller, { context: 'Personal' })]) {
      expect(ids(page)).toEqual([mine, shared, restrictedOfMine])
      expect(page.total).toBe(3)
    }
  })

  test('Teams: what is assigned to a team of the caller [C-23]', async () => {
    const { me, ofMyTeam } = await world()
    expect(ids(await list(await callerFor(parts, me), { context: 'Teams' }))).toEqual([ofMyTeam])
  })

  test('All: for contract administrators, without restricted ones they are not on [C-24]', async () => {
    const here = await world()
    const administrator = await createUser(parts.app, {
      organisationId: here.organisationId,
      groups: ['ContractAdministrators'],
    })
    const caller = await callerFor(parts, administrator)
    expect(ids(await list(caller, { context: 'All' }))).toEqual([
      here.mine,
      here.shared,
      here.ofMyTeam,
      here.ofOthers,
    ])
    expect((await (await callerFor(parts, here.me)).get(`${contracts}?context=All`)).statusCode).toBe(403)
  })

  test('Restricted: for administrators, in outline where they are no member [C-25]', async () => {
    const here = await world()
    const administrator = await createUser(parts.app, {
      organisationId: here.organisationId,
      role: 'Administrator',
    })
    const caller = await callerFor(parts, administrator)
    const page = await list(caller, { context: 'Restricted', 'sorting.field': 'id' })
    expect(ids(page)).toEqual([here.restrictedOfOthers, here.restrictedOfMine])
    expect(page.data[0]).toMatchObject({
      status: 'Draft',
      ownerId: here.other.id,
      name: null,
      externalId: null,
      teamId: null,
    })
    expect((await (await callerFor(parts, here.me)).get(`${contracts}?context=Restricted`)).statusCode).toBe(
      403,
    )
  })

  test('Restricted reveals nothing hidden through a filter or an order [C-25]', async () => {
    const here = await world()
    const administrator = await createUser(parts.app, {
      organisationId: here.organisationId,
      role: 'Administrator',
    })
    const caller = await callerFor(parts, administrator)
    const byName = {
      'filtering.field': 'name',
      'filtering.operator': 'contains',
      'filtering.value': 'Nightjar',
    }
    expect((await list(caller, { context: 'Restricted', ...byName })).total).toBe(0)
    const own = await here.make(administrator, { restricted: true, name: 'Project Nightjar' })
    expect(ids(await list(caller, { context: 'Restricted', ...byName }))).toEqual([own])
    const ordered = await list(caller, {
      context: 'Restricted',
      'sorting.field': 'externalId',
      'sorting.direction': 'desc',
    })
    expect(ordered.data.map((row) => row.externalId)).toEqual([null, null, null])
  })
})

describe('columns, pages and bad input', () => {
  test('a row has the default columns or the chosen ones, and always its ids [C-26, G-36, G-38, G-78]', async () => {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const me = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
    const templateId = await createContractTemplate(app, { organisationId, name: 'NDA' })
    const id = await insertContract(app, { owner: me, templateId, values: { expiry: '2027-06-30T17:00:00' } })
    const caller = await callerFor(parts, me)
    const columns =
      '$id id name status category templateId templateName typeName ownerId ownerName matterId matterNumber teamId restricted externalId parentContractId documentFileId expiry executedDateUtc createdDateUtc lastActivityDateUtc'
    const [whole] = (await list(caller)).data
    expect(Object.keys(whole ?? {})).toEqual(columns.split(' '))
    expect(whole).toMatchObject({
      ownerName: 'Ana Prior',
      templateName: 'NDA',
      category: 'Commercial',
      expiry: '2027-06-30T17:00:00',
      createdDateUtc: '2026-03-02T09:00:00.000',
    })
    const [chosen] = (await list(caller, { fields: 'Name,ownerName' })).data
    expect(chosen).toEqual({ $id: '1', id, name: 'Agreement', ownerName: 'Ana Prior' })
    const repeated = await caller.get(`${contracts}?fields=name&fields=status`)
    expect(Object.keys(repeated.json<Page>().data[0] ?? {})).toEqual(['$id', 'id', 'name', 'status'])
  })

  test.each([
    ['take=0'],
    ['take=1001'],
    ['skip=-1'],
    ['take=abc'],
    ['context=Everything'],
    ['fields=secret'],
    ['sorting.field=__proto__'],
    ['sorting.field=name&sorting.direction=up'],
    ['filtering.field=name'],
    ['filtering.logic=and'],
    ['filtering.field=ownerId&filtering.operator=eq&filtering.value=me'],
  ])('refuses %s with 400 [C-27, G-71]', async (query) => {
    const { app } = parts
    const me = await createUser(app, { organisationId: (await createOrganisation(app)).id })
    const caller = await callerFor(parts, me)
    const answer = await caller.get(`${contracts}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toBeTypeOf('object')
    expect((await caller.get(contracts)).statusCode).toBe(200)
  })

  test('pages are stable and complete when all rows are equal in the sort [G-79]', async () => {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const me = await createUser(app, { organisationId })
    const templateId = await createContractTemplate(app, { organisationId })
    for (let i = 0; i < 23; i++) await insertContract(app, { owner: me, templateId })
    const caller = await callerFor(parts, me)
    const pages = await Promise.all(
      [0, 5, 10, 15, 20].map((skip) => list(caller, { take: 5, skip, 'sorting.field': 'name' })),
    )
    const seen = pages.flatMap((page) => page.data.map((row) => row.id))
    expect(new Set(seen).size).toBe(23)
    expect(pages.every((page) => page.total === 23)).toBe(true)
  })
})
