// Searching over HTTP: who finds what, and what is shown of it.
import { beforeEach, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { createFileWorld, type FileWorld, upload } from '../../../test/fixtures/files.ts'
import { runFileJobs } from '../../../test/fixtures/jobs.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { setFeature } from '../../identity/features/commands/set-feature.ts'
import { createTask } from '../../tasks/commands/create-task.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let world: FileWorld
beforeEach(async () => {
  world = await createFileWorld(parts.app, parts.server)
})

interface Item {
  type: string
  id: number
  title: string
  record: { type: string; id: number; name: string } | null
  version: number | null
  page: number | null
  passages: { text: string; marks: [number, number][] }[]
}
interface Answer {
  items: Item[]
  counts: { type: string; count: number; more: boolean }[]
  nextLink?: string
}

async function find(by: Caller, q: string, rest = ''): Promise<Answer> {
  const answer = await by.get(`/v2/search?q=${encodeURIComponent(q)}${rest}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}
const titles = async (by: Caller, q: string, rest = '') =>
  (await find(by, q, rest)).items.map(({ title }) => title)
const marked = ({ passages }: Item) =>
  passages.flatMap(({ text, marks }) => marks.map(([from, to]) => text.slice(from, to)))

async function add(name: string, content: string | Buffer, by = world.asOwner): Promise<number> {
  const answer = await upload(by, world.contractId, { name, content })
  expect(answer.statusCode, answer.body).toBe(201)
  await runFileJobs(parts.app)
  return Number(answer.body)
}

test('finds a text by its words in any form, with passages in which they are marked [S-1]', async () => {
  const id = await add(
    'Lease.txt',
    'Preamble.\n\nThe Tenant shall indemnify the Landlord against all losses.',
  )
  const { items, counts } = await find(world.asOwner, 'indemnified landlords')
  expect(items).toMatchObject([{ type: 'File', id, title: 'Lease.txt', version: 1, page: null }])
  expect(items[0]?.record).toMatchObject({ type: 'Contract', id: world.contractId })
  expect(items[0] && marked(items[0])).toEqual(['indemnify', 'Landlord'])
  expect(counts.find(({ type }) => type === 'File')).toEqual({ type: 'File', count: 1, more: false })
  expect(await titles(world.asOwner, 'indemnify nothing-like-it')).toEqual([])
})

test('all words must be there, phrases word by word, excluded ones not; a star stands for the rest [S-2]', async () => {
  await add('a.txt', 'the supplier keeps the goods')
  await add('b.txt', 'goods of the supplier are kept, Müller & Söhne')
  expect((await titles(world.asOwner, 'supplier goods', '&types=File')).toSorted()).toEqual([
    'a.txt',
    'b.txt',
  ])
  expect(await titles(world.asOwner, '"the goods"', '&types=File')).toEqual(['a.txt'])
  expect(await titles(world.asOwner, 'goods -"the goods"', '&types=File')).toEqual(['b.txt'])
  expect(await titles(world.asOwner, 'goods -keeps', '&types=File')).toEqual(['b.txt'])
  expect(await titles(world.asOwner, 'goods -müller', '&types=File')).toEqual(['a.txt'])
  expect(await titles(world.asOwner, 'mull*', '&types=File')).toEqual(['b.txt'])
  expect(await titles(world.asOwner, 'Muller', '&types=File')).toEqual(['b.txt'])
})

test('references with digits and letters are found, alone, in a phrase and in the middle of a name [S-2]', async () => {
  await add('465e50bc-7e4.txt', 'our reference 7e44565a/12b, see annex 3e5')
  const found = ['465e50bc-7e4.txt']
  expect(await titles(world.asOwner, '465e50bc', '&types=File')).toEqual(found)
  expect(await titles(world.asOwner, '465e50bc-7e4.txt', '&types=File')).toEqual(found)
  expect(await titles(world.asOwner, '7e44565a', '&types=File')).toEqual(found)
  expect(await titles(world.asOwner, '"reference 7e44565a 12b"', '&types=File')).toEqual(found)
  expect(await titles(world.asOwner, '7e445*', '&types=File')).toEqual(found)
  expect(await titles(world.asOwner, '"reference 3e5"', '&types=File')).toEqual([])
})

test.each<[string, string]>([
  ['', 'q must contain a word to look for'],
  ['-draft', 'q must contain a word to look for'],
  ['a*', 'q must have at least 2 letters before a star'],
  ['x '.repeat(21), 'q must have at most 20 words'],
  ['x'.repeat(501), 'q must have at most 500 characters'],
])('refuses %j [S-3]', async (q, message) => {
  const answer = await world.asOwner.get(`/v2/search?q=${encodeURIComponent(q)}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ detail: string }>().detail).toContain(message)
})

