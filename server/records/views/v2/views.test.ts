// Saved views: what is checked when they are kept, and who uses and changes them.
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../../../test/factories.ts'
import { insertFieldOn } from '../../../../test/fixtures/fields.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let owner: TestUser
let teamId: number
let caller: Caller
let colleague: Caller
let teamMate: Caller
let administrator: Caller
let outsider: Caller

interface View {
  readonly id: number
  readonly name: string
  readonly filter: string
  readonly can: object
}

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const person = (role: 'InhouseLegal' | 'Administrator') => createUser(app, { organisationId, role })
  owner = await person('InhouseLegal')
  const mate = await person('InhouseLegal')
  teamId = await createTeam(app, { organisationId, name: 'Leases', members: [owner, mate] })
  caller = await callerFor(parts, owner)
  teamMate = await callerFor(parts, mate)
  colleague = await callerFor(parts, await person('InhouseLegal'))
  administrator = await callerFor(parts, await person('Administrator'))
  const other = await createOrganisation(app)
  outsider = await callerFor(
    parts,
    await createUser(app, { organisationId: other.id, role: 'Administrator' }),
  )
  const templateId = await createContractTemplate(app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(app, form, { title: 'Region', type: 'ShortText' })
  await insertContract(app, { owner, members: [mate], templateId, values: { name: 'Of the owner' } })
})

const view = {
  list: 'contracts',
  name: 'Mine',
  filter: 'Owner/Id eq me() and Created/DateUtc ge today(-30) and Fields/region eq null',
  orderBy: 'Name desc,Id',
  columns: [{ property: 'Name', width: 320 }, { property: 'Fields/region' }],
  groupBy: 'Status',
}

async function save(body: object = {}, by = caller): Promise<View> {
  const answer = await by.post('/v2/views', { ...view, ...body })
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.headers.location).toBe(`/v2/views/${answer.json<View>().id}`)
  return answer.json<View>()
}

test('is kept as it was written, and fits each person who uses it [V-360]', async () => {
  const saved = await save({ sharedWith: 'Team', team: { id: teamId } })
  expect(saved).toMatchObject({
    ...view,
    columns: [
      { property: 'Name', width: 320 },
      { property: 'Fields/region', width: null },
    ],
    layout: 'Table',
    sharedWith: 'Team',
    team: { id: teamId, name: 'Leases' },
    owner: { id: owner.id },
    can: { change: true, delete: true },
  })
  const find = async (by: Caller) => {
    const { filter } = (await by.get(`/v2/views/${saved.id}`)).json<View>()
    const answer = await by.get(`/v2/contracts?${new URLSearchParams({ $filter: filter }).toString()}`)
    return answer.json<{ items: { name: string }[] }>().items.map(({ name }) => name)
  }
  expect(await find(caller)).toEqual(['Of the owner'])
  expect(await find(teamMate)).toEqual([])
})

describe('what is wrong is named when it is saved', () => {
  test.each([
    [{ list: 'dreams' }, 'list', 'matters, contracts'],
    [{ filter: 'Ownr/Id eq me()' }, 'filter', 'Similar: Owner/Id'],
    [{ filter: 'Name eq' }, 'filter', 'At character'],
    [{ filter: 'Fields/nowhere eq 1' }, 'filter', 'Fields/nowhere'],
    [{ orderBy: 'Document/Id' }, 'orderBy', 'sorting'],
    [{ columns: [{ property: 'Name' }, { property: 'Nmae' }] }, 'columns[1].property', 'Similar: Name'],
    [{ columns: [{ property: 'Name', width: 0 }] }, 'columns[0].width', 'whole number'],
    [{ groupBy: 'Colour' }, 'groupBy', 'Colour'],
    [{ name: '  ' }, 'name', 'empty'],
    [{ sharedWith: 'Team' }, 'team', 'missing'],
    [{ team: { id: 1 } }, 'team', 'null'],
    [{ colour: 'red' }, 'colour', ''],
  ])('%j [V-361]', async (body, name, text) => {
    const answer = await caller.post('/v2/views', { ...view, ...body })
    expect(answer.statusCode, answer.body).toBe(400)
    const { errors } = answer.json<{ errors: Record<string, string[]> }>()
    expect(Object.keys(errors)).toEqual([name])
    expect(errors[name]?.join(' ')).toContain(text)
  })
})

test('own, of a team, of the organisation: who sees and who changes [V-362]', async () => {
  const own = await save({ name: 'Own' })
  const ofTeam = await save({ name: 'Of the team', sharedWith: 'Team', team: { id: teamId } })
  const ofAll = await save({ name: 'Of all', sharedWith: 'Organization' }, administrator)
  const seen = async (by: Caller) => {
    const ids = [own, ofTeam, ofAll].map(({ id }) => id).join(',')
    const answer = await by.get(`/v2/views?$filter=${encodeURIComponent(`Id in (${ids})`)}&$count=true`)
    const { items } = answer.json<{ items: View[] }>()
    return items.map(({ name, can }) => [name, (can as { change: boolean }).change])
  }
  expect(await seen(caller)).toEqual([
    ['Own', true],
    ['Of the team', true],
    ['Of all', false],
  ])
  expect(await seen(teamMate)).toEqual([
    ['Of the team', true],
    ['Of all', false],
  ])
  expect(await seen(colleague)).toEqual([['Of all', false]])
  expect(await seen(administrator)).toEqual([['Of all', true]])
  expect(await seen(outsider)).toEqual([])
  const rename = (by: Caller, { id }: View) => by.patch(`/v2/views/${id}`, { name: 'New' })
  expect((await rename(teamMate, own)).statusCode).toBe(404)
  expect((await rename(teamMate, ofTeam)).statusCode).toBe(204)
  expect((await rename(caller, ofAll)).statusCode).toBe(403)
  expect((await rename(outsider, ofAll)).statusCode).toBe(404)
  expect((await rename(administrator, ofAll)).statusCode).toBe(204)
  expect((await caller.delete(`/v2/views/${ofAll.id}`)).statusCode).toBe(403)
  expect(
    (await colleague.post('/v2/views', { ...view, sharedWith: 'Team', team: { id: teamId } })).statusCode,
  ).toBe(403)
  expect((await caller.post('/v2/views', { ...view, sharedWith: 'Organization' })).statusCode).toBe(403)
  expect((await caller.patch(`/v2/views/${own.id}`, { sharedWith: 'Organization' })).statusCode).toBe(403)
  expect((await caller.delete(`/v2/views/${own.id}`)).statusCode).toBe(204)
  expect((await caller.get(`/v2/views/${own.id}`)).statusCode).toBe(404)
})

test('If-Match guards changes, and a view taken back belongs to who took it [V-363]', async () => {
  const saved = await save({ sharedWith: 'Team', team: { id: teamId } })
  const path = `/v2/views/${saved.id}`
  const read = await caller.get(path)
  const headers = { 'if-match': String(read.headers.etag) }
  const changed = await caller.patch(path, { orderBy: null, columns: [] }, { headers })
  expect(changed.statusCode, changed.body).toBe(204)
  expect((await caller.patch(path, { name: 'Late' }, { headers })).statusCode).toBe(412)
  expect((await caller.delete(path, { headers })).statusCode).toBe(412)
  expect((await teamMate.get(path)).json()).toMatchObject({ name: 'Mine', orderBy: null, columns: [] })
  expect((await teamMate.patch(path, { sharedWith: 'Me' })).statusCode).toBe(204)
  expect((await caller.get(path)).statusCode).toBe(404)
  expect((await teamMate.get(path)).json()).toMatchObject({ sharedWith: 'Me', team: null })
})
