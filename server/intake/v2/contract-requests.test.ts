// Requests that make contracts: a draft from the wizard of the contract type, with the legal department or at once.
import { expect, test } from 'vitest'
import { paragraphsOf } from '../../../test/documents/docx.ts'
import {
  askForContract as ask,
  atOnce,
  contractRequestWorld,
} from '../../../test/fixtures/contract-requests.ts'
import { download } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const world = (more?: object) => contractRequestWorld(parts, more)

test('a request for a contract waits in intake with a draft that has the answers in it [N-61]', async () => {
  const { callers, typeId, lawyer, requester } = await world()
  const request = await ask(callers.requester, typeId, { who: 'Zephyr Ltd', law: 'Norway' })
  expect(request).toMatchObject({
    name: 'An NDA: Zephyr Ltd',
    selfService: false,
    next: 'Assign',
    contract: { name: 'An NDA: Zephyr Ltd', status: 'Draft', approval: null, canOpen: true },
    answers: [
      { field: { id: 'who' }, text: 'Zephyr Ltd' },
      { field: { id: 'law' }, text: 'Norway' },
    ],
  })
  expect(request).toMatchObject({
    steps: [{ step: 'Submitted' }, { step: 'Drafted', done: true }, {}, {}, {}],
  })
  const contract = `/v2/contracts/${request.contract.id}`
  expect(paragraphsOf(await download(callers.requester, request.contract.document.id))).toEqual([
    'With Zephyr Ltd',
  ])
  expect((await callers.requester.get(`${contract}/keyFacts`)).json()).toMatchObject({
    otherParty: { name: 'Zephyr Ltd' },
  })
  expect((await callers.lawyer.get(`/v2/matters/${request.id}`)).json()).toMatchObject({
    fields: { partner: 'Zephyr Ltd' },
  })
  const queue = (await callers.lawyer.get('/v2/intake')).json<{ items: object[] }>().items
  expect(queue).toMatchObject([{ id: request.id, contract: { status: 'Draft', canOpen: false } }])
  // nothing is signed before somebody has taken the request on
  const signing = await callers.requester.patch(contract, { status: 'Signing' })
  expect([signing.statusCode, signing.json<{ detail: string }>().detail]).toEqual([
    409,
    'This contract cannot become Signing yet. The request that it was drafted for waits in intake: somebody of the legal department takes it on first.',
  ])
  expect((await callers.lawyer.get(contract)).statusCode).toBe(404)
  expect((await callers.other.post(`/v2/matters/${request.id}/intake/accept`)).statusCode).toBe(404)
  expect((await callers.lawyer.post(`/v2/matters/${request.id}/intake/accept`)).statusCode).toBe(204)
  expect((await callers.lawyer.get(contract)).json()).toMatchObject({
    owner: { id: lawyer.id },
    status: 'Draft',
  })
  expect((await callers.lawyer.get(`${contract}/overview`)).json()).toMatchObject({
    request: { id: request.id },
  })
  expect((await callers.lawyer.patch(contract, { status: 'Signing' })).statusCode).toBe(204)
  expect((await callers.requester.get(`/v2/requests/${request.id}`)).json()).toMatchObject({
    next: 'Work',
    requester: { id: requester.id },
    contract: { status: 'Signing' },
  })
})

test('a request that is declined leaves no draft; one that is assigned gives it to the manager [N-61]', async () => {
  const { callers, typeId, lawyer } = await world()
  const declined = await ask(callers.requester, typeId, { who: 'Zephyr Ltd' })
  await callers.lawyer.post(`/v2/matters/${declined.id}/intake/decline`, { reason: 'No.' })
  expect((await callers.requester.get(`/v2/contracts/${declined.contract.id}`)).json()).toMatchObject({
    status: 'Void',
  })
  const assigned = await ask(callers.requester, typeId, { who: 'Zephyr Ltd' })
  const to = { manager: { id: lawyer.id } }
  expect((await callers.admin.post(`/v2/matters/${assigned.id}/intake/assign`, to)).statusCode).toBe(204)
  expect((await callers.lawyer.get(`/v2/contracts/${assigned.contract.id}`)).json()).toMatchObject({
    owner: { id: lawyer.id },
  })
})

test('a draft goes back with its request when a decision on many is undone [N-71]', async () => {
  const { callers, typeId, requester, lawyer } = await world()
  const { id, contract } = await ask(callers.requester, typeId, { who: 'Zephyr Ltd' })
  const draft = async () =>
    (await callers.requester.get(`/v2/contracts/${contract.id}`)).json<{
      status: string
      owner: { id: string }
    }>()
  for (const [change, made] of [
    [{ decision: 'Accepted' }, { status: 'Draft', owner: { id: lawyer.id } }],
    [
      { decision: 'Declined', reason: 'No.' },
      { status: 'Void', owner: { id: requester.id } },
    ],
  ] as const) {
    const done = await callers.lawyer.post('/v2/intake/bulk', { ids: [id], change })
    expect(await draft()).toMatchObject(made)
    const undone = await callers.lawyer.post(`/v2/jobs/${done.json<{ jobId: number }>().jobId}/undo`)
    expect([undone.statusCode, undone.body]).toEqual([200, expect.stringContaining('"changed":1')])
    expect(await draft()).toMatchObject({ status: 'Draft', owner: { id: requester.id } })
  }
})