test('counts every type with allCounts, and finds only those asked for [S-1]', async () => {
  await add('Chosen.txt', 'quixotic clauses')
  const only = await find(world.asOwner, 'quixotic', '&types=Matter')
  expect(only).toMatchObject({ items: [], counts: [{ type: 'Matter', count: 0 }] })
  const { items, counts } = await find(world.asOwner, 'quixotic', '&types=Matter&allCounts=true')
  expect(items).toEqual([])
  expect(counts.find(({ type }) => type === 'File')).toEqual({ type: 'File', count: 1, more: false })
})

test('nobody finds what they may not see, nor learns of it from the counts [S-4]', async () => {
  await add('Secret.txt', 'zephyrine clauses')
  expect(await titles(world.asMember, 'zephyrine')).toEqual(['Secret.txt'])
  const { items, counts } = await find(world.asColleague, 'zephyrine')
  expect(items).toEqual([])
  expect(counts.every(({ count, more }) => count === 0 && !more)).toBe(true)
  const answer = await world.asColleague.get(`/v2/search?q=zephyrine&record=Contract/${world.contractId}`)
  expect(answer.statusCode).toBe(404)
})

test('a restricted contract is searched by its members only, from the moment of the change [S-4]', async () => {
  await add('Secret.txt', 'quixotic clauses')
  const admin = await createUser(parts.app, {
    organisationId: world.organisationId,
    role: 'Administrator',
    groups: ['ContractAdministrators'],
  })
  const asAdmin = await callerFor(parts, admin)
  expect(await titles(asAdmin, 'quixotic')).toEqual(['Secret.txt'])
  await world.asOwner.patch(`/contract-apis/v1/contracts/${world.contractId}`, { restricted: true })
  expect(await titles(asAdmin, 'quixotic')).toEqual([])
  expect(await titles(world.asOwner, 'quixotic')).toEqual(['Secret.txt'])
})

test('a private file is found by who may see it [S-4]', async () => {
  const id = await add('Note.txt', 'perspicacious remark', world.asOwner)
  const patched = await world.asOwner.patch(`/file-apis/v1/files/${id}`, { isPrivate: true })
  expect(patched.statusCode, patched.body).toBe(200)
  expect(await titles(world.asMember, 'perspicacious')).toEqual([])
  expect(await titles(world.asOwner, 'perspicacious')).toEqual(['Note.txt'])
})

test('follows deletion, restoring, renaming, new versions and moves [S-5]', async () => {
  const id = await add('Old name.txt', 'velvet text')
  expect(await titles(world.asOwner, 'old')).toEqual(['Old name.txt'])
  await world.asOwner.patch(`/v2/files/${id}`, { name: 'Fresh.txt' })
  await runFileJobs(parts.app)
  expect(await titles(world.asOwner, 'old')).toEqual([])
  expect(await titles(world.asOwner, 'fresh velvet')).toEqual(['Fresh.txt'])
  await add('Fresh.txt', 'silken text')
  expect(await titles(world.asOwner, 'velvet')).toEqual([])
  expect((await find(world.asOwner, 'silken')).items).toMatchObject([{ id, version: 2 }])
  const otherId = await insertContract(parts.app, { owner: world.owner, templateId: await templateOf() })
  const folder = await world.asOwner.post('/v2/files', {
    name: 'Drawer',
    resource: { type: 'Contract', id: otherId },
  })
  const moved = await world.asOwner.post(`/file-apis/v1/files/${id}/move/${folder.json<{ id: number }>().id}`)
  expect(moved.statusCode, moved.body).toBe(204)
  expect(await titles(world.asOwner, 'silken', `&record=Contract/${otherId}`)).toEqual(['Fresh.txt'])
  expect(await titles(world.asMember, 'silken')).toEqual([])
  expect((await world.asOwner.delete(`/v2/files/${id}`)).statusCode).toBe(204)
  expect(await titles(world.asOwner, 'silken')).toEqual([])
})

test('typing errors in names are forgiven only where little is found as typed [S-15]', async () => {
  const matter = (name: string) => insertMatter(parts.app, { owner: world.owner, values: { name } })
  await matter('Zephyr inquiry')
  expect(await titles(world.asOwner, 'zehpyr')).toEqual(['Zephyr inquiry'])
  for (let number = 1; number <= 20; number++) await matter(`Zehpyr ${number}`)
  const { items, counts } = await find(world.asOwner, 'zehpyr', '&$top=50')
  expect(items).toHaveLength(20)
  expect(items.every(({ title }) => title.startsWith('Zehpyr '))).toBe(true)
  expect(counts.find(({ type }) => type === 'Matter')).toEqual({ type: 'Matter', count: 20, more: false })
})

