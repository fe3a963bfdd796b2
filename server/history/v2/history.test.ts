// The history as its readers see it: values as text, and nothing that they may not see now.
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { addFolder, patchFile } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let owner: TestUser
let member: TestUser
let caller: Caller
let templateId: number

interface Entry {
  readonly id: number
  readonly action: string
  readonly record: { readonly name: string | null } | null
  readonly user: { readonly name: string } | null
  readonly system: string | null
  readonly client: { readonly name: string } | null
  readonly changes: readonly { property: string; label: string; from: unknown; to: unknown }[]
}

beforeAll(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  owner = await createUser(app, {
    organisationId,
    role: 'Administrator',
    permissions: ['ContractCreator', 'DeleteAll'],
  })
  member = await createUser(app, { organisationId, role: 'InhouseLegal' })
  templateId = await createContractTemplate(app, { organisationId })
  caller = await callerFor(parts, owner)
})

async function history(path: string, by = caller) {
  const answer = await by.get(`/v2/${path}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: Entry[]; nextLink?: string; count?: number }>()
}

const insert = (name: string, members: readonly TestUser[] = []) =>
  insertContract(parts.app, { owner, templateId, members, values: { name } })

async function patch(id: number, body: object) {
  const answer = await caller.patch(`/v2/contracts/${id}`, body)
  expect(answer.statusCode, answer.body).toBe(204)
}

const changesOf = (entries: readonly Entry[]) =>
  entries.flatMap(({ changes }) => changes.map(({ property, from, to }) => [property, from, to]))

async function addFile(path: string, name: string) {
  const { payload, headers } = form({ file: { name, content: 'x', contentType: 'text/plain' } })
  const answer = await caller.post(path, payload, { headers })
  expect(answer.statusCode, answer.body).toBe(201)
  return Number(answer.body)
}

test('shows each changed property as text, who changed it and through which client [V-340]', async () => {
  const { app } = parts
  const teamId = await createTeam(app, { organisationId, name: 'Commercial', members: [owner] })
  const choices = { organisationId, form: 'ContractDetails', templateId } as const
  const options = [
    { value: 'emea', label: 'Europe' },
    { value: 'apac', label: 'Asia' },
  ]
  await insertFieldOn(app, choices, { title: 'Where', type: 'Dropdown', options })
  await insertFieldOn(app, choices, { title: 'Advised by', type: 'User' })
  const id = await insert('Told')
  await patch(id, { name: 'Told again', teamAssigned: { id: teamId }, owner: { id: member.id } })
  await patch(id, {
    status: 'Negotiating',
    fields: { where: { value: 'apac' }, advisedBy: { id: owner.id } },
  })
  const { items } = await history(`contracts/${id}/history`)
  expect(items.map(({ action }) => action)).toEqual(['contract.updated', 'contract.updated'])
  const [second, first] = items
  expect(changesOf(first ? [first] : [])).toEqual([
    ['name', 'Told', 'Told again'],
    ['teamAssigned', null, { id: teamId, name: 'Commercial' }],
    ['owner', { id: owner.id, name: owner.name }, { id: member.id, name: member.name }],
  ])
  expect(changesOf(second ? [second] : [])).toEqual([
    ['status', 'Draft', 'Negotiating'],
    ['fields/where', null, 'Asia'],
    ['fields/advisedBy', null, { id: owner.id, name: owner.name }],
  ])
  expect(second).toMatchObject({
    record: { type: 'contract', id, name: 'Told again' },
    user: { id: owner.id, name: owner.name },
    system: null,
    client: { name: expect.any(String) as string },
  })
  expect(second?.changes[1]?.label).toBe('Where')
})

test('is paged newest first, filtered and counted [V-341]', async () => {
  const id = await insert('Paged')
  for (const name of ['P1', 'P2', 'P3']) await patch(id, { name })
  const first = await history(`contracts/${id}/history?$top=2&$count=true`)
  expect(first.count).toBe(3)
  expect(changesOf(first.items).map(([, , to]) => to)).toEqual(['P3', 'P2'])
  const next = await history(first.nextLink?.replace(/^.*\/v2\//, '') ?? '')
  expect(changesOf(next.items).map(([, , to]) => to)).toEqual(['P1'])
  const filter = (text: string) => history(`history?$filter=${encodeURIComponent(text)}`)
  const of = `Record/Type eq 'contract' and Record/Id eq ${id}`
  expect((await filter(`${of} and User/Id eq me() and At ge today()`)).items).toHaveLength(3)
  expect((await filter(`${of} and User/Id ne me()`)).items).toEqual([])
  expect((await filter(`${of} and Action eq 'contract.updated' and Client/Id ne null`)).items).toHaveLength(3)
  expect((await caller.get('/v2/history?$filter=Facts%20eq%201')).statusCode).toBe(400)
})

describe('what may not be seen now is left out', () => {
  test('records that are restricted, also to administrators of the organisation [V-342]', async () => {
    const other = await createUser(parts.app, { organisationId, role: 'Administrator' })
    const administrator = await callerFor(parts, other)
    const id = await insert('Open')
    await patch(id, { name: 'Very secret' })
    const words = async (by: Caller) => JSON.stringify((await history('history?$top=200', by)).items)
    expect(await words(caller)).toContain('Very secret')
    const groups = await caller.patch(`/v2/users/${other.id}/rights`, { groups: ['ContractAdministrators'] })
    expect(groups.statusCode, groups.body).toBe(204)
    parts.clock.advance({ seconds: 2 })
    expect(await words(administrator)).toContain('Very secret')
    await patch(id, { restricted: true })
    expect(await words(administrator)).not.toContain('Very secret')
    expect((await administrator.get(`/v2/contracts/${id}/history`)).statusCode).toBe(404)
    expect(await words(caller)).toContain('Very secret')
  })

  test('names of records that a change refers to [V-342]', async () => {
    const id = await insert('Child', [member])
    const parentId = await insert('Merger')
    const set = await caller.patch(`/contract-apis/v1/contracts/${id}`, { parentContractId: parentId })
    expect(set.statusCode, set.body).toBeLessThan(300)
    await patch(parentId, { restricted: true })
    const seen = await history(`contracts/${id}/history`, await callerFor(parts, member))
    expect(changesOf(seen.items)).toEqual([['parent', null, { id: parentId, name: null }]])
    expect(changesOf((await history(`contracts/${id}/history`)).items)).toEqual([
      ['parent', null, { id: parentId, name: 'Merger' }],
    ])
  })

  test('what a file was on a record that the reader does not see [V-343]', async () => {
    const secret = await insertMatter(parts.app, { owner, values: { name: 'Hidden', restricted: true } })
    const open = await insert('With file', [member])
    const fileId = await addFile(`/matter-apis/v1/matters/${secret}/files`, 'takeover.txt')
    await patchFile(caller, fileId, { name: 'lease.txt' })
    const folderId = await addFolder(caller, `Contract/${open}`, 'Correspondence')
    const moved = await caller.post(`/file-apis/v1/files/${fileId}/move/${folderId}`)
    expect(moved.statusCode, moved.body).toBeLessThan(300)
    const reader = await callerFor(parts, member)
    const own = await history(`files/${fileId}/history`)
    expect(JSON.stringify(own.items)).toContain('takeover.txt')
    for (const path of [`files/${fileId}/history`, `contracts/${open}/history`, 'me/changes']) {
      const { items } = await history(path, reader)
      expect(items.length, path).toBeGreaterThan(0)
      expect(JSON.stringify(items), path).not.toMatch(/takeover|Hidden/)
    }
  })

  test('private files of others [V-343]', async () => {
    const id = await insert('Private file', [member])
    const fileId = await addFile(`/contract-apis/v1/contracts/${id}/files`, 'mine.txt')
    const business = await createUser(parts.app, { organisationId, role: 'Standard' })
    const added = await caller.put(`/v2/contracts/${id}/members/${business.id}`, { roles: ['Member'] })
    expect(added.statusCode, added.body).toBeLessThan(300)
    const reader = await callerFor(parts, business)
    expect(JSON.stringify((await history(`contracts/${id}/history`, reader)).items)).toContain('mine.txt')
    await patchFile(caller, fileId, { isPrivate: true })
    expect(JSON.stringify((await history(`contracts/${id}/history`, reader)).items)).not.toContain('mine.txt')
    expect((await reader.get(`/v2/files/${fileId}/history`)).statusCode).toBe(404)
  })
})

test('of what was destroyed, the certificate is left for administrators [V-345]', async () => {
  const id = await insert('Shredded')
  await addFile(`/contract-apis/v1/contracts/${id}/files`, 'secret.txt')
  const deleted = await caller.delete(`/v2/contracts/${id}`)
  expect(deleted.statusCode, deleted.body).toBe(204)
  const purged = await caller.delete(`/v2/bin/contracts/${id}`)
  expect(purged.statusCode, purged.body).toBe(204)
  const filter = encodeURIComponent(`Action eq 'contract.purged' and Record/Id eq ${id}`)
  const { items } = await history(`history?$filter=${filter}`)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ user: { name: owner.name }, record: { id, name: null } })
  const values = new Map(items[0]?.changes.map(({ property, from }) => [property, from]))
  expect(values.get('name')).toBe('Shredded')
  expect(values.get('files')).toBe(1)
  expect(values.get('sha256')).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(values.get('contents'))).toContain('secret.txt')
})

test('what changed on the records of a person since a time [V-344]', async () => {
  const reader = await callerFor(parts, member)
  parts.clock.advance({ minutes: 10 })
  const since = parts.clock.now().toISOString()
  const mine = await insert('Mine', [member])
  const other = await insert('Not mine')
  await patch(mine, { name: 'Mine, changed' })
  await patch(other, { name: 'Not mine, changed' })
  const { items } = await history(`me/changes?since=${since}`, reader)
  expect(changesOf(items)).toEqual([['name', 'Mine', 'Mine, changed']])
  expect((await reader.get('/v2/me/changes?since=yesterday')).statusCode).toBe(400)
  parts.clock.advance({ minutes: 1 })
  expect((await history(`me/changes?since=${parts.clock.now().toISOString()}`, reader)).items).toEqual([])
})
