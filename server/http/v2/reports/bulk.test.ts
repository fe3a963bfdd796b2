// The same change of many records: checked first, then made, each by the operation that changes one.
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
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { actorFor } from '../../../../test/fixtures/actors.ts'
import { bulkChanges } from '../../../operations/process/bulk-changes.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let owner: TestUser
let other: TestUser
let caller: Caller
let teamId: number
let templateId: number

interface Answer {
  readonly changed: number
  readonly unchanged: number
  readonly differing: number
  readonly skipped: readonly { readonly id: number; readonly because: string }[]
}

beforeAll(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  owner = await createUser(app, { organisationId, role: 'InhouseLegal' })
  other = await createUser(app, { organisationId, role: 'InhouseLegal' })
  teamId = await createTeam(app, { organisationId, name: 'Leases', members: [owner] })
  templateId = await createContractTemplate(app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(app, form, { title: 'Region', type: 'ShortText' })
  caller = await callerFor(parts, owner)
})

async function bulk(list: string, body: object, by = caller): Promise<Answer> {
  const answer = await by.post(`/v2/${list}/bulk`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  // a check has no job, and each change its own
  const { jobId: _jobId, ...outcome } = answer.json<Answer & { jobId: number | null }>()
  return outcome
}

const insert = (name: string, values: object = {}, by = owner) =>
  insertContract(parts.app, { owner: by, templateId, values: { name, ...values } })

const eventsOf = async (id: number) =>
  (
    await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .where('subject_kind', '=', 'contract')
      .where('subject_id', '=', id)
      .select('name')
      .execute()
  ).map(({ name }) => name)

describe('contracts', () => {
  test('a check changes nothing and says what would come of it; then it comes [V-380, V-381]', async () => {
    const plain = await insert('B plain')
    const named = await insert('B named', { external_id: 'B-1' })
    const same = await insert('B same', { team_id: teamId })
    const hidden = await insert('B hidden', { restricted: true }, other)
    const body = { ids: [plain, named, same, hidden, 999_999_999], change: { teamAssigned: { id: teamId } } }
    const gone = 'There is nothing here, or nothing that you have access to.'
    const expected = {
      changed: 2,
      unchanged: 1,
      differing: 0,
      skipped: [
        { id: hidden, because: gone },
        { id: 999_999_999, because: gone },
      ],
    }
    expect(await bulk('contracts', { ...body, checkOnly: true })).toEqual(expected)
    expect(await eventsOf(plain)).toEqual([])
    expect((await caller.get(`/v2/contracts/${plain}`)).json()).toMatchObject({ teamAssigned: null })
    expect(await bulk('contracts', body)).toEqual(expected)
    expect(await eventsOf(plain)).toEqual(['contract.updated'])
    expect(await eventsOf(same)).toEqual([])
    expect((await caller.get(`/v2/contracts/${named}`)).json()).toMatchObject({
      teamAssigned: { id: teamId },
    })
    const again = await bulk('contracts', { ...body, ids: [plain, named] })
    expect(again).toEqual({ changed: 0, unchanged: 2, differing: 0, skipped: [] })
  })

  test('what cannot be changed is skipped and says why, in the check as well [V-380]', async () => {
    const ids = [await insert('C one'), await insert('C two')]
    const taken = { ids, change: { externalId: 'C-SAME' } }
    const checked = await bulk('contracts', { ...taken, checkOnly: true })
    expect(checked.changed).toBe(2)
    const made = await bulk('contracts', taken)
    expect(made).toMatchObject({ changed: 1, skipped: [{ id: ids[1] }] })
    expect(
      (await bulk('contracts', { ids: [ids[1]], change: { externalId: 'C-SAME' }, checkOnly: true })).skipped,
    ).toHaveLength(1)
    const stage = await bulk('contracts', { ids, change: { status: 'Expired' }, checkOnly: true })
    expect(stage.skipped.map(({ id }) => id)).toEqual(ids)
  })

  test('only what is empty is filled, and what replaces another value is counted [V-382]', async () => {
    const empty = await insert('D empty')
    const full = await insert('D full', { external_id: 'D-1' })
    const set = await caller.patch(`/v2/contracts/${full}`, { fields: { region: 'North' } })
    expect(set.statusCode, set.body).toBe(204)
    const body = {
      filter: "startswith(Name,'D') and Owner/Id eq me()",
      change: { fields: { region: 'South' } },
    }
    expect(await bulk('contracts', { ...body, onlyEmpty: true })).toEqual({
      changed: 1,
      unchanged: 1,
      differing: 0,
      skipped: [],
    })
    const region = async (id: number) =>
      (await caller.get(`/v2/contracts/${id}`)).json<{ fields: { region: string } }>().fields.region
    expect([await region(empty), await region(full)]).toEqual(['South', 'North'])
    expect(await bulk('contracts', body)).toEqual({ changed: 1, unchanged: 1, differing: 1, skipped: [] })
    expect(await region(full)).toBe('South')
  })
})

test('matters and tasks, by the same rules [V-380]', async () => {
  const matterId = await insertMatter(parts.app, { owner, values: { name: 'Many', manager_id: owner.id } })
  const foreign = await insertMatter(parts.app, { owner: other, members: [], values: { name: 'Foreign' } })
  const made = await bulk('matters', { ids: [matterId, foreign], change: { name: 'Renamed' } })
  expect(made).toMatchObject({ changed: 1, differing: 1, skipped: [{ id: foreign }] })
  const tasks: number[] = []
  for (const name of ['One', 'Two']) {
    tasks.push((await caller.post(`/v2/matters/${matterId}/tasks`, { name })).json<{ id: number }>().id)
  }
  const done = await bulk('tasks', { filter: `Matter/Id eq ${matterId}`, change: { status: 'Complete' } })
  expect(done).toMatchObject({ changed: 2, skipped: [] })
  const due = {
    ids: tasks,
    change: { dueDate: '2027-01-01T00:00:00', status: 'NotStarted' },
    onlyEmpty: true,
  }
  expect(await bulk('tasks', due)).toMatchObject({ changed: 2, differing: 0 })
  expect((await caller.get(`/v2/tasks/${tasks[0]}`)).json()).toMatchObject({
    status: 'Complete',
    dueDate: '2027-01-01T00:00:00',
  })
})

test('matters get tags, lose them and become part of another, each once and with history [V-400]', async () => {
  const insertHere = (name: string, by = owner) =>
    insertMatter(parts.app, { owner: by, values: { name, manager_id: by.id } })
  const [one, two, above] = [
    await insertHere('T one'),
    await insertHere('T two'),
    await insertHere('T above'),
  ]
  const foreign = await insertHere('T foreign', other)
  await caller.post(`/v2/matters/${one}/tags`, { description: 'Port' })
  const tagsOf = async (id: number) =>
    (await caller.get(`/v2/matters/${id}/tags?$orderby=Description`))
      .json<{ items: { description: string }[] }>()
      .items.map(({ description }) => description)
  const ids = [one, two, foreign]
  const add = { ids, change: { addTags: ['PORT', 'Board'] } }
  const expected = { changed: 2, unchanged: 0, differing: 0, skipped: [{ id: foreign }] }
  expect(await bulk('matters', { ...add, checkOnly: true })).toMatchObject(expected)
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([['Port'], []])
  expect((await caller.get("/v2/tags?$filter=Description eq 'Board'")).json()).toEqual({ items: [] })
  expect(await bulk('matters', add)).toMatchObject(expected)
  expect(await bulk('matters', add)).toMatchObject({ changed: 0, unchanged: 2 })
  const both = ['Board', 'Port']
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([both, both])
  const rest = { removeTags: ['board', 'Unknown'], parent: { id: above }, name: 'Renamed' }
  expect(await bulk('matters', { ids: [one, two, above], change: rest })).toMatchObject({
    changed: 2,
    skipped: [{ id: above }],
  })
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([['Port'], ['Port']])
  expect((await caller.get(`/v2/matters/${two}/overview`)).json()).toMatchObject({
    record: { name: 'Renamed' },
    parent: { id: above, name: 'T above' },
  })
  const history = (await caller.get(`/v2/matters/${two}/history`)).json<{ items: { action: string }[] }>()
  expect(history.items.filter(({ action }) => action === 'matter.tag.created')).toHaveLength(2)
  // a filter that finds more than a thousand has the same change read again by the job
  const job = bulkChanges.get('matters')
  await job?.(parts.app, await actorFor(parts.app, owner), one, {
    change: { removeTags: ['Port'], addTags: ['Quay'] },
    onlyEmpty: true,
  })
  expect(await tagsOf(one)).toEqual(['Quay'])
  for (const [change, name] of [
    [{ addTags: 'Port' }, 'addTags'],
    [{ addTags: [''] }, 'addTags'],
    [{ removeTags: [5] }, 'removeTags'],
    [{ addTags: ['x'.repeat(101)] }, 'addTags'],
    [{ parent: 5 }, 'parent'],
  ] as const) {
    const refused = await caller.post('/v2/matters/bulk', { ids: [one], change })
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      [name],
    ])
  }
})

test.each([
  [{ change: { name: 'x' } }, 'ids'],
  [{ ids: [1], filter: 'Id eq 1', change: { name: 'x' } }, 'ids'],
  [{ ids: ['a'], change: { name: 'x' } }, 'ids'],
  [{ ids: Array.from({ length: 1_001 }, (_, index) => index + 1), change: { name: 'x' } }, 'ids'],
  [{ ids: [1] }, 'change'],
  [{ ids: [1], change: {} }, 'change'],
  [{ ids: [1], change: { colour: 'red' } }, 'colour'],
  [{ filter: 'Nmae eq 1', change: { name: 'x' } }, '$filter'],
])('%# what is wrong is refused before anything is changed', async (body, name) => {
  const answer = await caller.post('/v2/contracts/bulk', body)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
})
