// The caller's own things through v2.
import { expect, test } from 'vitest'
import { insertContract, insertDocument } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { addContractMember } from '../../contracts/commands/assign-contract-user.ts'
import { createKeyDate } from '../../contracts/commands/create-key-date.ts'
import { updateKeyDate } from '../../contracts/commands/update-key-date.ts'
import { requestApproval } from '../../contracts/approvals/manage-approval.ts'
import { setFeature } from '../../identity/features/commands/set-feature.ts'
import { createTask } from '../../tasks/commands/create-task.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId, name } = await createOrganisation(app, { timeZone: 'Pacific/Auckland' })
  const person = (options: Omit<Parameters<typeof createUser>[1], 'organisationId'> = {}) =>
    createUser(app, { organisationId, ...options })
  const me = await person({
    role: 'InhouseLegal',
    permissions: ['ContractCreator', 'ManageIntake', 'ManageInvoices'],
  })
  const templateId = await createContractTemplate(app, { organisationId })
  const as = (user: TestUser) => callerFor(parts, user)
  return { app, organisationId, name, me, person, templateId, as, caller: await as(me) }
}

test('people see who they are, what they may do and which features are on [P-100]', async () => {
  const { caller, me, name, organisationId } = await world()
  expect((await caller.get('/v2/me')).json()).toEqual({
    user: expect.objectContaining({ id: me.id, organizationId: organisationId, role: 'InhouseLegal' }),
    organization: { id: organisationId, name, type: 'Customer', timeZone: 'Pacific/Auckland', logo: null },
    can: {
      actWithoutProof: true,
      createMatters: false,
      createContracts: true,
      manageIntake: true,
      manageInvoices: true,
      seeInsideCosts: false,
      keepInsideCosts: false,
      manageIntegrations: false,
      administer: false,
      administerInstallation: false,
      deleteOwn: false,
      deleteAll: false,
      leadDepartment: false,
    },
    features: expect.arrayContaining(['CONTRACTS', 'MATTERS']),
    preferences: expect.objectContaining({ locale: 'en-GB', timeZone: null, theme: 'System' }),
    statusNames: [],
  })
})