test('within the bounds of its type the contract is made at once, without a matter [N-62]', async () => {
  const { callers, typeId, requester, categoryId } = await world(atOnce)
  const request = await ask(callers.requester, typeId, { who: 'Zephyr Ltd', law: 'Norway', penalty: 5_000 })
  expect(request).toMatchObject({
    selfService: true,
    next: 'Sign',
    with: { who: 'Requester' },
    steps: [{ step: 'Submitted' }, { step: 'Drafted', done: true }, { step: 'Signed', done: false }],
    contract: { status: 'Draft' },
  })
  const url = `/v2/requests/${request.id}`
  const contract = `/v2/contracts/${request.contract.id}`
  expect((await callers.requester.get(contract)).json()).toMatchObject({ owner: { id: requester.id } })
  expect((await callers.admin.get(`/v2/matters?$filter=Type/Id eq ${categoryId}`)).json()).toMatchObject({
    items: [],
  })
  expect((await callers.lawyer.get('/v2/intake')).json()).toEqual({ items: [] })
  expect((await callers.other.get(url)).statusCode).toBe(404)
  const second = await ask(callers.requester, typeId, { who: 'Orbit AB', law: 'Peru' })
  expect((await callers.requester.get('/v2/requests')).json()).toMatchObject({
    items: [
      { id: second.id, selfService: false },
      { id: request.id, selfService: true },
    ],
  })
  expect((await callers.requester.get('/v2/requests?$top=1&$skip=1')).json()).toMatchObject({
    items: [{ id: request.id }],
  })
  expect((await callers.requester.patch(contract, { status: 'Executed' })).statusCode).toBe(204)
  expect((await callers.requester.get(url)).json()).toMatchObject({ next: 'None', with: { who: 'Nobody' } })
  expect((await callers.requester.get(`${contract}/overview`)).json()).toMatchObject({
    request: { id: request.id },
  })
})

test('beyond the bounds, or without an answer that they need, it goes to the legal department [N-62]', async () => {
  const { callers, typeId } = await world(atOnce)
  for (const fields of [
    { who: 'Zephyr Ltd', law: 'Norway', penalty: 5_000.01 },
    { who: 'Zephyr Ltd', law: 'Peru' },
    { who: 'Zephyr Ltd' },
  ]) {
    expect(await ask(callers.requester, typeId, fields)).toMatchObject({ selfService: false, next: 'Assign' })
  }
  expect(await ask(callers.requester, typeId, { who: 'Zephyr Ltd', law: 'Norway' })).toMatchObject({
    selfService: true,
  })
  const missing = await callers.requester.post('/v2/requests', {
    type: { id: typeId },
    fields: { law: 'Norway' },
  })
  expect([missing.statusCode, Object.keys(missing.json<{ errors: object }>().errors)]).toEqual([
    400,
    ['fields.who'],
  ])
  const contracts = (await callers.requester.get('/v2/contracts')).json<{ items: object[] }>().items
  expect(contracts).toHaveLength(4)
})

test('the approval that the rules of the contract type ask for is asked for at once [N-62]', async () => {
  const { callers, typeId, templateId, lawyer } = await world(atOnce)
  const rules = {
    inOrder: false,
    rules: [
      {
        name: 'Legal',
        approvers: [{ id: lawyer.id }],
        when: { field: 'penalty', operator: 'ge', value: '1000' },
      },
    ],
  }
  const set = await callers.admin.put(`/v2/contractTypes/${templateId}/approvalRules`, rules)
  expect(set.statusCode, set.body).toBeLessThan(300)
  const fields = { who: 'Zephyr Ltd', law: 'Norway', penalty: 2_000 }
  const request = await ask(callers.requester, typeId, fields)
  expect(request).toMatchObject({
    next: 'Approve',
    with: { who: 'Approvers' },
    contract: { status: 'Approval', approval: 'Waiting' },
    steps: [{}, {}, { step: 'Approved', done: false }, { step: 'Signed' }],
  })
  const contract = `/v2/contracts/${request.contract.id}`
  expect((await callers.requester.patch(contract, { status: 'Signing' })).statusCode).toBe(409)
  const [approval] = (await callers.lawyer.get(`${contract}/approvals`)).json<{ items: { id: number }[] }>()
    .items
  const approved = await callers.lawyer.post(`${contract}/approvals/${approval?.id}/approve`)
  expect(approved.statusCode, approved.body).toBe(200)
  expect((await callers.requester.get(`/v2/requests/${request.id}`)).json()).toMatchObject({
    next: 'Sign',
    steps: [{}, {}, { step: 'Approved', done: true }, {}],
  })
  const small = await ask(callers.requester, typeId, { ...fields, penalty: 10 })
  expect(small).toMatchObject({ next: 'Sign', contract: { status: 'Draft' } })
})
