// Answering the approval of an invoice at the address in a mail, and attacks on it.
import { expect, test } from 'vitest'
import { openQuestion, type Question, sendAnswer } from '../../../test/fixtures/answers-by-mail.ts'
import { decideOn, peopleOf } from '../../../test/fixtures/invoice-approvals.ts'
import { invoiceDeadlines } from '../../../test/fixtures/invoice-deadlines.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
const { people, as, own, setRules, asked, approvalOf, at, mailed, addressOf, visitor, needSignIn } =
  invoiceDeadlines(parts)

test('the mail about an invoice has an address that shows what is asked and takes one answer [I-252]', async () => {
  const made = people()
  await needSignIn(false)
  await setRules({
    name: 'Finance',
    approvers: peopleOf(made.finance),
    deadline: { workingDays: 3, escalateTo: null },
  })
  const invoice = await asked()
  const payer = await as(made.world.payer.user)
  await mailed()
  const [browser, address] = [await visitor(), await addressOf(made.finance.user)]
  const shown = await openQuestion(browser, address)
  expect(shown.statusCode, shown.body).toBe(200)
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.json()).toMatchObject({
    approver: expect.stringContaining('Fay'),
    isForAnother: false,
    contract: null,
    invoice: { currency: 'GBP', billed: '1010.00', toApprove: '1010.00' },
    steps: ['Finance'],
    due: '2026-03-05',
    comment: 'As agreed.',
    document: null,
  })
  expect((await openQuestion(browser, address, '/document')).statusCode).toBe(404)
  // programs that check mails follow links, and decide nothing
  for (const method of ['GET', 'HEAD'] as const)
    await parts.server.inject({ method, url: `/approving/${address}` })
  expect((await approvalOf(invoice)).approval.state).toBe('Waiting')
  // the review leaves less: the page that was loaded before is about something else
  const { asked: before } = shown.json<Question>()
  const line = { number: 2, decision: 'Rejected', reason: 'Other', note: 'No travel.' }
  const reviewed = await payer.post(`${invoice}/review/lines`, { lines: [line] })
  expect(reviewed.statusCode, reviewed.body).toBeLessThan(300)
  expect((await sendAnswer(browser, address, { decision: 'Approved', asked: before })).statusCode).toBe(409)
  expect((await openQuestion(browser, address)).json()).toMatchObject({ invoice: { toApprove: '1000.00' } })
  expect((await sendAnswer(browser, address, { decision: 'Declined' })).statusCode).toBe(400)
  const answers = await Promise.all([
    sendAnswer(browser, address, { decision: 'Approved', comment: 'Fine.' }),
    sendAnswer(await visitor(), address, { decision: 'Approved', comment: 'Fine.' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
  expect(await approvalOf(invoice)).toMatchObject({
    approval: { state: 'Approved', steps: [{ approvers: [{ decision: 'Approved', comment: 'Fine.' }] }] },
  })
  expect((await payer.get(invoice)).json()).toMatchObject({ status: 'Approved' })
  expect((await openQuestion(browser, address)).statusCode).toBe(404)
  const history = (await payer.get(`/v2/matters/${made.world.matterId}/history`)).json<{
    items: { action: string; changes: { label: string; to: unknown }[] }[]
  }>()
  expect(history.items.find(({ action }) => action === 'invoiceApproval.decided')?.changes).toContainEqual(
    expect.objectContaining({ label: 'Answered from', to: 'Mail' }),
  )
})

test('addresses that are used, replaced, withdrawn or of people who cannot decide are the same 404 [I-253]', async () => {
  const made = people()
  await needSignIn(false)
  await setRules({ name: 'Finance', approvers: peopleOf(made.finance) })
  const [browser, bodies] = [await visitor(), new Set<string>()]
  const opensNothing = async (address: string, question = 'x') => {
    for (const answer of [
      await openQuestion(browser, address),
      await openQuestion(browser, address, '/document'),
      await sendAnswer(browser, address, { decision: 'Approved', asked: question }),
    ]) {
      expect(answer.statusCode).toBe(404)
      const { detail, title } = answer.json<{ detail: string; title: string }>()
      bodies.add(JSON.stringify({ detail, title }))
    }
  }
  const opened = async () => {
    const invoice = await asked()
    await mailed()
    const address = await addressOf(made.finance.user)
    const shown = await openQuestion(browser, address)
    expect(shown.statusCode, shown.body).toBe(200)
    return { invoice, address, question: shown.json<Question>().asked }
  }
  const payer = await as(made.world.payer.user)
  await opensNothing(`${made.world.organisationId}-${'A'.repeat(43)}`)
  const inApp = await opened()
  expect((await decideOn({ caller: await own(made.finance) }, inApp.invoice)).statusCode).toBe(200)
  await opensNothing(inApp.address, inApp.question)
  // asked again: the address was for the request before
  const again = await opened()
  expect((await payer.post(`${again.invoice}/approval/withdraw`)).statusCode).toBe(200)
  await opensNothing(again.address, again.question)
  expect((await payer.post(`${again.invoice}/approval`, {})).statusCode).toBe(200)
  await opensNothing(again.address, again.question)
  const { organisationId, matterId } = made.world
  const member = await opened()
  const removed = await payer.delete(`/v2/matters/${matterId}/members/${made.finance.user.id}`)
  expect(removed.statusCode, removed.body).toBe(204)
  await opensNothing(member.address, member.question)
  const late = await opened()
  parts.clock.advance({ days: 15 })
  await opensNothing(late.address, late.question)
  const disabled = await opened()
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', made.finance.user.id).execute(),
  )
  await opensNothing(disabled.address, disabled.question)
  expect((await approvalOf(disabled.invoice)).approval.state).toBe('Waiting')
  expect(bodies.size).toBe(1)
  // what is kept is no address
  const kept = await parts.app.db
    .selectFrom('invoice_approval_addresses')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .execute()
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toContain(disabled.address.split('-').slice(1).join('-'))
})

test('people sign in first where the organisation wants it; who is asked after the deadline answers for the late step [I-252] [I-253]', async () => {
  const made = people()
  await setRules({
    name: 'Finance',
    approvers: peopleOf(made.finance),
    deadline: { workingDays: 1, escalateTo: { id: made.head.user.id } },
  })
  const invoice = await asked()
  await mailed()
  const [browser, address] = [await visitor(), await addressOf(made.finance.user)]
  expect((await openQuestion(browser, address)).statusCode).toBe(401)
  expect((await sendAnswer(browser, address, { decision: 'Approved', asked: 'x' })).statusCode).toBe(401)
  const stranger = await visitor()
  await stranger.signIn(made.head.user.email)
  expect((await openQuestion(stranger, address)).statusCode).toBe(404)
  await browser.signIn(made.finance.user.email)
  expect((await openQuestion(browser, address)).statusCode).toBe(200)
  await needSignIn(false)
  expect([await at('2026-03-03T09:00:00Z'), await at('2026-03-04T09:00:00Z')]).toEqual([1, 1])
  await mailed()
  const late = await addressOf(made.head.user)
  const asHead = await visitor()
  expect((await openQuestion(asHead, late)).json()).toMatchObject({
    isForAnother: true,
    approver: expect.stringContaining('Fay'),
  })
  expect((await sendAnswer(asHead, late, { decision: 'Declined', comment: 'Too late.' })).statusCode).toBe(
    204,
  )
  expect(await approvalOf(invoice)).toMatchObject({
    approval: {
      state: 'Declined',
      steps: [{ approvers: [{ comment: 'Too late.', decidedBy: { id: made.head.user.id } }] }],
    },
  })
})
