// Questions of the payer, answers of the law firm, decisions that are sent, and appeals.
import { beforeEach, expect, test } from 'vitest'
import {
  type Approving,
  approvalRules,
  createApprovalWorld,
  decideOn,
  peopleOf,
  postedInvoice,
} from '../../../../test/fixtures/invoice-approvals.ts'
import { draftInvoice, type InvoiceWorld, moveInvoiceTo } from '../../../../test/fixtures/invoices.ts'
import { notificationsOf } from '../../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { remindFirms } from '../../exchange/remind-firms.ts'

const parts = useTestApp()
let world: InvoiceWorld
let admin: Approving
let finance: Approving
/** Posted by the firm: two hours at 500, and travel of 10. */
let invoice: string
beforeEach(async () => {
  ;({ world, admin, finance } = await createApprovalWorld(parts))
  invoice = await postedInvoice(parts.app, world, '500')
})

const payer = (path: string, body: object = {}) => world.payer.caller.post(`${invoice}/${path}`, body)
const firm = (path: string, body: object = {}) => world.lawyer.caller.post(`${invoice}/${path}`, body)
/** Tokens do not last for days. */
const signedInAgain = () =>
  Promise.all([callerFor(parts, world.lawyer.user), callerFor(parts, world.payer.user)])
const detail = ({ body }: { body: string }) => (JSON.parse(body) as { detail: string }).detail
const question = { lines: [{ number: 1, question: 'Who was there?' }] }
const answers = { lines: [{ number: 1, answer: 'Ruth Calder.' }] }
const reduce = (number: number, approvedAmount: number) =>
  payer('review/lines', {
    lines: [{ number, decision: 'Reduced', approvedAmount, reason: 'Hours', note: 'Too long' }],
  })
const shown = async ({ caller }: Pick<Approving, 'caller'> = world.payer) =>
  (await caller.get(invoice)).json<{
    status: string
    approvedTotal: number | null
    review: { total: number } | null
    lines: { approvedAmount: number | null; review: { decision: string; note: string | null } | null }[]
  }>()

test('questions are asked once, by line; the invoice waits until the firm has answered all [I-113]', async () => {
  const asked = await payer('exchange/questions', { ...question, due: '2026-03-06' })
  expect([asked.statusCode, asked.json()]).toMatchObject([
    200,
    {
      waitsFor: 'Firm',
      questions: {
        due: '2026-03-06',
        answered: null,
        lines: [{ number: 1, question: 'Who was there?', answer: null }],
      },
      can: { ask: false, sendDecisions: false },
    },
  ])
  expect((await shown()).status).toBe('InReview')
  for (const [path, body] of [
    ['approve', {}],
    ['decline', { reason: 'No' }],
    ['exchange/decisions', {}],
  ] as const) {
    const refused = await payer(path, body)
    expect([refused.statusCode, detail(refused)]).toEqual([409, expect.stringContaining('until 2026-03-06')])
  }
  const again = await payer('exchange/questions', question)
  expect([again.statusCode, detail(again)]).toEqual([409, expect.stringContaining('one round')])
  expect((await payer('exchange/answers', answers)).statusCode).toBe(403)
  const left = await firm('exchange/answers', { lines: [{ number: 2, answer: 'A train.' }] })
  expect([left.statusCode, Object.keys(left.json<{ errors: object }>().errors)]).toEqual([
    400,
    ['lines[0].number'],
  ])
  expect((await firm('exchange/answers', answers)).json()).toMatchObject({
    waitsFor: null,
    questions: { lines: [{ answer: 'Ruth Calder.' }] },
    can: { answer: false },
  })
  expect((await firm('exchange/answers', answers)).statusCode).toBe(409)
  expect((await payer('approve')).statusCode).toBe(200)
})

