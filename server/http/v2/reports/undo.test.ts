// Undo of a change of many: former values come back, except where somebody has changed them since.
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
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let owner: TestUser
let other: TestUser
let caller: Caller
let teamId: number
let templateId: number

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  owner = await createUser(app, { organisationId, role: 'InhouseLegal' })
  other = await createUser(app, { organisationId, role: 'InhouseLegal' })
  teamId = await createTeam(app, { organisationId, name: 'Leases', members: [owner] })
  templateId = await createContractTemplate(app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(app, form, { title: 'Region', type: 'ShortText' })
  caller = await callerFor(parts, owner)
})

const insert = (name: string, values: object = {}) =>
  insertContract(parts.app, { owner, templateId, values: { name, ...values } })

describe('undo', () => {
  const undo = (jobId: unknown, by = caller) => by.post(`/v2/jobs/${String(jobId)}/undo`)
  const madeBy = async (list: string, body: object) =>
    (await caller.post(`/v2/${list}/bulk`, body)).json<{ jobId: number }>()

  test('gives each record its former values, and leaves what was changed since [V-387]', async () => {
    const plain = await insert('U plain')
    const full = await insert('U full', { team_id: teamId })
    const touched = await insert('U touched')
    for (const id of [plain, full, touched])
      await caller.patch(`/v2/contracts/${id}`, { fields: { region: 'North' } })
    const change = { teamAssigned: null, restricted: true, fields: { region: 'South' } }
    const { jobId } = await madeBy('contracts', { ids: [plain, full, touched], change })
    await caller.patch(`/v2/contracts/${touched}`, { fields: { region: 'West' } })
    // another property does not stand in the way
    await caller.patch(`/v2/contracts/${plain}`, { externalId: 'U-1' })
    const undone = await undo(jobId)
    expect(undone.statusCode, undone.body).toBe(200)
    const since = 'It has been changed since, and was left as it is.'
    expect(undone.json()).toEqual({
      changed: 2,
      unchanged: 0,
      differing: 2,
      skipped: [{ id: touched, because: since }],
      jobId: expect.any(Number),
    })
    const shown = async (id: number) => (await caller.get(`/v2/contracts/${id}`)).json<object>()
    expect(await shown(full)).toMatchObject({
      teamAssigned: { id: teamId },
      restricted: false,
      fields: { region: 'North' },
    })
    expect(await shown(plain)).toMatchObject({ externalId: 'U-1', restricted: false })
    expect(await shown(touched)).toMatchObject({ restricted: true, fields: { region: 'West' } })
    // what was left is tried again; an undo is undone in its turn
    expect((await undo(jobId)).json()).toMatchObject({ changed: 0, skipped: [{ id: touched }] })
    const redone = await undo(undone.json<{ jobId: number }>().jobId)
    expect(redone.json()).toMatchObject({ changed: 2, skipped: [] })
    expect(await shown(full)).toMatchObject({
      teamAssigned: null,
      restricted: true,
      fields: { region: 'South' },
    })
  })

  test('of matters with their tags, and of tasks [V-387]', async () => {
    const id = await insertMatter(parts.app, { owner, values: { name: 'Tagged', manager_id: owner.id } })
    await caller.post(`/v2/matters/${id}/tags`, { description: 'Old' })
    const { jobId } = await madeBy('matters', {
      ids: [id],
      change: { name: 'Retagged', addTags: ['New'], removeTags: ['Old'] },
    })
    expect((await undo(jobId)).json()).toMatchObject({ changed: 1, skipped: [] })
    expect((await caller.get(`/v2/matters/${id}/overview`)).json()).toMatchObject({
      record: { name: 'Tagged' },
      tags: [{ description: 'Old' }],
    })
    const task = (await caller.post(`/v2/matters/${id}/tasks`, { name: 'One' })).json<{ id: number }>().id
    const done = await madeBy('tasks', { ids: [task], change: { status: 'Complete' } })
    expect((await undo(done.jobId)).json()).toMatchObject({ changed: 1 })
    expect((await caller.get(`/v2/tasks/${task}`)).json()).toMatchObject({ status: 'NotStarted' })
  })

  test('is for who changed them, once, and with the rights of the moment [V-387]', async () => {
    const id = await insert('U rights')
    const { jobId } = await madeBy('contracts', { ids: [id], change: { restricted: true } })
    expect((await undo(jobId, await callerFor(parts, other))).statusCode).toBe(404)
    expect((await undo(999_999)).statusCode).toBe(404)
    const check = await madeBy('contracts', { ids: [id], change: { restricted: false }, checkOnly: true })
    expect(check.jobId).toBeNull()
    expect((await caller.delete(`/v2/contracts/${id}`)).statusCode).toBe(204)
    expect((await undo(jobId)).json()).toMatchObject({ changed: 0, skipped: [{ id }] })
    const nothing = await madeBy('contracts', { ids: [999_999_999], change: { restricted: true } })
    expect(nothing.jobId).toBeNull()
    const again = await insert('U again')
    const made = await madeBy('contracts', { ids: [again], change: { restricted: true } })
    expect((await undo(made.jobId)).statusCode).toBe(200)
    expect((await undo(made.jobId)).statusCode).toBe(409)
  })
})
