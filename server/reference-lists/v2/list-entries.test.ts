// The entries of lists that people choose from: their order, their versions, and those that are the same.
import { beforeEach, expect, test } from 'vitest'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { type ListWorld, listWorld } from '../../../test/fixtures/reference-lists.ts'
import { createContractTemplate } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
let world: ListWorld
beforeEach(async () => {
  world = await listWorld(parts)
})

test('the options of a field are ordered, and replaced in values, defaults and approval rules [O-202] [O-204]', async () => {
  const { organisationId, owner, caller, entriesOf, usesOf, replace } = world
  const { app } = parts
  const fieldId = await insertFieldOn(
    app,
    { organisationId, form: 'MatterCore' },
    {
      title: 'Court',
      type: 'Dropdown',
      options: ['Lower', 'High', 'Supreme'].map((label) => ({ label, value: label })),
    },
  )
  const list = `field-${fieldId}`
  const matterId = await insertMatter(app, { owner })
  await caller.patch(`/matter-apis/v1/matters/${matterId}/fields`, { [`field_${fieldId}`]: 'Lower' })
  const named = async () => (await entriesOf(list)).map(({ name }) => name)
  const ids = Object.fromEntries((await entriesOf(list)).map(({ id, name }) => [name, id]))
  const place = (name: string, after: string | null) =>
    caller.put(`/v2/referenceLists/${list}/entries/${ids[name]}/place`, {
      after: after === null ? null : { id: ids[after] },
    })
  expect(await named()).toEqual(['Lower', 'High', 'Supreme'])
  expect((await place('Supreme', null)).statusCode).toBe(204)
  expect(await named()).toEqual(['Supreme', 'Lower', 'High'])
  expect((await place('Supreme', 'Lower')).statusCode).toBe(204)
  expect(await named()).toEqual(['Lower', 'Supreme', 'High'])
  expect((await place('Lower', 'Lower')).statusCode).toBe(400)
  expect((await place('Lower', null)).statusCode).toBe(204)
  expect(await named()).toEqual(['Lower', 'Supreme', 'High'])
  const offered = await caller.get(`/v2/fields/court/options`)
  expect(offered.json<{ items: { label: string }[] }>().items.map(({ label }) => label)).toEqual(
    await named(),
  )

  expect((await caller.patch('/v2/fields/court', { default: { value: 'Lower' } })).statusCode).toBe(204)
  const typeId = await createContractTemplate(app, { organisationId })
  const rules = `/v2/contractTypes/${typeId}/approvalRules`
  const when = { field: 'court', operator: 'eq', value: 'Lower' }
  const set = await caller.put(rules, {
    inOrder: true,
    rules: [{ name: 'Board', approvers: [{ id: owner.id }], need: 'One', when }],
  })
  expect(set.statusCode, set.body).toBe(200)
  expect((await usesOf(list))['Lower']).toEqual({ Matter: 1, Field: 1, ApprovalRule: 1 })

  expect((await replace(list, ids['Lower'] ?? 0, ids['High'] ?? 0)).statusCode).toBe(204)
  expect(await usesOf(list)).toEqual({ Supreme: {}, High: { Matter: 1, Field: 1, ApprovalRule: 1 } })
  expect((await caller.get('/v2/fields/court')).json()).toMatchObject({ default: { value: 'High' } })
  expect((await caller.get(rules)).json()).toMatchObject({ rules: [{ when: { ...when, value: 'High' } }] })
  expect((await caller.get(`/matter-apis/v1/matters/${matterId}/fields`)).body).toContain(
    `"field_${fieldId}":"High"`,
  )
  expect((await caller.get('/v2/referenceLists/field-99999999/entries')).statusCode).toBe(404)
  expect((await caller.get('/v2/referenceLists/nothing/entries')).statusCode).toBe(404)
})

