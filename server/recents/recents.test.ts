import { expect, test } from 'vitest'
import { insertContract } from '../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../test/factories.ts'
import { createFileWorld, upload } from '../../test/fixtures/files.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { actorFor } from '../../test/fixtures/actors.ts'
import { callerFor } from '../../test/tokens.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { recordView, viewsRecorded } from './commands/record-view.ts'
import type { Viewed } from './recent.ts'
import { buildApp } from '../operations/process/app.ts'
import { pruneRecents } from './commands/prune-recents.ts'
import { listRecents } from './list-recents.ts'

const parts = useTestApp()

/** As when a route with the option `recent` has shown the record, and a moment has passed. */
async function recordRecent(app: App, actor: Actor, viewed: Viewed): Promise<void> {
  recordView(app, actor, viewed)
  await viewsRecorded(app)
}
const recents = '/account-apis/v1/my/recents'
const contracts = '/contract-apis/v1/contracts'

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const templateId = await createContractTemplate(app, { organisationId, name: 'Lease of land' })
  const caller = await callerFor(parts, owner)
  const add = (name: string, values = {}) =>
    insertContract(app, { owner, templateId, values: { name, ...values } })
  const ids = async (url = recents) =>
    (await caller.get(url))
      .json<{ id?: number; recordId?: number }[]>()
      .map(({ id, recordId }) => id ?? recordId)
  return { organisationId, owner, caller, add, ids }
}

test('the last viewed record comes first, once, whatever was viewed before [O-11, O-12, C-33]', async () => {
  const { add, caller, ids } = await world()
  const [a, b] = [await add('A'), await add('B')]
  for (const id of [a, b, b, a]) await caller.get(`${contracts}/${id}`)
  expect(await ids()).toEqual([a, b])
  expect(await ids(`${contracts}/recent`)).toEqual([a, b])
  expect(await ids(`${contracts}/recent?take=1`)).toEqual([a])
  await caller.get(`${contracts}/${b}`)
  expect(await ids()).toEqual([b, a])
})

test('five are returned by default [O-11, C-33]', async () => {
  const { add, caller, ids } = await world()
  for (const name of 'ABCDEFG') await caller.get(`${contracts}/${await add(name)}`)
  expect(await ids()).toHaveLength(5)
  expect(await ids(`${contracts}/recent`)).toHaveLength(5)
  expect(await ids(`${recents}?take=6`)).toHaveLength(6)
  expect((await caller.get(`${recents}?take=0`)).statusCode).toBe(400)
})

test('contracts show their type, stage, owner and matter [C-33]', async () => {
  const { app } = parts
  const { add, caller, owner } = await world()
  const matterId = await insertMatter(app, { owner, values: { name: 'Site' } })
  const hidden = await insertMatter(app, {
    owner: await createUser(app, { organisationId: owner.organisationId }),
    values: { name: 'Secret', restricted: true },
  })
  const id = await add('Field', { matter_id: matterId, status: 'Executed' })
  const other = await add('Other', { matter_id: hidden })
  await caller.get(`${contracts}/${other}`)
  await caller.get(`${contracts}/${id}`)
  const lastActivityDateUtc = app.clock.now().toISOString().slice(0, -1)
  const shown = (await caller.get(`${contracts}/recent`)).json<object[]>()
  expect(shown[0]).toEqual({
    id,
    title: 'Field',
    description: 'Lease of land',
    name: 'Field',
    matterNumber: expect.stringMatching(/^LW\d{4}-\d{4}$/),
    contractStatus: 'Executed',
    ownerId: owner.id,
    lastActivityDateUtc,
  })
  expect(shown[1]).toMatchObject({ id: other, matterNumber: null })
  expect((await caller.get(recents)).json<object[]>()[0]).toEqual({
    recordType: 'Contract',
    recordId: id,
    title: 'Field',
    description: 'Lease of land',
    lastActivityDateUtc,
    matterId,
    contractId: id,
    fileContentType: null,
    fileId: null,
    ownerId: owner.id,
    managerId: null,
    contractStatus: 'Executed',
    matterCategoryName: null,
  })
})

test('matters and files are listed among contracts [O-11]', async () => {
  const { app } = parts
  const { asOwner, owner, contractId, organisationId } = await createFileWorld(app, parts.server)
  const matterId = await insertMatter(app, { owner, values: { name: 'Site', manager_id: owner.id } })
  await recordRecent(app, await actorFor(app, owner), { kind: 'Matter', organisationId, id: matterId })
  const fileId = (await upload(asOwner, contractId, { name: 'Annex.txt', content: 'x' })).json<number>()
  await asOwner.get(`/file-apis/v1/files/${fileId}`)
  await asOwner.get(`${contracts}/${contractId}`)
  const shown = (await asOwner.get(recents)).json<object[]>()
  expect(shown).toMatchObject([
    { recordType: 'Contract', recordId: contractId },
    {
      recordType: 'File',
      recordId: fileId,
      fileId: String(fileId),
      title: 'Annex.txt',
      description: 'Agreement',
      contractId,
      matterId: null,
      fileContentType: 'text/plain',
    },
    {
      recordType: 'Matter',
      recordId: matterId,
      title: 'Site',
      description: expect.stringMatching(/^LW\d{4}-\d{4}$/),
      matterId,
      managerId: owner.id,
      matterCategoryName: 'Advice',
    },
  ])
  const name = `${contracts}/recent`
  expect((await asOwner.get(name)).json()).toMatchObject([{ id: contractId }])
})