test('preferences change one by one, null is the default again, and wrong ones change nothing [P-101]', async () => {
  const { caller } = await world()
  const patch = (body: object) => caller.patch('/v2/me/preferences', body)
  expect((await patch({ theme: 'Dark', locale: 'de-CH' })).json()).toMatchObject({
    theme: 'Dark',
    locale: 'de-CH',
  })
  const both = await patch({ timeZone: 'Europe/Zurich', notify: { status: 'Digest' } })
  expect(both.json()).toMatchObject({
    theme: 'Dark',
    timeZone: 'Europe/Zurich',
    notify: { status: 'Digest' },
  })
  expect((await patch({ theme: null })).json()).toMatchObject({ theme: 'System', locale: 'de-CH' })
  const wrong = await patch({ density: 'Compact', timeZone: 'Middle/Earth' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json<{ errors: object }>().errors).toHaveProperty('timeZone')
  const mixed = await patch({ density: 'Compact', notify: { nothing: 'Mail' } })
  expect(mixed.statusCode).toBe(400)
  const { preferences } = (await caller.get('/v2/me')).json<{ preferences: { density: string } }>()
  expect(preferences.density).toBe('Comfortable')
})

interface Item {
  kind: string
  title: string
  due: string | null
  record: { type: string; id: number }
}

test('what waits for somebody is in one list, approvals first and intake last, under the rights of now and the features that are on [P-102]', async () => {
  const { app, caller, me, person, templateId, organisationId } = await world()
  const owner = await person({ role: 'InhouseLegal' })
  const work = async () => (await caller.get('/v2/me/work')).json<{ items: Item[] }>().items
  const contractId = await insertContract(app, { owner: me, templateId })
  const mine = await actorFor(app, me)
  const day = (days: number) =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await createKeyDate(app, mine, contractId, { name: 'Renewal', date: day(5) })
  await createKeyDate(app, mine, contractId, { name: 'Far away', date: day(60) })
  const done = await createKeyDate(app, mine, contractId, { name: 'Done', date: day(5) })
  await updateKeyDate(app, mine, { id: done }, { changes: { done: true } })
  const other = await insertContract(app, { owner, templateId, members: [me] })
  const theirs = { name: 'Of the owner', date: day(2) }
  await createKeyDate(app, await actorFor(app, owner), other, theirs)
  await createKeyDate(app, await actorFor(app, owner), other, { ...theirs, name: 'Payment', ownerId: me.id })
  await insertDocument(app, owner, other)
  await requestApproval(app, await actorFor(app, owner), other, {
    added: [{ name: 'Counsel', approverIds: [me.id], need: 'All' }],
    due: day(3),
    comment: null,
  })
  const matterId = await insertMatter(app, { owner, members: [me] })
  const task = { name: 'Reply', assigneeId: me.id, due: `${day(1)}T10:00:00` }
  await createTask(app, await actorFor(app, owner), matterId, task)
  await insertMatter(app, { owner, values: { in_intake: true, name: 'Please help' } })
  expect((await work()).map(({ kind, title }) => [kind, title])).toEqual([
    ['Approval', 'Counsel'],
    ['Task', 'Reply'],
    ['KeyDate', 'Payment'],
    ['KeyDate', 'Renewal'],
    ['Intake', 'Please help'],
  ])
  const administrator = await actorFor(app, await person({ role: 'Administrator' }))
  await setFeature(app, administrator, { organisationId, code: 'CONTRACTS', enabled: false })
  expect((await work()).map(({ kind }) => kind)).toEqual(['Task', 'Intake'])
})

test('a contract that has expired waits for a look until its end is decided on, and what has begun is not late [P-102, C-535]', async () => {
  const { app, caller, me, templateId } = await world()
  const work = async () => (await caller.get('/v2/me/work')).json<{ items: Item[] }>().items
  const day = (days: number) =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const expired = (days: number, status = 'Expired') =>
    insertContract(app, { owner: me, templateId, values: { status, expiry: `${day(-days)}T23:59:00` } })
  const contractId = await expired(8)
  await expired(60)
  await expired(8, 'Void')
  await createKeyDate(app, await actorFor(app, me), contractId, {
    name: 'Start',
    date: day(-20),
    category: 'Start',
  })
  expect(await work()).toMatchObject([
    { kind: 'Expiry', title: 'Has expired', due: day(-8), record: { id: contractId } },
  ])
})

test('a request waits for those who manage intake, and a question for who made it, until it is answered [P-102]', async () => {
  const { app, caller, person, organisationId } = await world()
  const requester = await person({ role: 'Standard' })
  const asRequester = await callerFor(parts, requester)
  const administrator = await callerFor(parts, await person({ role: 'Administrator' }))
  const categoryId = await insertCategory(app, organisationId, { name: 'Advice' })
  const type = { title: 'Review a contract', matterType: { id: categoryId }, answerWithinDays: 5 }
  const typeId = (await administrator.post('/v2/requestTypes', type)).json<{ id: number }>().id
  const made = await asRequester.post('/v2/requests', { type: { id: typeId }, description: 'Please' })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  const work = async (of: typeof caller) => (await of.get('/v2/me/work')).json<{ items: Item[] }>().items
  expect(await work(caller)).toMatchObject([
    { kind: 'Intake', record: { id }, due: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ])
  expect(await work(asRequester)).toEqual([])
  const asked = await caller.post(`/v2/matters/${id}/intake/ask`, { question: 'By when?' })
  expect(asked.statusCode, asked.body).toBe(201)
  expect(await work(asRequester)).toMatchObject([{ kind: 'Question', title: 'By when?', record: { id } }])
  expect((await work(caller)).map(({ kind }) => kind)).toEqual(['Intake'])
  const answer = await asRequester.post(`/v2/matters/${id}/intake/answer`, { answer: 'By Friday' })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  expect(await work(asRequester)).toEqual([])
})

test('favourites are added and removed, any number of times, and hide what is not seen any more [P-103]', async () => {
  const { app, caller, me, person, templateId } = await world()
  const owner = await person({ role: 'InhouseLegal' })
  const matterId = await insertMatter(app, { owner: me, values: { name: 'Harbour' } })
  const contractId = await insertContract(app, { owner, templateId })
  const favourites = async () =>
    (await caller.get('/v2/me/favourites')).json<{ items: { type: string; id: number }[] }>().items
  const path = (type: string, id: number) => `/v2/me/favourites/${type}/${id}`
  expect((await caller.put(path('contracts', contractId))).statusCode).toBe(404)
  expect((await caller.put(path('people', 1))).statusCode).toBe(404)
  await addContractMember(app, await actorFor(app, owner), contractId, me.id)
  const again = await callerFor(parts, me)
  for (const [type, id] of [
    ['matters', matterId],
    ['contracts', contractId],
    ['Matter', matterId],
    ['Contract', contractId],
  ] as const)
    expect((await again.put(path(type, id))).statusCode).toBe(204)
  expect(await favourites()).toMatchObject([
    { type: 'Contract', id: contractId },
    { type: 'Matter', id: matterId, name: 'Harbour', displayId: expect.stringMatching(/^LW/) },
  ])
  const asOwner = await callerFor(parts, owner)
  expect((await asOwner.delete(`/v2/contracts/${contractId}/members/${me.id}`)).statusCode).toBe(204)
  expect(await favourites()).toMatchObject([{ id: matterId }])
  expect((await again.delete(path('matters', matterId))).statusCode).toBe(204)
  expect((await again.delete(path('matters', matterId))).statusCode).toBe(204)
  expect(await favourites()).toEqual([])
})

test('what was viewed last is listed with the number of a matter and the record of a file [P-104]', async () => {
  const { app, caller, me, templateId } = await world()
  const matterId = await insertMatter(app, { owner: me })
  const contractId = await insertContract(app, { owner: me, templateId })
  await caller.get(`/v2/matters/${matterId}`)
  await caller.get(`/v2/contracts/${contractId}`)
  expect((await caller.get('/v2/me/recents')).json()).toEqual({
    items: [
      { type: 'Contract', id: contractId, displayId: null, name: 'Agreement', record: null },
      {
        type: 'Matter',
        id: matterId,
        displayId: expect.stringMatching(/^LW/),
        name: expect.any(String),
        record: null,
      },
    ],
  })
})