test('groups of contract types have an order of their own; lists in the order of names have none [O-204]', async () => {
  const { caller, add } = world
  const [first, second] = [
    await add('/v2/contractGroups', { name: 'Zoning' }),
    await add('/v2/contractGroups', { name: 'Leases' }),
  ]
  const groups = async () =>
    (await caller.get('/v2/contractGroups?$orderby=Place'))
      .json<{ items: { name: string }[] }>()
      .items.map(({ name }) => name)
  expect(await groups()).toEqual(['Zoning', 'Leases'])
  const place = (list: string, id: number, after: number | null) =>
    caller.put(`/v2/referenceLists/${list}/entries/${id}/place`, {
      after: after === null ? null : { id: after },
    })
  expect((await place('contractGroups', second, null)).statusCode).toBe(204)
  expect(await groups()).toEqual(['Leases', 'Zoning'])
  expect((await place('contractGroups', first, 987_654)).statusCode).toBe(400)
  expect((await place('contractGroups', 987_654, null)).statusCode).toBe(404)
  const party = await add('/v2/contractParties', { name: 'North Ltd' })
  expect((await place('contractParties', party, null)).statusCode).toBe(409)
})

test.each([
  ['departments', 'name', 'Department'],
  ['regions', 'name', 'Region'],
  ['teams', 'name', undefined],
  ['tags', 'description', undefined],
] as const)('%s that were moved come first, the others by name [O-204]', async (list, label, fieldType) => {
  const { organisationId, owner, caller, entriesOf, add } = world
  const path = `/v2/${list}`
  const ids: Record<string, number> = {}
  for (const name of ['delta', 'Alpha', 'Echo', 'Bravo']) ids[name] = await add(path, { [label]: name })
  const place = async (name: string, after: string | null) => {
    const url = `/v2/referenceLists/${list}/entries/${ids[name]}/place`
    const answer = await caller.put(url, { after: after === null ? null : { id: ids[after] } })
    expect(answer.statusCode, answer.body).toBe(204)
  }
  const named = async () => (await entriesOf(list)).map(({ name }) => name)
  expect(await named()).toEqual(['Alpha', 'Bravo', 'delta', 'Echo'])
  await place('delta', null)
  expect(await named()).toEqual(['delta', 'Alpha', 'Bravo', 'Echo'])
  // neither this nor what is added has a place
  ids['Able'] = await add(path, { [label]: 'Able' })
  expect(await named()).toEqual(['delta', 'Able', 'Alpha', 'Bravo', 'Echo'])
  await place('Bravo', 'delta')
  expect(await named()).toEqual(['delta', 'Bravo', 'Able', 'Alpha', 'Echo'])
  // past one without a place, which gets one
  await place('delta', 'Able')
  await add(path, { [label]: 'Aardvark' })
  const order = ['Bravo', 'Able', 'delta', 'Aardvark', 'Alpha', 'Echo']
  expect(await named()).toEqual(order)

  // a tag is shown to everybody only on a matter that they see
  if (list === 'tags') {
    const matterId = await insertMatter(parts.app, { owner })
    for (const name of order) await add(`/v2/matters/${matterId}/tags`, { description: name })
  }
  const offered = async (query: string) =>
    (await caller.get(`${path}?${query}`))
      .json<{ items: Record<string, string>[] }>()
      .items.map((item) => item[label])
  const sorted = `$orderby=Place,${label === 'name' ? 'Name' : 'Description'}`
  expect(await offered(sorted)).toEqual(order)
  expect(await offered(`${sorted}&$filter=Place eq null`)).toEqual(order.slice(3))
  expect(await offered(`${sorted}&$top=2&$skip=2`)).toEqual(order.slice(2, 4))
  if (fieldType) {
    const title = 'Where'
    await insertFieldOn(parts.app, { organisationId, form: 'MatterCore' }, { title, type: fieldType })
    const options = await caller.get('/v2/fields/where/options')
    expect(options.json<{ items: { label: string }[] }>().items.map((each) => each.label)).toEqual(order)
  }
})