test('who works for several organisations finds their matters by the organisation, however much else is found [S-15]', async () => {
  const { app } = parts
  const counsel = await createUser(app, { organisationId: world.organisationId, role: 'InhouseLegal' })
  await createTeam(app, { organisationId: world.organisationId, members: [counsel] })
  const { id: clientId } = await createOrganisation(app, { name: 'Zanzibar Holdings' })
  const client = await createUser(app, { organisationId: clientId })
  await insertMatter(app, { owner: client, members: [counsel], values: { name: 'Lease of land' } })
  for (let number = 1; number <= 20; number++)
    await insertMatter(app, {
      owner: world.owner,
      members: [counsel],
      values: { name: `Zanzibar ${number}` },
    })
  const { counts } = await find(await callerFor(parts, counsel), 'zanzibar', '&$top=50')
  expect(counts.find(({ type }) => type === 'Matter')).toEqual({ type: 'Matter', count: 21, more: false })
})

const templateOf = async () =>
  (
    await parts.app.db
      .selectFrom('contracts')
      .where('organisation_id', '=', world.organisationId)
      .where('id', '=', world.contractId)
      .select('template_id')
      .executeTakeFirstOrThrow()
  ).template_id

test('finds matters and contracts by name, tasks, status messages and conversations, by type [S-6]', async () => {
  const matterId = await insertMatter(parts.app, {
    owner: world.owner,
    values: { name: 'Harbour extension' },
  })
  const task = await world.asOwner.post(`/v2/matters/${matterId}/tasks`, { name: 'Call the harbour master' })
  expect(task.statusCode, task.body).toBe(201)
  const posted = await world.asOwner.post(`/v2/matters/${matterId}/statusMessages`, {
    message: 'Harbour is closed',
  })
  expect(posted.statusCode, posted.body).toBe(201)
  const { items, counts } = await find(world.asOwner, 'harbour')
  expect(items.map(({ type, title }) => `${type} ${title}`)).toEqual([
    'Matter Harbour extension',
    'Task Call the harbour master',
    'StatusMessage Harbour is closed',
  ])
  expect(items[1]?.record).toEqual({ type: 'Matter', id: matterId, name: 'Harbour extension' })
  expect(counts.filter(({ count }) => count > 0).map(({ type }) => type)).toEqual([
    'Matter',
    'Task',
    'StatusMessage',
  ])
  expect(await titles(world.asOwner, 'harbour', '&types=task,Party')).toEqual(['Call the harbour master'])
  expect(await titles(world.asOwner, 'harbuor')).toEqual(['Harbour extension'])
  expect(await titles(world.asColleague, 'harbour')).toEqual([])
})

test('pages follow one another by their links [S-7]', async () => {
  for (const name of ['1.txt', '2.txt', '3.txt']) await add(name, 'cadence')
  const first = await find(world.asOwner, 'cadence', '&$top=2')
  expect(first.items).toHaveLength(2)
  const next = await world.asOwner.get(String(first.nextLink).replace(/^https?:\/\/[^/]+/, ''))
  const second = next.json<Answer>()
  expect(second.items).toHaveLength(1)
  expect(second.nextLink).toBeUndefined()
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3)
})

test('finds what people write on contracts, and nothing of a feature that is off [S-12]', async () => {
  const { asOwner, contractId, owner } = world
  const message = { text: 'The pangolin clause is settled.' }
  expect((await asOwner.post(`/v2/contracts/${contractId}/conversation`, message)).statusCode).toBe(201)
  const matterId = await insertMatter(parts.app, { owner })
  await createTask(parts.app, await actorFor(parts.app, owner), matterId, { name: 'Ask about the pangolin' })
  const types = async () => (await find(asOwner, 'pangolin')).items.map(({ type }) => type).toSorted()
  expect(await types()).toEqual(['Message', 'Task'])
  const administrator = await createUser(parts.app, {
    organisationId: owner.organisationId,
    role: 'Administrator',
  })
  const off = { organisationId: owner.organisationId, code: 'TASKS', enabled: false }
  await setFeature(parts.app, await actorFor(parts.app, administrator), off)
  parts.clock.advance({ seconds: 2 })
  expect(await types()).toEqual(['Message'])
})
