// What a legal hold keeps: every way in which something could be taken away from a record under one.
import { expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate } from '../../../test/factories.ts'
import { insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { sceneOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createUser } from '../../../test/factories.ts'
import { permissions, groups } from '../../platform/actor.ts'
import { historyNames } from '../../platform/events/event-names.ts'
import { removals } from '../../platform/events/removals.ts'
import { purgeRecords } from '../commands/purge-record.ts'
import { purgedContracts } from '../../contracts/purge-contract.ts'
import { purgedMatters } from '../../matters/purge-matter.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world() {
  const scene = await sceneOf(parts)
  const { organisationId } = scene
  const administrator = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    permissions,
    groups,
  })
  const caller = await callerFor(parts, administrator)
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  const region = await insertFieldOn(parts.app, form, {
    title: 'Region',
    apiName: 'region',
    type: 'Lookup',
    options: [{ label: 'North' }, { label: 'South' }],
  })
  await insertFieldOn(parts.app, form, { title: 'Buyer', apiName: 'buyer', type: 'ContractEntity' })
  await insertFieldOn(parts.app, form, { title: 'Note', apiName: 'note', type: 'ShortText' })
  const regions = await optionIdsOf(parts.app, organisationId, region)
  const party = async (name: string) =>
    (await caller.post('/v2/contractParties', { name })).json<{ id: number }>().id
  const matter = () => insertMatter(parts.app, { owner: administrator })
  const contract = (values: object = {}) =>
    insertContract(parts.app, { owner: administrator, templateId, values })
  return { ...scene, administrator, caller, region, regions, party, matter, contract }
}

type Answer = Awaited<ReturnType<Caller['get']>>
const ok = (answer: Answer) => {
  expect([200, 201, 202, 204], answer.body).toContain(answer.statusCode)
  return answer
}
const refused = (answer: Answer) => {
  expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('legal hold'),
  ])
}

/** Tries it under a hold, and again after the hold has ended. */
async function onlyWithoutHold(caller: Caller, at: string, act: () => Promise<Answer>) {
  ok(await caller.put(`${at}/hold`, { reason: 'Case 7' }))
  refused(await act())
  ok(await caller.delete(`${at}/hold`))
  ok(await act())
}

test('key dates stay, also the one of a notice period, whatever would take it [R-14]', async () => {
  const { caller, contract } = await world()
  const id = await contract({ expiry: '2027-01-01T00:00:00' })
  const at = `/v2/contracts/${id}`
  ok(await caller.put(`${at}/noticePeriod`, { amount: 1, unit: 'Months' }))
  await onlyWithoutHold(caller, at, () => caller.patch(at, { expiry: null }))
  ok(await caller.patch(at, { expiry: '2027-01-01' }))
  await onlyWithoutHold(caller, at, () => caller.delete(`${at}/noticePeriod`))
  const made = ok(
    await caller
      .post(`${at}/keyDates`, { name: 'Renewal', date: '2026-12-01', category: 'Renewal' })
      .then((a) => a),
  ).json<{ id: number }>()
  await onlyWithoutHold(caller, at, () => caller.delete(`${at}/keyDates/${made.id}`))
})

test('values and relations are changed, but not emptied [R-14]', async () => {
  const { caller, contract, matter } = await world()
  const [parent, matterId] = [await contract(), await matter()]
  const id = await contract({ parent_id: parent, matter_id: matterId })
  const at = `/v2/contracts/${id}`
  ok(await caller.patch(at, { fields: { note: 'One' } }))
  await onlyWithoutHold(caller, at, () => caller.patch(at, { fields: { note: null } }))
  ok(await caller.patch(at, { fields: { note: 'One' } }))
  ok(await caller.put(`${at}/hold`, { reason: 'Case 7' }))
  ok(await caller.patch(at, { fields: { note: 'Two' } }))
  ok(await caller.patch(at, { name: 'Another name' }))
  refused(
    await caller
      .post('/v2/contracts/bulk', { ids: [id], change: { fields: { note: null } } })
      .then((a) => bulkAsRefusal(a)),
  )
  ok(await caller.delete(`${at}/hold`))
  await onlyWithoutHold(caller, at, () => caller.delete(`${at}/parent`))
  await onlyWithoutHold(caller, at, () => caller.delete(`${at}/matter`))
})

/** What a change of many says of the one record that it skipped, as if it had been changed alone. */
const bulkAsRefusal = (answer: Answer): Answer => {
  const { skipped } = answer.json<{ skipped: { because: string }[] }>()
  return {
    ...answer,
    statusCode: 409,
    json: () => ({ detail: skipped[0]?.because ?? '' }),
  } as unknown as Answer
}

