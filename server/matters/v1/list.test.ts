import { describe, expect, test } from 'vitest'
import { createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { askList } from '../../../test/lists/lists.ts'
import {
  insertMatter,
  type MatterWorld,
  matterWorld,
  mattersPath as matters,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

const list = (caller: Caller, query: Record<string, string | number> = {}) => askList(caller, matters, query)
const ids = (page: { data: readonly { id: number }[] }) => page.data.map(({ id }) => id).sort((a, b) => a - b)

describe('the contexts of a list', () => {
  async function world() {
    const { app } = parts
    const here = await matterWorld(parts)
    const { owner: me, organisationId, categoryId } = here
    const other = await createUser(app, { organisationId, firstName: 'Ben', lastName: 'Quill' })
    const teamId = await createTeam(app, { organisationId, members: [me] })
    const make = (owner: TestUser, values = {}, members: TestUser[] = []) =>
      insertMatter(app, { owner, categoryId, members, values })
    return {
      ...here,
      me,
      other,
      make,
      mine: await make(me),
      shared: await make(other, {}, [me]),
      ofMyTeam: await make(other, { team_id: teamId }),
      ofOthers: await make(other),
      waiting: await make(other, { in_intake: true }),
      secretlyWaiting: await make(other, { in_intake: true, restricted: true }),
      restrictedOfOthers: await make(other, {
        restricted: true,
        name: 'Project Nightjar',
        external_id: 'SECRET-1',
        reference: 'Nightjar',
      }),
      restrictedOfMine: await make(other, { restricted: true }, [me]),
    }
  }

  test('Personal, the default: where the caller is a member [M-21]', async () => {
    const { caller, mine, shared, restrictedOfMine } = await world()
    for (const page of [await list(caller), await list(caller, { context: 'Personal' })]) {
      expect(ids(page)).toEqual([mine, shared, restrictedOfMine])
      expect(page.total).toBe(3)
    }
  })

  test('Teams: what is assigned to a team of the caller [M-26]', async () => {
    const { caller, ofMyTeam, organisationId } = await world()
    expect(ids(await list(caller, { context: 'Teams' }))).toEqual([ofMyTeam])
    const teamless = await callerFor(parts, await createUser(parts.app, { organisationId }))
    expect(await list(teamless, { context: 'Teams' })).toMatchObject({ data: [], total: 0 })
  })

  test('All: for matter administrators, without restricted ones they are not on [M-27]', async () => {
    const here = await world()
    const groups = ['MatterAdministrators'] as const
    const administrator = await createUser(parts.app, { organisationId: here.organisationId, groups })
    const caller = await callerFor(parts, administrator)
    expect(ids(await list(caller, { context: 'All' }))).toEqual([
      here.mine,
      here.shared,
      here.ofMyTeam,
      here.ofOthers,
      here.waiting,
    ])
    expect((await here.caller.get(`${matters}?context=All`)).statusCode).toBe(403)
  })

  test('Intake: for those who manage it, without restricted ones they are not on [M-28]', async () => {
    const here = await world()
    expect(ids(await list(here.caller, { context: 'Intake' }))).toEqual([here.waiting])
    const without = await createUser(parts.app, { organisationId: here.organisationId, role: 'Contributor' })
    expect((await (await callerFor(parts, without)).get(`${matters}?context=Intake`)).statusCode).toBe(403)
  })

  test('Restricted: for administrators, in outline where they are no member [M-29]', async () => {
    const here = await world()
    const { organisationId, other, restrictedOfOthers, restrictedOfMine, secretlyWaiting } = here
    const administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
    const caller = await callerFor(parts, administrator)
    const page = await list(caller, { context: 'Restricted', 'sorting.field': 'id' })
    expect(ids(page)).toEqual([secretlyWaiting, restrictedOfOthers, restrictedOfMine])
    const { $id, matterNumber, ...row } = page.data[1] ?? { id: 0 }
    expect($id).toBe('2')
    expect(matterNumber).toMatch(/^LW\d{4}-0007$/)
    expect(row).toEqual({
      id: restrictedOfOthers,
      name: null,
      status: 'Active',
      categoryId: here.categoryId,
      categoryName: 'Employment',
      organisationId: null,
      organisationName: null,
      ownerId: other.id,
      ownerName: 'Ben Quill',
      managerId: null,
      managerName: null,
      teamId: null,
      restricted: null,
      urgent: null,
      externalId: null,
      parentId: null,
      createdDateUtc: null,
      lastActivityDateUtc: null,
    })
    expect((await here.caller.get(`${matters}?context=Restricted`)).statusCode).toBe(403)
  })

  test('Restricted reveals nothing hidden through a filter or an order [M-29]', async () => {
    const here = await world()
    const administrator = await createUser(parts.app, {
      organisationId: here.organisationId,
      role: 'Administrator',
    })
    const caller = await callerFor(parts, administrator)
    const by = (field: string) => ({
      context: 'Restricted',
      'filtering.field': field,
      'filtering.operator': 'contains',
      'filtering.value': 'Nightjar',
    })
    for (const field of ['name', 'reference']) expect((await list(caller, by(field))).total).toBe(0)
    const own = await here.make(administrator, { restricted: true, name: 'Project Nightjar' })
    expect(ids(await list(caller, by('name')))).toEqual([own])
    const ordered = await list(caller, {
      context: 'Restricted',
      'sorting.field': 'externalId',
      'sorting.direction': 'desc',
    })
    expect(ordered.data.map((row) => row['externalId'])).toEqual([null, null, null, null])
  })
})

describe('columns, pages and bad input', () => {
  const someMatters = async ({ owner, categoryId }: MatterWorld, count: number) => {
    for (let i = 0; i < count; i++) await insertMatter(parts.app, { owner, categoryId })
  }

  test('a row has the default columns or the chosen ones, and always its ids [M-30]', async () => {
    const here = await matterWorld(parts)
    const { organisationId, owner, categoryId, caller } = here
    const references = { reference: 'CLM-1', manager_reference: 'AL/1', purchase_order_number: 'PO-1' }
    const values = { manager_id: owner.id, urgent: true, ...references }
    const id = await insertMatter(parts.app, { owner, categoryId, values })
    const columns =
      '$id id matterNumber name status categoryId categoryName organisationId organisationName ownerId ownerName managerId managerName teamId restricted urgent externalId parentId createdDateUtc lastActivityDateUtc'
    const [whole] = (await list(caller)).data
    expect(Object.keys(whole ?? {})).toEqual(columns.split(' '))
    expect(whole).toMatchObject({
      $id: '1',
      id,
      matterNumber: `LW${String(organisationId).padStart(4, '0')}-0001`,
      categoryName: 'Employment',
      organisationName: 'Harbour',
      ownerName: 'Ana Prior',
      managerName: 'Ana Prior',
      urgent: true,
      createdDateUtc: '2026-03-02T09:00:00.000',
    })
    const [chosen] = (await list(caller, { fields: 'Name,ownerName' })).data
    expect(chosen).toEqual({ $id: '1', id, name: 'Advice', ownerName: 'Ana Prior' })
    const more =
      'reference,managerReference,purchaseOrderNumber,inIntake,createdBy,createdByUserId,managerOrganisationId'
    const [asked] = (await list(caller, { fields: more })).data
    expect(asked).toEqual({
      $id: '1',
      id,
      reference: 'CLM-1',
      managerReference: 'AL/1',
      purchaseOrderNumber: 'PO-1',
      inIntake: false,
      createdBy: 'Ana Prior',
      createdByUserId: owner.id,
      managerOrganisationId: organisationId,
    })
    const repeated = await caller.get(`${matters}?fields=name&fields=status`)
    expect(Object.keys(repeated.json<{ data: object[] }>().data[0] ?? {})).toEqual([
      '$id',
      'id',
      'name',
      'status',
    ])
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
    ['filtering.field=status&filtering.operator=eq&filtering.value=Late'],
    ['filtering.field=status&filtering.operator=gt&filtering.value=Draft'],
  ])('refuses %s with 400 [M-32]', async (query) => {
    const { caller } = await matterWorld(parts)
    const answer = await caller.get(`${matters}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toBeTypeOf('object')
    expect((await caller.get(matters)).statusCode).toBe(200)
  })

  test('pages are stable and complete when all rows are equal in the sort', async () => {
    const here = await matterWorld(parts)
    await someMatters(here, 23)
    const pages = await Promise.all(
      [0, 5, 10, 15, 20].map((skip) => list(here.caller, { take: 5, skip, 'sorting.field': 'name' })),
    )
    const seen = pages.flatMap((page) => page.data.map((row) => row.id))
    expect(new Set(seen).size).toBe(23)
    expect(pages.every((page) => page.total === 23)).toBe(true)
  })

  test('the newest come first where no order is asked for [M-21]', async () => {
    const here = await matterWorld(parts)
    await someMatters(here, 2)
    parts.clock.advance({ minutes: 1 })
    await someMatters(here, 1)
    const numbers = (await list(here.caller)).data.map((row) => String(row['matterNumber']).slice(-1))
    expect(numbers).toEqual(['3', '2', '1'])
  })
})
