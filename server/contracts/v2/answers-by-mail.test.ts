// Answering approvals at the address in a mail, and attacks on it.
import { beforeEach, expect, test } from 'vitest'
import { approvalWorld, setRules } from '../../../test/fixtures/approvals.ts'
import {
  answersByMail,
  approvalAt,
  historyOf,
  openQuestion,
  type Question,
  sendAnswer,
} from '../../../test/fixtures/answers-by-mail.ts'
import { createUser, type TestUser } from '../../../test/factories.ts'
import { insertDocument } from '../../../test/fixtures/contracts.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { passwordHash } from '../../../test/peers/browser.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()

let made: Awaited<ReturnType<typeof answersByMail>>
beforeEach(async () => {
  made = await answersByMail(parts)
})

test('the page behind a mailed address shows what is asked, and an answer counts once [C-370]', async () => {
  const onDetails = {
    organisationId: made.organisationId,
    form: 'ContractDetails',
    templateId: made.typeId,
  } as const
  await insertFieldOn(made.app, onDetails, {
    title: 'Contract value',
    apiName: 'contractValue',
    type: 'Currency',
  })
  await setRules(made, { rules: [{ name: 'Finance', approvers: [{ id: made.finance.id }] }] })
  const contractId = await made.drafted()
  const set = await made.asOwner.patch(`/v2/contracts/${contractId}`, { fields: { contractValue: 250_000 } })
  expect(set.statusCode, set.body).toBe(204)
  const body = { comment: 'Rent is above budget.', due: '2026-03-20' }
  const requested = await made.asOwner.post(`/v2/contracts/${contractId}/approvals`, body)
  expect(requested.statusCode, requested.body).toBe(201)
  const path = `/v2/contracts/${contractId}/approvals/${requested.json<{ id: number }>().id}`
  await made.mailed()
  const browser = await made.visitor()
  const address = await made.addressOf(made.finance)
  const shown = await openQuestion(browser, address)
  expect(shown.statusCode, shown.body).toBe(200)
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.json()).toMatchObject({
    approver: expect.stringContaining('Finn'),
    isForAnother: false,
    requester: expect.stringContaining('Olga'),
    amounts: [{ title: 'Contract value', value: '250000' }],
    steps: ['Finance'],
    due: '2026-03-20',
    comment: 'Rent is above budget.',
    contract: { name: 'Harbour lease' },
    document: { name: 'Lease.docx' },
    changed: null,
  })
  const document = await openQuestion(browser, address, '/document')
  expect(document.statusCode).toBe(200)
  expect(document.headers['cache-control']).toBe('no-store')
  // programs that check mails follow links, and decide nothing
  for (const method of ['GET', 'HEAD'] as const)
    await parts.server.inject({ method, url: `/approving/${address}` })
  expect((await openQuestion(browser, address, '/answer')).statusCode).toBe(405)
  expect((await approvalAt(made.asOwner, path)).state).toBe('Waiting')
  expect((await sendAnswer(browser, address, { decision: 'Declined' })).statusCode).toBe(400)
  expect((await sendAnswer(browser, address, { decision: 'Approved', comment: 'Fine.' })).statusCode).toBe(
    204,
  )
  expect(await approvalAt(made.asOwner, path)).toMatchObject({
    state: 'Approved',
    steps: [{ approvers: [{ decision: 'Approved', comment: 'Fine.' }] }],
  })
  const decided = (await historyOf(made.asOwner, contractId)).find(
    ({ action }) => action === 'contract.approval.decided',
  )
  expect(decided?.user?.id).toBe(made.finance.id)
  expect(decided?.changes).toContainEqual(expect.objectContaining({ label: 'Answered from', to: 'Mail' }))
  expect((await openQuestion(browser, address)).statusCode).toBe(404)
  expect((await sendAnswer(browser, address, { decision: 'Approved' })).statusCode).toBe(404)
})