test('moves at the same time leave every entry with a place of its own [O-204]', async () => {
  const { caller, entriesOf, add } = world
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  for (const name of names) await add('/v2/regions', { name })
  const entries = await entriesOf('regions')
  const moves = entries.map(({ id }, index) => {
    const after = entries[(index + 3) % entries.length]
    return caller.put(`/v2/referenceLists/regions/entries/${id}/place`, {
      after: index % 2 === 0 || !after ? null : { id: after.id },
    })
  })
  for (const { statusCode } of await Promise.all(moves)) expect(statusCode).toBe(204)
  expect((await entriesOf('regions')).map(({ name }) => name).toSorted()).toEqual(names)
  const { organisationId } = world
  const places = await parts.app.db
    .selectFrom('regions')
    .where('organisation_id', '=', organisationId)
    .where('position', 'is not', null)
    .select('position')
    .orderBy('position')
    .execute()
  expect(places.map(({ position }) => position)).toEqual(places.map((_, index) => index + 1))
})

test('a change of an entry that somebody else has changed meanwhile is refused with 412 [O-205]', async () => {
  const { organisationId, caller, entriesOf, add } = world
  const id = await add('/v2/regions', { name: 'North' })
  const fieldId = await insertFieldOn(
    parts.app,
    { organisationId, form: 'MatterCore' },
    { title: 'Court', type: 'Dropdown', options: [{ label: 'Lower', value: 'Lower' }] },
  )
  const each = [
    ['regions', `/v2/regions/${id}`, 'name'],
    ['departments', `/v2/departments/${await add('/v2/departments', { name: 'Law' })}`, 'name'],
    ['teams', `/v2/teams/${await add('/v2/teams', { name: 'Team' })}`, 'name'],
    ['contractGroups', `/v2/contractGroups/${await add('/v2/contractGroups', { name: 'Group' })}`, 'name'],
    ['contractParties', `/v2/contractParties/${await add('/v2/contractParties', { name: 'Party' })}`, 'name'],
    ['tags', `/v2/tags/${await add('/v2/tags', { description: 'Tag' })}`, 'description'],
    [`field-${fieldId}`, '/v2/fields/court/options/Lower', 'label'],
  ] as const
  for (const [list, path, property] of each) {
    const [before] = await entriesOf(list)
    const headers = { 'if-match': `"${before?.version}"` }
    const patch = (name: string) => caller.patch(path, { [property]: name }, { headers })
    expect((await patch('Changed')).statusCode, path).toBe(204)
    expect((await patch('Lost')).statusCode, path).toBe(412)
    const [after] = await entriesOf(list)
    expect([after?.name, after?.version]).toEqual(['Changed', (before?.version ?? 0) + 1])
    if (list !== 'tags') expect((await caller.get(path)).headers.etag).toContain(`"${after?.version}-`)
  }
})

test('entries whose names differ in legal form, punctuation or spacing are found together [O-206]', async () => {
  const { caller, add } = world
  for (const name of [
    'Northwind Ltd',
    'North-Wind Limited',
    'Northwind Shipping',
    'Contoso GmbH',
    'A.B.C. Inc.',
    'ABC',
  ])
    await add('/v2/contractParties', { name })
  const found = await caller.get('/v2/referenceLists/contractParties/duplicates')
  const groups = found.json<{ items: { entries: { id: number; name: string }[] }[] }>().items
  expect(groups.map(({ entries }) => entries.map(({ name }) => name))).toEqual([
    ['A.B.C. Inc.', 'ABC'],
    ['North-Wind Limited', 'Northwind Ltd'],
  ])
  const north = groups[1]
  const shown = await caller.get(`/v2/referenceLists/contractParties/entries/${north?.entries[1]?.id}/uses`)
  expect(shown.json<{ similar: { name: string }[] }>().similar.map(({ name }) => name)).toContain(
    'Northwind Shipping',
  )
})
