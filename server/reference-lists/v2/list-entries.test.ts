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
  const region = await add('/v2/regions', { name: 'North' })
  expect((await place('regions', region, null)).statusCode).toBe(409)
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
    if (list !== 'tags') expect((await caller.get(path)).headers.etag).toBe(`"${after?.version}"`)
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