test('addresses that are wrong, used, replaced, expired or withdrawn, or of people who cannot decide, are the same 404 [C-371]', async () => {
  const browser = await made.visitor()
  const bodies = new Set<string>()
  const opensNothing = async (address: string, question: string) => {
    const answers = [
      await openQuestion(browser, address),
      await openQuestion(browser, address, '/document'),
      await sendAnswer(browser, address, { decision: 'Approved', asked: question }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    for (const each of answers) {
      const { detail, title } = each.json<{ detail: string; title: string }>()
      bodies.add(JSON.stringify({ detail, title }))
    }
  }
  const opened = async (person: TestUser) => {
    const address = await made.addressOf(person)
    const shown = await openQuestion(browser, address)
    expect(shown.statusCode, shown.body).toBe(200)
    return [address, shown.json<Question>().asked] as const
  }
  const { finance, organisationId } = made
  // guessed, of another organisation, malformed
  await opensNothing(`${organisationId}-${'A'.repeat(43)}`, 'x')
  const first = await made.asked([finance])
  const [address, question] = await opened(finance)
  await opensNothing(`${organisationId + 1}-${address.split('-').slice(1).join('-')}`, question)
  await opensNothing('x', question)
  // replaced by a reminder
  expect((await made.asOwner.post(`${first.path}/remind`)).statusCode).toBe(200)
  await made.mailed()
  await opensNothing(address, question)
  const [reminded] = await opened(finance)
  // decided in the app
  expect((await made.asFinance.post(`${first.path}/approve`)).statusCode).toBe(200)
  await opensNothing(reminded, question)
  // withdrawn
  const second = await made.asked([finance])
  const ofSecond = await opened(finance)
  expect((await made.asOwner.post(`${second.path}/withdraw`)).statusCode).toBe(200)
  await opensNothing(...ofSecond)
  // handed to somebody else
  const third = await made.asked([finance])
  const ofThird = await opened(finance)
  const to = { to: { id: made.director.id } }
  const handed = await made.asFinance.post(`${third.path}/delegate`, to)
  expect(handed.statusCode, handed.body).toBe(200)
  await opensNothing(...ofThird)
  // the owner by now
  const fourth = await made.asked([made.director])
  const ofFourth = await opened(made.director)
  const owner = { owner: { id: made.director.id } }
  const given = await made.asOwner.patch(`/v2/contracts/${fourth.contractId}`, owner)
  expect(given.statusCode, given.body).toBe(204)
  await opensNothing(...ofFourth)
  // no member any more
  const member = await made.asked([finance])
  const ofMember = await opened(finance)
  const removed = await made.asOwner.delete(`/v2/contracts/${member.contractId}/members/${finance.id}`)
  expect(removed.statusCode, removed.body).toBe(204)
  await opensNothing(...ofMember)
  // in the bin
  const fifth = await made.asked([finance])
  const ofFifth = await opened(finance)
  expect((await made.asOwner.delete(`/v2/contracts/${fifth.contractId}`)).statusCode).toBe(204)
  await opensNothing(...ofFifth)
  // too late
  const sixth = await made.asked([finance])
  const ofSixth = await opened(finance)
  parts.clock.advance({ days: 15 })
  await opensNothing(...ofSixth)
  // disabled
  const seventh = await made.asked([finance])
  expect((await approvalAt(seventh.asOwner, sixth.path)).state).toBe('Waiting')
  const ofSeventh = await opened(finance)
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', finance.id).execute(),
  )
  await opensNothing(...ofSeventh)
  expect((await approvalAt(seventh.asOwner, seventh.path)).state).toBe('Waiting')
  expect(bodies.size).toBe(1)
  // what is kept is no address
  const kept = await parts.app.db
    .selectFrom('approval_addresses')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .execute()
  expect(JSON.stringify(kept)).not.toContain(ofSeventh[0].split('-').slice(1).join('-'))
})

test('of two answers at once, one is taken [C-370]', async () => {
  const { path } = await made.asked([made.finance])
  const address = await made.addressOf(made.finance)
  const [one, two] = [await made.visitor(), await made.visitor()]
  const { asked: question } = (await openQuestion(one, address)).json<Question>()
  const answers = await Promise.all([
    sendAnswer(one, address, { decision: 'Approved', asked: question }),
    sendAnswer(two, address, { decision: 'Declined', comment: 'No.', asked: question }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
  const { state } = await approvalAt(made.asOwner, path)
  expect(state).toBe(answers[0]?.statusCode === 204 ? 'Approved' : 'Declined')
})

test('an answer is about what the page showed: what has changed since is not decided [C-372]', async () => {
  const { contractId, path } = await made.asked([made.finance, made.director], { inOrder: false })
  const browser = await made.visitor()
  const [ofFinance, ofDirector] = [await made.addressOf(made.finance), await made.addressOf(made.director)]
  const { asked: question } = (await openQuestion(browser, ofFinance)).json<Question>()
  expect((await sendAnswer(browser, ofDirector, { decision: 'Approved' })).statusCode).toBe(204)
  await insertDocument(parts.app, made.owner, contractId)
  const changed = (await openQuestion(browser, ofFinance)).json<Question>()
  expect(changed.changed).toBe('The document')
  expect((await openQuestion(browser, ofFinance, '/document')).statusCode).toBe(409)
  expect((await sendAnswer(browser, ofFinance, { decision: 'Approved' })).statusCode).toBe(409)
  const kept = await made.asOwner.post(`${path}/keep`, { reason: 'Typing error.' })
  expect(kept.statusCode, kept.body).toBe(200)
  // the page was loaded before
  expect((await sendAnswer(browser, ofFinance, { decision: 'Approved', asked: question })).statusCode).toBe(
    409,
  )
  expect((await approvalAt(made.asOwner, path)).state).toBe('Waiting')
  // who is asked to confirm gets a new address, and the used one stays used
  expect((await openQuestion(browser, ofDirector)).statusCode).toBe(404)
  await made.mailed()
  for (const person of [made.finance, made.director]) {
    const sent = await sendAnswer(browser, await made.addressOf(person), { decision: 'Approved' })
    expect(sent.statusCode, sent.body).toBe(204)
  }
  expect((await approvalAt(made.asOwner, path)).state).toBe('Approved')
})

test('a delegate gets an address for whom they decide, until the delegation ends [C-373]', async () => {
  const delegate = { delegate: { id: made.director.id }, firstDay: '2026-03-01', lastDay: '2026-03-30' }
  const today = parts.app.clock.now().toISOString().slice(0, 10)
  const named = await made.asFinance.post('/v2/me/approvalDelegates', {
    ...delegate,
    firstDay: today,
    lastDay: '2026-12-30',
  })
  expect(named.statusCode, named.body).toBe(201)
  const { path } = await made.asked([made.finance])
  const browser = await made.visitor()
  const address = await made.addressOf(made.director)
  const shown = await openQuestion(browser, address)
  expect(shown.json()).toMatchObject({ isForAnother: true, approver: expect.stringContaining('Finn') })
  const { asked: question } = shown.json<Question>()
  const { id } = named.json<{ id: number }>()
  expect((await made.asFinance.delete(`/v2/me/approvalDelegates/${id}`)).statusCode).toBe(204)
  expect((await openQuestion(browser, address)).statusCode).toBe(404)
  expect((await sendAnswer(browser, address, { decision: 'Approved', asked: question })).statusCode).toBe(404)
  // the approver's own is as good as before
  expect(
    (await sendAnswer(browser, await made.addressOf(made.finance), { decision: 'Approved' })).statusCode,
  ).toBe(204)
  expect((await approvalAt(made.asOwner, path)).state).toBe('Approved')
})

test('where the organisation wants it, approvers sign in first; somebody else finds nothing at their address [C-374]', async () => {
  const person = async (firstName: string) =>
    createUser(parts.app, {
      organisationId: made.organisationId,
      role: 'Standard',
      firstName,
      passwordHash: await passwordHash(),
    })
  const [approver, other] = [await person('Ann'), await person('Otto')]
  const { path } = await made.asked([approver])
  const address = await made.addressOf(approver)
  const [stranger, own] = [await made.visitor(), await made.visitor()]
  await stranger.signIn(other.email)
  // forwarded inside the organisation
  const { asked: question } = (await openQuestion(own, address)).json<Question>()
  expect((await openQuestion(stranger, address)).statusCode).toBe(404)
  expect((await sendAnswer(stranger, address, { decision: 'Approved', asked: question })).statusCode).toBe(
    404,
  )
  await made.needSignIn(true)
  expect((await openQuestion(own, address)).statusCode).toBe(401)
  expect((await openQuestion(own, address, '/document')).statusCode).toBe(401)
  expect((await sendAnswer(own, address, { decision: 'Approved', asked: question })).statusCode).toBe(401)
  expect((await openQuestion(stranger, address)).statusCode).toBe(404)
  expect((await openQuestion(own, `${address.slice(0, -1)}_`)).statusCode).toBe(404)
  await own.signIn(approver.email)
  // another site cannot make the browser answer
  const forged = await parts.server.inject({
    method: 'POST',
    url: `/approving/${address}/answer`,
    payload: { decision: 'Approved', asked: question },
    headers: { cookie: [...own.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(forged.statusCode).toBe(403)
  expect((await approvalAt(made.asOwner, path)).state).toBe('Waiting')
  expect((await sendAnswer(own, address, { decision: 'Approved' })).statusCode).toBe(204)
  expect((await approvalAt(made.asOwner, path)).state).toBe('Approved')
})

test('the policy asks for sign-in until an administrator says otherwise, and only they may [C-374]', async () => {
  const another = await approvalWorld(parts)
  expect((await another.asAdministrator.get('/v2/signInPolicy')).json()).toMatchObject({
    approvalsNeedSignIn: true,
  })
  expect((await another.asOwner.patch('/v2/signInPolicy', { approvalsNeedSignIn: false })).statusCode).toBe(
    403,
  )
  expect(
    (await another.asAdministrator.patch('/v2/signInPolicy', { approvalsNeedSignIn: 'no' })).statusCode,
  ).toBe(400)
  expect((await another.asAdministrator.get('/v2/signInPolicy')).json()).toMatchObject({
    approvalsNeedSignIn: true,
  })
})