test('records that are no longer visible are left out; nobody sees what others viewed [O-13]', async () => {
  const { app } = parts
  const { add, organisationId, owner } = await world()
  const guest = await createUser(app, { organisationId })
  const id = await add('A')
  const theirs = await callerFor(parts, guest)
  const onIt = { organisation_id: organisationId, contract_id: id, user_id: guest.id }
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('contract_members')
      .values({ ...onIt, added_at: now })
      .execute(),
  )
  await theirs.get(`${contracts}/${id}`)
  expect((await theirs.get(recents)).json()).toHaveLength(1)
  expect((await (await callerFor(parts, owner)).get(recents)).json()).toEqual([])
  await internalTransaction(app, (tx) =>
    tx
      .deleteFrom('contract_members')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', guest.id)
      .execute(),
  )
  expect((await theirs.get(recents)).json()).toEqual([])
  expect((await theirs.get(`${contracts}/recent`)).json()).toEqual([])
  expect((await theirs.get(`${contracts}/${id}`)).statusCode).toBe(404)
})

test('a member from another organisation finds what they viewed', async () => {
  const { app } = parts
  const { owner } = await world()
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const guest = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const matterId = await insertMatter(app, { owner, members: [guest] })
  const theirs = await callerFor(parts, guest)
  expect((await theirs.get(`/v2/matters/${matterId}`)).statusCode).toBe(200)
  expect((await theirs.get(recents)).json()).toMatchObject([{ recordType: 'Matter', recordId: matterId }])
})

test('repeated views write once; many concurrent views are all recorded', async () => {
  const { app, clock } = parts
  const { add, organisationId, owner, ids } = await world()
  const actor = await actorFor(app, owner)
  const one = { kind: 'Contract', organisationId, id: await add('A') } as const
  const place = async () =>
    (
      await app.db
        .selectFrom('recents')
        .where('organisation_id', '=', organisationId)
        .where('record_id', '=', one.id)
        .select('place')
        .executeTakeFirstOrThrow()
    ).place
  await recordRecent(app, actor, one)
  const first = await place()
  await recordRecent(app, actor, one)
  expect(await place()).toBe(first)
  clock.advance({ seconds: 11 })
  await recordRecent(app, actor, one)
  expect(await place()).toBeGreaterThan(first)
  const many = await Promise.all('BCDEFGHIJK'.split('').map((name) => add(name)))
  for (const id of [...many, ...many]) recordView(app, actor, { ...one, id })
  // written together, and in the order of viewing
  expect(await ids(`${recents}?take=100`)).toEqual([...many.toReversed(), one.id])
})

test('of what one person views at once, as many are written as a list shows at most', async () => {
  const { app } = parts
  const { add, organisationId, owner, ids } = await world()
  const actor = await actorFor(app, owner)
  const [a, b] = [await add('A'), await add('B')]
  const view = (id: number) => recordView(app, actor, { kind: 'Contract', organisationId, id })
  for (const id of [a, b]) view(id)
  // there need not be any with these ids
  for (let id = 2_000_000; id < 2_000_998; id++) view(id)
  view(a)
  view(2_000_998)
  view(2_000_999)
  expect(await ids()).toEqual([a])
  const { count } = await app.db
    .selectFrom('recents')
    .where('organisation_id', '=', organisationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(1_000)
})

test('what was viewed is stored when the process stops', async () => {
  const { app } = parts
  const { add, organisationId, owner } = await world()
  const second = await buildApp(app.config, app.database.pool.options, { clock: app.clock, log: app.log })
  const actor = await actorFor(app, owner)
  const id = await add('A')
  const stored = async () => (await listRecents(app, actor, 5)).map((recent) => recent.id)
  recordView(second, actor, { kind: 'Contract', organisationId, id })
  await second.close()
  expect(await stored()).toEqual([id])
})

test('a read does not fail because its view could not be recorded [O-14]', async () => {
  const { app } = parts
  const { add, organisationId, owner, ids } = await world()
  const actor = await actorFor(app, owner)
  const id = await add('A')
  // the database does not allow this kind
  const wrong = { kind: 'Letter' as 'File', organisationId, id }
  await expect(recordRecent(app, actor, wrong)).resolves.toBeUndefined()
  await recordRecent(app, actor, { kind: 'Contract', organisationId, id })
  expect(await ids()).toEqual([id])
})

test('are removed after ninety days [O-13]', async () => {
  const { app, clock } = parts
  const { add, organisationId, owner } = await world()
  const actor = await actorFor(app, owner)
  const look = async (name: string) => {
    const id = await add(name)
    await recordRecent(app, actor, { kind: 'Contract', organisationId, id })
    return id
  }
  await look('A')
  clock.advance({ minutes: 1 })
  const young = await look('B')
  clock.advance({ days: 90 })
  await pruneRecents(app)
  expect(await listRecents(app, actor, 5)).toMatchObject([{ id: young }])
})