test('parties and choices are not merged while a record under a hold names them [R-14]', async () => {
  const { caller, contract, party, region, regions } = await world()
  const [acme, other] = [await party('Acme'), await party('Other')]
  const id = await contract()
  const at = `/v2/contracts/${id}`
  ok(await caller.put(`${at}/parties/${acme}`))
  ok(await caller.patch(at, { fields: { region: { id: regions['North'] } } }))
  await onlyWithoutHold(caller, at, () =>
    caller.patch(`/field-apis/v1/lookupFields/${region}/choices/${regions['North']}`, [
      { op: 'move', from: '/Id', path: `/${regions['South']}` },
    ]),
  )
  await onlyWithoutHold(caller, at, () =>
    caller.post(`/v2/contractParties/${acme}/merge`, { into: { id: other } }),
  )
})

test('what a record under a hold belongs to is not purged, by hand or by the job [R-14]', async () => {
  const { administrator, caller, contract, matter } = await world()
  const matterId = await matter()
  const id = await contract({ matter_id: matterId })
  ok(await caller.put(`/v2/contracts/${id}/hold`, { reason: 'Case 7' }))
  ok(await caller.delete(`/v2/matters/${matterId}`))
  refused(await caller.delete(`/v2/bin/matters/${matterId}`))
  parts.clock.advance({ days: 40 })
  expect(await purgeRecords(parts.app, [purgedMatters, purgedContracts])).toBe(0)
  const later = await callerFor(parts, administrator)
  ok(await later.delete(`/v2/contracts/${id}/hold`))
  expect(await purgeRecords(parts.app, [purgedMatters, purgedContracts])).toBe(1)
})

test('tags, tasks, messages, files and versions of a matter stay; people may go [R-14]', async () => {
  const { caller, matter, colleague } = await world()
  const id = await matter()
  const at = `/v2/matters/${id}`
  const tag = ok(await caller.post(`${at}/tags`, { description: 'Urgent' })).json<{ id: number }>()
  await onlyWithoutHold(caller, at, () => caller.delete(`${at}/tags/${tag.id}`))
  const message = ok(await caller.post(`${at}/conversation`, { text: 'Hello' })).json<{ id: number }>()
  await onlyWithoutHold(caller, at, () => caller.delete(`${at}/conversation/${message.id}`))
  const task = ok(await caller.post(`${at}/tasks`, { name: 'Call' })).json<{ id: number }>()
  await onlyWithoutHold(caller, at, () => caller.delete(`/v2/tasks/${task.id}`))
  ok(await caller.put(`${at}/members/${colleague.id}`, { roles: ['Member'] }))
  ok(await caller.put(`${at}/hold`, { reason: 'Case 7' }))
  ok(await caller.delete(`${at}/members/${colleague.id}`))
})

test('every event of something that is gone is known to the check [R-14]', () => {
  const gone = historyNames.filter(
    (name) =>
      /^(contract|matter|task|emailThread|invoice)\..*(deleted|removed|left|purged|untracked)$|^(contract|matter|task)\.deleted$/.test(
        name,
      ) && !/\.(member\.removed)$|^(contract|matter)\.purged$/.test(name),
  )
  expect([...removals].sort()).toEqual([...gone].sort())
})

test('administrators list all holds, without names and reasons of what is restricted to others [R-48]', async () => {
  const { caller, administrator, matter, contract } = await world()
  const { organisationId } = administrator
  const owner = await createUser(parts.app, { organisationId, role: 'Administrator', permissions, groups })
  const others = await callerFor(parts, owner)
  const open = await matter()
  const secret = await insertMatter(parts.app, { owner })
  const signed = await contract()
  const restrict = { restricted: true }
  const answers = [
    await others.patch(`/v2/matters/${secret}`, restrict),
    await others.put(`/v2/matters/${secret}/hold`, { reason: 'Falcon inquiry' }),
    await caller.put(`/v2/matters/${open}/hold`, { reason: 'Inquiry' }),
    await caller.put(`/v2/contracts/${signed}/hold`, { reason: 'Audit' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
  const list = async (by: Caller, many: string) =>
    (await by.get(`/v2/legalHolds/${many}?$orderby=Id`)).json<{ items: object[] }>().items
  const held = { user: { id: administrator.id }, dateUtc: expect.any(String) as string }
  expect(await list(caller, 'matters')).toMatchObject([
    { id: open, reason: 'Inquiry', restricted: false, held },
    { id: secret, name: null, reason: null, restricted: true, held: { user: { id: owner.id } } },
  ])
  expect(await list(others, 'matters')).toMatchObject([
    {},
    { id: secret, name: 'Advice', reason: 'Falcon inquiry' },
  ])
  expect(await list(caller, 'contracts')).toMatchObject([{ id: signed, reason: 'Audit' }])
  await caller.delete(`/v2/contracts/${signed}/hold`)
  expect(await list(caller, 'contracts')).toEqual([])
})
