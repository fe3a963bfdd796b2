import { expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { updateKeyDate } from '../commands/update-key-date.ts'
import { createKeyDate } from '../commands/create-key-date.ts'
import { deleteKeyDate } from '../commands/delete-key-date.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { organisationId, owner, caller, insert } = await contractWorld(parts)
  const business = await createUser(app, { organisationId, role: 'Standard' })
  const colleague = await createUser(app, { organisationId })
  const contractId = await insert({}, [business])
  const list = async () =>
    (await caller.get(`/contract-apis/v1/contracts/${contractId}/keyDates`)).json<object[]>()
  return { organisationId, owner, business, colleague, contractId, list, actor: await actorFor(app, owner) }
}

const renewal = { name: 'Renewal', date: '2027-01-31', value: '1250.5' }

test('stand in the order of the calendar, with the amount at stake [C-54]', async () => {
  const { app } = parts
  const { actor, contractId, list } = await world()
  expect(await list()).toEqual([])
  const later = await createKeyDate(app, actor, contractId, renewal)
  const sooner = await createKeyDate(app, actor, contractId, { name: ' Notice ', date: '2026-10-31' })
  expect(await list()).toEqual([
    { id: sooner, name: 'Notice', date: '2026-10-31', value: 0 },
    { id: later, name: 'Renewal', date: '2027-01-31', value: 1250.5 },
  ])
})

test('each change raises one event of the key date, and none when nothing changes [C-55, W-54, W-55]', async () => {
  const { app, clock } = parts
  const { actor, contractId, list, organisationId } = await world()
  const id = await createKeyDate(app, actor, contractId, renewal)
  clock.advance({ minutes: 1 })
  await updateKeyDate(app, actor, { id }, { changes: { date: '2027-02-28', value: '1250.50' } })
  await updateKeyDate(app, actor, { id }, { changes: { date: '2027-02-28', name: 'Renewal ' } })
  expect(await list()).toEqual([{ id, name: 'Renewal', date: '2027-02-28', value: 1250.5 }])
  const { last_activity_at } = await app.db
    .selectFrom('contracts')
    .where('organisation_id', '=', organisationId)
    .select('last_activity_at')
    .executeTakeFirstOrThrow()
  expect(last_activity_at).toEqual(clock.now())
  await deleteKeyDate(app, actor, { id })
  expect(await list()).toEqual([])
  expect(await eventsOf(app, organisationId)).toEqual([
    ['contract.keydate.created', id],
    ['contract.keydate.updated', id],
    ['contract.keydate.deleted', id],
  ])
  await expect(deleteKeyDate(app, actor, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(256) }],
  ['date', { date: '2026-02-30' }],
  ['date', { date: '2026-02-03T00:00:00' }],
  ['value', { value: '-1' }],
  ['value', { value: '1.005' }],
  ['value', { value: 'NaN' }],
])('a wrong %s is refused: %o', async (name, wrong) => {
  const { app } = parts
  const { actor, contractId, list } = await world()
  const refused = { code: 'bad_request', errors: { [name]: expect.anything() } }
  await expect(createKeyDate(app, actor, contractId, { ...renewal, ...wrong })).rejects.toMatchObject(refused)
  const id = await createKeyDate(app, actor, contractId, renewal)
  await expect(updateKeyDate(app, actor, { id }, { changes: wrong })).rejects.toMatchObject(refused)
  expect(await list()).toMatchObject([{ date: renewal.date, value: 1250.5 }])
})

test('who only looks may not change them, and others do not learn of them [P-44]', async () => {
  const { app } = parts
  const { actor, business, colleague, contractId, list } = await world()
  const id = await createKeyDate(app, actor, contractId, renewal)
  for (const [person, code] of [
    [business, 'forbidden'],
    [colleague, 'not_found'],
    [(await world()).owner, 'not_found'],
  ] as const) {
    const them = await actorFor(app, person)
    await expect(createKeyDate(app, them, contractId, renewal)).rejects.toMatchObject({ code })
    await expect(updateKeyDate(app, them, { id }, { changes: { name: 'Theirs' } })).rejects.toMatchObject({
      code,
    })
    await expect(deleteKeyDate(app, them, { id })).rejects.toMatchObject({ code })
  }
  expect(await list()).toHaveLength(1)
})