test('what is asked and answered is checked, and named where it is wrong [I-113]', async () => {
  const wrong: readonly (readonly [object, string])[] = [
    [{}, 'lines'],
    [{ lines: [] }, 'lines'],
    [{ lines: [{ number: 9, question: 'A' }] }, 'lines[0].number'],
    [{ lines: [{ number: 1, question: ' ' }] }, 'lines[0].question'],
    [{ lines: [{ number: 1, question: 'a'.repeat(2_001) }] }, 'lines[0].question'],
    [{ lines: [question.lines[0], question.lines[0]] }, 'lines[1].number'],
    [{ ...question, due: '2026-03-01' }, 'due'],
    [{ ...question, due: '2027-03-01' }, 'due'],
    [{ ...question, due: 'soon' }, 'due'],
  ]
  for (const [body, name] of wrong) {
    const answer = await payer('exchange/questions', body)
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
  expect((await firm('exchange/questions', question)).statusCode).toBe(403)
  expect((await firm('exchange/answers', answers)).statusCode).toBe(409)
  const vendor = await draftInvoice(parts.app, world.payer.actor, world.matterId)
  await moveInvoiceTo(parts.app, world.payer.actor, vendor, 'Posted')
  const nobody = await world.payer.caller.post(`/v2/invoices/${vendor}/exchange/questions`, question)
  expect([nobody.statusCode, detail(nobody)]).toEqual([409, expect.stringContaining('by name only')])
})

test('after the last day the review goes on; the firm is reminded on it [I-114]', async () => {
  await payer('exchange/questions', question)
  expect((await world.payer.caller.get(`${invoice}/exchange`)).json()).toMatchObject({
    questions: { due: '2026-03-09' },
  })
  expect(await remindFirms(parts.app)).toBe(0)
  parts.clock.set(new Date('2026-03-09T12:00:00Z'))
  const done = await Promise.all([remindFirms(parts.app), remindFirms(parts.app)])
  expect(done.toSorted()).toEqual([0, 1])
  const [lawyer, reviewer] = await signedInAgain()
  const texts = (await notificationsOf(parts.app, lawyer)).map(({ text }) => text)
  expect(texts[0]).toMatch(/^Reminder: .* 9 March 2026/)
  expect((await reviewer.post(`${invoice}/approve`, {})).statusCode).toBe(409)
  parts.clock.set(new Date('2026-03-10T12:00:00Z'))
  const [late, next] = await signedInAgain()
  expect((await late.post(`${invoice}/exchange/answers`, answers)).statusCode).toBe(409)
  expect((await next.post(`${invoice}/approve`, {})).statusCode).toBe(200)
})

test('decisions are sent once; the firm sees and accepts them, and they do not change any more [I-115]', async () => {
  const nothing = await payer('exchange/decisions')
  expect([nothing.statusCode, detail(nothing)]).toEqual([409, expect.stringContaining('Nothing is reduced')])
  await reduce(1, 700)
  expect((await shown(world.lawyer)).review).toBeNull()
  expect((await payer('exchange/decisions', { note: 'As in the guidelines.' })).json()).toMatchObject({
    waitsFor: 'Firm',
    decisions: { note: 'As in the guidelines.', outcome: null },
  })
  expect(await shown(world.lawyer)).toMatchObject({
    status: 'InReview',
    review: { total: 710 },
    lines: [{ approvedAmount: 700, review: { decision: 'Reduced', note: 'Too long' } }, {}],
  })
  for (const change of [await reduce(1, 600), await payer('exchange/decisions'), await payer('approve')]) {
    expect(change.statusCode).toBe(409)
  }
  expect((await firm('exchange/accept')).json()).toMatchObject({
    waitsFor: null,
    decisions: { outcome: 'Accepted' },
  })
  expect((await firm('exchange/accept')).statusCode).toBe(409)
  expect((await firm('exchange/appeals', { lines: [{ number: 1, reason: 'A' }] })).statusCode).toBe(409)
  expect((await reduce(1, 600)).statusCode).toBe(409)
  await payer('approve')
  expect(await shown(world.lawyer)).toMatchObject({ status: 'Approved', approvedTotal: 710 })
})

test('the firm appeals once, by line; each appeal is decided with its reason [I-116]', async () => {
  await reduce(1, 700)
  await payer('review/lines', { lines: [{ number: 2, decision: 'Rejected', reason: 'Travel' }] })
  await payer('exchange/decisions')
  const wrong = await firm('exchange/appeals', { lines: [{ number: 3, reason: 'A' }] })
  expect(wrong.statusCode).toBe(400)
  const appeals = [
    { number: 1, reason: 'Two hearings.' },
    { number: 2, reason: 'The train.' },
  ]
  expect((await firm('exchange/appeals', { lines: appeals })).json()).toMatchObject({
    waitsFor: 'Payer',
    decisions: { outcome: 'Appealed', appeals: [{ number: 1, reason: 'Two hearings.', outcome: null }, {}] },
  })
  const open = await payer('approve')
  expect([open.statusCode, detail(open)]).toEqual([409, expect.stringContaining('appeals first')])
  const decide = (...lines: readonly object[]) => payer('exchange/appeals/decisions', { lines })
  const part = { number: 1, outcome: 'PartlyRestored', approvedAmount: 850, note: 'One hearing.' }
  const refused: readonly (readonly [readonly object[], string])[] = [
    [[part], 'lines'],
    [
      [
        { ...part, approvedAmount: 700 },
        { number: 2, outcome: 'Restored' },
      ],
      'lines[0].approvedAmount',
    ],
    [
      [
        { ...part, approvedAmount: 1000 },
        { number: 2, outcome: 'Restored' },
      ],
      'lines[0].approvedAmount',
    ],
    [
      [
        { ...part, note: null },
        { number: 2, outcome: 'Restored' },
      ],
      'lines[0].note',
    ],
    [[part, { number: 2, outcome: 'Stays' }], 'lines[1].note'],
  ]
  for (const [lines, name] of refused) {
    const answer = await decide(...lines)
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
  expect((await firm('exchange/appeals/decisions', { lines: [part] })).statusCode).toBe(403)
  expect((await decide(part, { number: 2, outcome: 'Restored' })).json()).toMatchObject({
    waitsFor: null,
    decisions: {
      appeals: [
        { number: 1, outcome: 'PartlyRestored', note: 'One hearing.' },
        { number: 2, outcome: 'Restored' },
      ],
    },
  })
  expect((await decide(part)).statusCode).toBe(409)
  await payer('approve')
  expect(await shown(world.lawyer)).toMatchObject({
    approvedTotal: 860,
    lines: [
      { approvedAmount: 850, review: { decision: 'Reduced', note: 'One hearing.' } },
      { approvedAmount: 10 },
    ],
  })
})

test('an approval that waits does not approve meanwhile, and is asked again after an appeal [I-117]', async () => {
  await admin.caller.put(approvalRules, { rules: [{ name: 'Finance', approvers: peopleOf(finance) }] })
  await reduce(1, 700)
  await payer('approval')
  await payer('exchange/decisions')
  expect((await decideOn(finance, invoice)).statusCode).toBe(409)
  await firm('exchange/appeals', { lines: [{ number: 1, reason: 'Two hearings.' }] })
  expect((await decideOn(finance, invoice)).statusCode).toBe(409)
  await payer('exchange/appeals/decisions', { lines: [{ number: 1, outcome: 'Restored' }] })
  expect((await world.payer.caller.get(`${invoice}/approval`)).json()).toMatchObject({
    approval: { state: 'Waiting', total: 1010 },
  })
  expect((await decideOn(finance, invoice)).statusCode).toBe(200)
  expect(await shown()).toMatchObject({ status: 'Approved', approvedTotal: 1010 })
})

test('of answers, appeals and approvals at once one comes first, and nothing is lost [I-117]', async () => {
  await reduce(1, 700)
  await payer('exchange/decisions')
  const codes = (
    await Promise.all([
      firm('exchange/accept'),
      firm('exchange/appeals', { lines: [{ number: 1, reason: 'Two hearings.' }] }),
      payer('approve'),
    ])
  ).map(({ statusCode }) => statusCode)
  expect(codes.slice(0, 2).toSorted()).toEqual([200, 409])
  const { status } = await shown()
  const { decisions } = (await world.payer.caller.get(`${invoice}/exchange`)).json<{
    decisions: { outcome: string }
  }>()
  expect(status === 'Approved').toBe(codes[2] === 200)
  if (decisions.outcome === 'Appealed') expect(status).toBe('InReview')
})

test('an invoice that is declined and posted again begins without questions and decisions [I-117]', async () => {
  await payer('exchange/questions', question)
  await firm('exchange/answers', answers)
  await reduce(1, 700)
  await payer('exchange/decisions')
  await firm('exchange/accept')
  await payer('decline', { reason: 'Wrong matter' })
  await firm('post')
  expect((await firm('exchange/answers', answers)).statusCode).toBe(409)
  expect((await world.payer.caller.get(`${invoice}/exchange`)).json()).toMatchObject({
    questions: null,
    decisions: null,
    can: { ask: true },
  })
  expect((await reduce(1, 600)).statusCode).toBe(200)
})

test('both sides are notified of what waits for them; the history tells it, without notes [I-118]', async () => {
  await world.payer.caller.patch(invoice, { internalNotes: 'Secret' })
  await payer('exchange/questions', question)
  expect((await notificationsOf(parts.app, world.lawyer.caller))[0]?.text).toMatch(
    /has questions about .* until \d+ \w+ \d{4}\.$/,
  )
  await firm('exchange/answers', answers)
  expect((await notificationsOf(parts.app, world.payer.caller))[0]?.text).toMatch(/answered your questions/)
  await reduce(1, 700)
  await payer('exchange/decisions')
  expect((await notificationsOf(parts.app, world.lawyer.caller))[0]?.text).toMatch(/sent the decisions/)
  await firm('exchange/appeals', { lines: [{ number: 1, reason: 'Two hearings.' }] })
  expect((await notificationsOf(parts.app, world.payer.caller))[0]?.text).toMatch(/appealed/)
  const stays = { number: 1, outcome: 'Stays', note: 'One is enough.' }
  await payer('exchange/appeals/decisions', { lines: [stays] })
  expect((await notificationsOf(parts.app, world.lawyer.caller))[0]?.text).toMatch(/decided on your appeal/)
  const history = (await world.lawyer.caller.get(`/v2/matters/${world.matterId}/history`)).body
  const acts = ['asked', 'answered', 'decided', 'appealed', 'appealsDecided']
  expect(acts.filter((act) => !history.includes(`invoiceExchange.${act}`))).toEqual([])
  expect(history).not.toContain('Secret')
})
