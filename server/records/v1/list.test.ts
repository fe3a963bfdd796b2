// v1 of lists of records: whose records each context shows, columns, pages, and what is refused.
import { describe, expect, test } from 'vitest'
import { createTeam, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { askList, type Page } from '../../../test/lists/lists.ts'
import { kindsOf, type TestKind, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const kinds = kindsOf(parts)

const ids = (page: Page) => page.data.map(({ id }) => id).sort((a, b) => a - b)

/** The columns of a list that asks for none, and what it shows of a record that is shown in outline only. */
const shownIn = {
  matters: {
    columns:
      '$id id matterNumber name status categoryId categoryName organisationId organisationName ownerId ownerName managerId managerName teamId restricted urgent externalId parentId createdDateUtc lastActivityDateUtc',
    outline: (categoryId: number) => ({
      status: 'Active',
      categoryId,
      categoryName: 'Employment',
      matterNumber: expect.stringMatching(/^LW\d{4}-0007$/) as string,
    }),
  },
  contracts: {
    columns:
      '$id id name status category templateId templateName typeName ownerId ownerName matterId matterNumber teamId restricted externalId parentContractId documentFileId expiry executedDateUtc createdDateUtc lastActivityDateUtc',
    outline: (templateId: number) => ({ status: 'Draft', templateId, templateName: 'Employment' }),
  },
}

/** Records of the caller and of others, in a team and restricted, and of matters some that wait in intake. */
async function world(of: TestKind) {
  const { app } = parts
  const here = await worldOf(parts, of)
  const { organisationId, insert, owner } = here
  const other = await createUser(app, { organisationId, firstName: 'Ben', lastName: 'Quill' })
  const teamId = await createTeam(app, { organisationId, members: [owner] })
  const ofOther = (values: object, ...members: (typeof owner)[]) => insert(values, members, other)
  return {
    ...here,
    list: (query: Record<string, string> = {}, by = here.caller) => askList(by, of.v1, query),
    as: async (more: Partial<Parameters<typeof createUser>[1]>) =>
      callerFor(parts, await createUser(app, { organisationId, ...more })),
    other,
    mine: await insert(),
    shared: await ofOther({}, owner),
    ofMyTeam: await ofOther({ team_id: teamId }),
    ofOthers: await ofOther({}),
    waiting: of.one === 'matter' ? [await ofOther({ in_intake: true })] : [],
    secretlyWaiting: of.one === 'matter' ? [await ofOther({ in_intake: true, restricted: true })] : [],
    restrictedOfOthers: await ofOther({
      restricted: true,
      name: 'Project Nightjar',
      external_id: 'SECRET-1',
      ...(of.one === 'matter' && { reference: 'Nightjar' }),
    }),
    restrictedOfMine: await ofOther({ restricted: true }, owner),
  }
}

describe.each(kinds)('the contexts of a list of $kind', (of) => {
  const { kind, one, v1 } = of
  const statusOf = async (caller: Caller, context: string) =>
    (await caller.get(`${v1}?context=${context}`)).statusCode

  test('Personal, the default: where the caller is a member [C-22, M-21]', async () => {
    const { list, mine, shared, restrictedOfMine } = await world(of)
    for (const page of [await list(), await list({ context: 'Personal' })]) {
      expect(ids(page)).toEqual([mine, shared, restrictedOfMine])
      expect(page.total).toBe(3)
    }
  })

  test('Teams: what is assigned to a team of the caller [C-23, M-26]', async () => {
    const { list, as, ofMyTeam } = await world(of)
    expect(ids(await list({ context: 'Teams' }))).toEqual([ofMyTeam])
    expect(await list({ context: 'Teams' }, await as({}))).toMatchObject({ data: [], total: 0 })
  })

  test('All: for administrators of the kind, without restricted ones they are not on [C-24, M-27]', async () => {
    const { list, as, caller, ...made } = await world(of)
    const { mine, shared, ofMyTeam, ofOthers, waiting } = made
    const all = await list({ context: 'All' }, await as({ groups: [of.group] }))
    expect(ids(all)).toEqual([mine, shared, ofMyTeam, ofOthers, ...waiting])
    expect(await statusOf(caller, 'All')).toBe(403)
  })

  test('Restricted: for administrators, in outline where they are no member [C-25, M-29]', async () => {
    const { list, as, caller, typeId, other, ...made } = await world(of)
    const { secretlyWaiting, restrictedOfOthers, restrictedOfMine } = made
    const administrator = await as({ role: 'Administrator' })
    const page = await list({ context: 'Restricted', 'sorting.field': 'id' }, administrator)
    expect(ids(page)).toEqual([...secretlyWaiting, restrictedOfOthers, restrictedOfMine])
    const { columns, outline } = shownIn[kind]
    expect(page.data.find(({ id }) => id === restrictedOfOthers)).toEqual({
      ...Object.fromEntries(columns.split(' ').map((name) => [name, null])),
      $id: String(secretlyWaiting.length + 1),
      id: restrictedOfOthers,
      ownerId: other.id,
      ownerName: 'Ben Quill',
      ...outline(typeId),
    })
    expect(await statusOf(caller, 'Restricted')).toBe(403)
  })

  test('Restricted reveals nothing hidden through a filter or an order [C-25, M-29]', async () => {
    const { list, insert, organisationId, secretlyWaiting } = await world(of)
    const administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
    const caller = await callerFor(parts, administrator)
    const by = (field: string) => ({
      context: 'Restricted',
      'filtering.field': field,
      'filtering.operator': 'contains',
      'filtering.value': 'Nightjar',
    })
    for (const field of ['name', ...(one === 'matter' ? ['reference'] : [])])
      expect((await list(by(field), caller)).total).toBe(0)
    const own = await insert({ restricted: true, name: 'Project Nightjar' }, [], administrator)
    expect(ids(await list(by('name'), caller))).toEqual([own])
    const order = { 'sorting.field': 'externalId', 'sorting.direction': 'desc' }
    const ordered = await list({ context: 'Restricted', ...order }, caller)
    expect(ordered.data.map((row) => row['externalId'])).toEqual([
      null,
      null,
      null,
      ...secretlyWaiting.map(() => null),
    ])
  })

  if (one === 'matter') {
    test('Intake: for those who manage it, without restricted ones they are not on [M-28]', async () => {
      const { list, as, waiting } = await world(of)
      expect(ids(await list({ context: 'Intake' }))).toEqual(waiting)
      expect(await statusOf(await as({ role: 'Contributor' }), 'Intake')).toBe(403)
    })
  }
})

describe.each(kinds)('columns and pages of $kind, and bad input', (of) => {
  const { kind, one, v1 } = of
  const isMatter = one === 'matter'
  const columnsOf = (row: object | undefined) => Object.keys(row ?? {}).join(' ')

  test('a row has the default columns or the chosen ones, and always its ids [C-26, G-36, G-38, G-78, M-30]', async () => {
    const { organisationId, owner, insert, caller } = await worldOf(parts, of)
    const references = { reference: 'CLM-1', manager_reference: 'AL/1', purchase_order_number: 'PO-1' }
    const id = await insert(
      isMatter ? { manager_id: owner.id, urgent: true, ...references } : { expiry: '2027-06-30T17:00:00' },
    )
    const number = `LW${String(organisationId).padStart(4, '0')}-0001`
    const [whole] = (await askList(caller, v1)).data
    expect(columnsOf(whole)).toBe(shownIn[kind].columns)
    expect(whole).toMatchObject({
      $id: '1',
      id,
      ownerName: 'Ana Prior',
      createdDateUtc: '2026-03-02T09:00:00.000',
      ...(isMatter
        ? { matterNumber: number, categoryName: 'Employment', organisationName: 'Harbour' }
        : { templateName: 'Employment', category: 'Commercial', expiry: '2027-06-30T17:00:00' }),
      ...(isMatter && { managerName: 'Ana Prior', urgent: true }),
    })
    const [chosen] = (await askList(caller, v1, { fields: 'Name,ownerName' })).data
    const name = isMatter ? 'Advice' : 'Agreement'
    expect(chosen).toEqual({ $id: '1', id, name, ownerName: 'Ana Prior' })
    const repeated = await caller.get(`${v1}?fields=name&fields=status`)
    expect(columnsOf(repeated.json<Page>().data[0])).toBe('$id id name status')
    if (!isMatter) return
    const more = {
      reference: 'CLM-1',
      managerReference: 'AL/1',
      purchaseOrderNumber: 'PO-1',
      inIntake: false,
      createdBy: 'Ana Prior',
      createdByUserId: owner.id,
      managerOrganisationId: organisationId,
    }
    const [asked] = (await askList(caller, v1, { fields: Object.keys(more).join() })).data
    expect(asked).toEqual({ $id: '1', id, ...more })
  })

  test.each([
    'take=0',
    'take=1001',
    'skip=-1',
    'take=abc',
    'context=Everything',
    'fields=secret',
    'sorting.field=__proto__',
    'sorting.field=name&sorting.direction=up',
    'filtering.field=name',
    'filtering.logic=and',
    'filtering.field=ownerId&filtering.operator=eq&filtering.value=me',
    'filtering.field=status&filtering.operator=eq&filtering.value=Late',
    'filtering.field=status&filtering.operator=gt&filtering.value=Draft',
  ])('refuses %s with 400 [C-27, G-71, M-32]', async (query) => {
    const { caller } = await worldOf(parts, of)
    const answer = await caller.get(`${v1}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toBeTypeOf('object')
    expect((await caller.get(v1)).statusCode).toBe(200)
  })

  test('pages are stable and complete when all rows are equal in the sort [G-79]', async () => {
    const { insert, caller } = await worldOf(parts, of)
    for (let i = 0; i < 23; i++) await insert()
    const pages = await Promise.all(
      [0, 5, 10, 15, 20].map((skip) => askList(caller, v1, { take: 5, skip, 'sorting.field': 'name' })),
    )
    const seen = pages.flatMap((page) => page.data.map((row) => row.id))
    expect(new Set(seen).size).toBe(23)
    expect(pages.every((page) => page.total === 23)).toBe(true)
  })

  test('the newest come first where no order is asked for [M-21]', async () => {
    const { insert, caller } = await worldOf(parts, of)
    const [first, second] = [await insert(), await insert()]
    parts.clock.advance({ minutes: 1 })
    const last = await insert()
    expect((await askList(caller, v1)).data.map(({ id }) => id)).toEqual([last, second, first])
    // the same time for all tests
    parts.clock.advance({ minutes: -1 })
  })
})
