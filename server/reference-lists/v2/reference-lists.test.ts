// The lists that people choose from, through the server: what uses their entries, and replacing one.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { detailIn, type ListWorld, listWorld } from '../../../test/fixtures/reference-lists.ts'
import { createContractTemplate, createUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let world: ListWorld
beforeEach(async () => {
  world = await listWorld(parts)
})

const department = (name: string, parent?: number) =>
  world.add('/v2/departments', { name, ...(parent === undefined ? {} : { parent: { id: parent } }) })

/** A matter and a contract with a value in a field of the type. */
async function recordsWith(type: 'Department' | 'Region' | 'ContractEntity', value: number) {
  const { app } = parts
  const { organisationId, owner, caller } = world
  const templateId = await createContractTemplate(app, { organisationId })
  const matterId = await insertMatter(app, { owner })
  const contractId = await insertContract(app, { owner, templateId })
  const onMatters = await insertFieldOn(
    app,
    { organisationId, form: 'MatterCore' },
    { title: `M ${type}`, type },
  )
  const onContracts = await insertFieldOn(
    app,
    { organisationId, form: 'ContractCore' },
    { title: `C ${type}`, type },
  )
  for (const [path, field] of [
    [`/matter-apis/v1/matters/${matterId}/fields`, onMatters],
    [`/contract-apis/v1/contracts/${contractId}/fields`, onContracts],
  ] as const) {
    const set = await caller.patch(path, { [`field_${field}`]: value })
    expect(set.statusCode, set.body).toBeLessThan(300)
  }
  return { matterId, contractId, onMatters, onContracts }
}

test('each entry says what uses it, and which records, and a replacement moves all of it with an update of each [O-201] [O-202]', async () => {
  const { organisationId, owner, caller, entriesOf, usesOf, replace } = world
  const [law, legal] = [await department('Law'), await department('Legal')]
  const below = await department('Disputes', law)
  const person = await createUser(parts.app, { organisationId })
  await caller.patch(`/v2/users/${person.id}/profile`, { department: { id: law } })
  const { matterId, contractId, onMatters, onContracts } = await recordsWith('Department', law)
  expect(await usesOf('departments')).toEqual({
    Disputes: {},
    Law: { Matter: 1, Contract: 1, User: 1, Department: 1 },
    Legal: {},
  })
  expect(
    (await entriesOf('departments', '?$filter=Uses gt 0')).map(({ name, uses }) => [name, uses]),
  ).toEqual([['Law', 4]])
  const shown = await caller.get(`/v2/referenceLists/departments/entries/${law}/uses`)
  expect(shown.json()).toMatchObject({
    uses: [
      { by: 'User', count: 1, items: [{ id: person.id, name: person.name }] },
      { by: 'Department', count: 1, items: [{ id: String(below), name: 'Disputes' }] },
      { by: 'Matter', count: 1, items: [{ id: String(matterId), name: 'Advice' }] },
      { by: 'Contract', count: 1, items: [{ id: String(contractId), name: 'Agreement' }] },
    ],
  })

  const { uses } = shown.json<{ uses: { by: string; filter: string | null }[] }>()
  const found = async (by: string, list: string) => {
    const filter = uses.find((use) => use.by === by)?.filter ?? ''
    const answer = await caller.get(`/v2/${list}?$filter=${encodeURIComponent(filter)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ items: { id: number }[] }>().items.map(({ id }) => id)
  }
  expect([await found('Matter', 'matters'), await found('Contract', 'contracts')]).toEqual([
    [matterId],
    [contractId],
  ])

  // below itself: nothing is moved
  expect((await replace('departments', law, below)).statusCode).toBe(400)
  expect((await replace('departments', law, law)).statusCode).toBe(400)
  expect((await usesOf('departments'))['Law']).toEqual({ Matter: 1, Contract: 1, User: 1, Department: 1 })

  const done = await replace('departments', law, legal)
  expect(done.statusCode, done.body).toBe(204)
  expect(await usesOf('departments')).toEqual({
    Disputes: {},
    Legal: { Matter: 1, Contract: 1, User: 1, Department: 1 },
  })
  expect((await replace('departments', law, legal)).statusCode).toBe(404)
  for (const [kind, id, field] of [
    ['matter', matterId, onMatters],
    ['contract', contractId, onContracts],
  ] as const)
    expect((await eventsOf(parts, organisationId, id, kind)).at(-1)).toMatchObject({
      name: `${kind}.updated`,
      user_id: owner.id,
      facts: { changes: { [`field_${field}`]: { from: law, to: legal } } },
    })
})

test('a team is replaced on records and types, by one that records can be assigned to [O-202]', async () => {
  const { organisationId, owner, caller, usesOf, add, replace } = world
  const { app } = parts
  const member = await createUser(app, { organisationId, role: 'Contributor' })
  const [old, next] = [
    await add('/v2/teams', { name: 'Old', members: [{ id: member.id }] }),
    await add('/v2/teams', { name: 'Next', members: [{ id: member.id }] }),
  ]
  const matterId = await insertMatter(app, { owner, values: { team_id: old } })
  const binned = await insertMatter(app, { owner, values: { team_id: old } })
  expect((await caller.delete(`/v2/matters/${binned}`)).statusCode).toBe(204)
  await add('/v2/matterTypes', { name: 'Advice of the team', teamAssigned: { id: old } })
  expect((await usesOf('teams'))['Old']).toEqual({ Matter: 2, MatterType: 1 })
  const version = (await caller.get(`/v2/matters/${matterId}`)).headers.etag
  expect((await caller.patch(`/v2/teams/${next}`, { allowAssignment: false })).statusCode).toBe(204)
  const refused = await replace('teams', old, next)
  expect([refused.statusCode, detailIn(refused)]).toEqual([400, expect.stringContaining('into')])
  expect((await caller.patch(`/v2/teams/${next}`, { allowAssignment: true })).statusCode).toBe(204)
  const done = await replace('teams', old, next)
  expect(done.statusCode, done.body).toBe(204)
  expect(await usesOf('teams')).toEqual({ Next: { Matter: 2, MatterType: 1 } })
  const after = await caller.get(`/v2/matters/${matterId}`)
  expect(after.headers.etag).not.toBe(version)
  expect(after.json()).toMatchObject({ teamAssigned: { id: next, name: 'Next' } })
  // counted in the new team: the fixture compares all counts at the end
  const seen = await callerFor(parts, member)
  expect((await seen.get('/v2/matters?$count=true')).json()).toMatchObject({ count: 1 })
  expect((await eventsOf(parts, organisationId, matterId, 'matter')).at(-1)).toMatchObject({
    name: 'matter.updated',
    facts: { changes: { teamId: { from: old, to: next } } },
  })
})

test('a team that a group of the identity provider fills is not replaced [O-202]', async () => {
  const { organisationId, entriesOf, add, replace } = world
  const [old, next] = [await add('/v2/teams', { name: 'Old' }), await add('/v2/teams', { name: 'Next' })]
  const now = parts.clock.now()
  await sql`insert into scim_groups (organisation_id, id, name, team_id, created_at, updated_at)
    values (${organisationId}, 9, 'Legal in the directory', ${old}, ${now}, ${now})`.execute(
    parts.app.database.kysely,
  )
  const refused = await replace('teams', old, next)
  expect([refused.statusCode, detailIn(refused)]).toEqual([
    409,
    expect.stringContaining('Legal in the directory'),
  ])
  expect(await entriesOf('teams')).toHaveLength(2)
})

test('tags are added, renamed, deleted when unused, and replaced on every matter [O-203]', async () => {
  const { organisationId, owner, caller, usesOf, add, replace } = world
  const { app } = parts
  const [one, both] = [await insertMatter(app, { owner }), await insertMatter(app, { owner })]
  const board = await add('/v2/tags', { description: 'Board' })
  const directors = await add('/v2/tags', { description: 'Directors' })
  expect((await caller.post('/v2/tags', { description: 'BOARD' })).statusCode).toBe(409)
  expect((await caller.post('/v2/tags', { description: 'two\nlines' })).statusCode).toBe(400)
  expect((await caller.patch(`/v2/tags/${board}`, { description: 'directors' })).statusCode).toBe(409)
  expect((await caller.patch(`/v2/tags/${board}`, { description: 'The board' })).statusCode).toBe(204)
  for (const id of [one, both]) await caller.post(`/v2/matters/${id}/tags`, { description: 'the board' })
  await caller.post(`/v2/matters/${both}/tags`, { description: 'Directors' })
  expect(await usesOf('tags')).toEqual({ Directors: { Matter: 1 }, 'The board': { Matter: 2 } })
  const used = await caller.delete(`/v2/tags/${board}`)
  expect([used.statusCode, detailIn(used)]).toEqual([409, expect.stringContaining('Matters have')])
  expect((await replace('tags', board, directors)).statusCode).toBe(204)
  expect(await usesOf('tags')).toEqual({ Directors: { Matter: 2 } })
  expect((await eventsOf(parts, organisationId, one, 'matter')).map(({ name }) => name).slice(-3)).toEqual([
    'matter.tag.created',
    'matter.updated',
    'matter.updated',
  ])
  expect((await eventsOf(parts, organisationId, both, 'matter')).at(-1)).toMatchObject({
    facts: { removedTagId: board },
  })
  const spare = await add('/v2/tags', { description: 'Spare' })
  expect((await caller.delete(`/v2/tags/${spare}`)).statusCode).toBe(204)
  expect((await caller.delete(`/v2/tags/${spare}`)).statusCode).toBe(404)
})

test('the lists of the organisation are listed with their number of entries, for administrators [O-201]', async () => {
  const { organisationId, caller } = world
  await department('Law')
  await insertFieldOn(
    parts.app,
    { organisationId, form: 'MatterCore' },
    { title: 'Court', type: 'Dropdown', options: [{ label: 'Lower', value: 'Lower' }] },
  )
  const { items } = (await caller.get('/v2/referenceLists')).json<{
    items: { name: string; field: { name: string } | null; entries: number }[]
  }>()
  expect(items.map(({ name }) => name).slice(0, 6)).toEqual([
    'departments',
    'regions',
    'teams',
    'contractGroups',
    'contractParties',
    'tags',
  ])
  expect(items[0]?.entries).toBe(1)
  expect(items).toContainEqual(
    expect.objectContaining({ field: { id: 'court', name: 'Court' }, ordered: true, entries: 1 }),
  )
  const colleague = await callerFor(parts, await createUser(parts.app, { organisationId }))
  expect((await colleague.get('/v2/referenceLists')).statusCode).toBe(403)
})
