// Files that a law firm sends with its answers and its appeal.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { actorFor } from '../../../../test/fixtures/actors.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { createApprovalWorld, postedInvoice } from '../../../../test/fixtures/invoice-approvals.ts'
import { draftInvoice, type InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { purgedMatters } from '../../../matters/purge-matter.ts'
import { purgeRecords } from '../../../records/commands/purge-record.ts'
import { sweepStorage, verifyStorage } from '../../../files/contents/sweep.ts'
import { largestAnswerFile, mostAnswerFiles } from '../../exchange/answer-files.ts'

const parts = useTestApp()
let world: InvoiceWorld
/** Posted by the firm: two hours at 500, and travel of 10. */
let invoice: string
beforeEach(async () => {
  ;({ world } = await createApprovalWorld(parts))
  invoice = await postedInvoice(parts.app, world, '500')
})

interface Shown {
  readonly files: readonly { readonly id: number; readonly name: string; readonly line: number | null }[]
}

const payer = (path: string, body: object = {}) => world.payer.caller.post(`${invoice}/${path}`, body)
const firm = (path: string, body: object = {}) => world.lawyer.caller.post(`${invoice}/${path}`, body)
const headers = { 'content-type': 'application/octet-stream' }
const receipt = '%PDF-1.7 a receipt'
const add = (query: string, bytes: string | Buffer = receipt, { caller } = world.lawyer) =>
  caller.post(`${invoice}/exchange/files?${query}`, bytes, { headers })
const added = async (query: string) => (await add(query)).json<{ id: number }>().id
const filesOf = async ({ caller } = world.payer) =>
  (await caller.get(`${invoice}/exchange`)).json<Shown>().files
const open = (id: number, { caller } = world.payer) => caller.get(`${invoice}/exchange/files/${id}`)
const remove = (id: number, { caller } = world.lawyer) => caller.delete(`${invoice}/exchange/files/${id}`)
const detail = ({ body }: { body: string }) => (JSON.parse(body) as { detail: string }).detail
const namesOf = ({ body }: { body: string }) => Object.keys((JSON.parse(body) as { errors: object }).errors)

const ask = () => payer('exchange/questions', { lines: [{ number: 1, question: 'Who was there?' }] })
const answer = () => firm('exchange/answers', { lines: [{ number: 1, answer: 'Ruth Calder.' }] })
const sendCuts = async () => {
  const cut = { decision: 'Reduced', reason: 'Hours', note: 'Too long' }
  await payer('review/lines', {
    lines: [
      { number: 1, approvedAmount: 700, ...cut },
      { number: 2, approvedAmount: 5, ...cut },
    ],
  })
  expect((await payer('exchange/decisions')).statusCode).toBe(200)
}
const appeal = () => firm('exchange/appeals', { lines: [{ number: 1, reason: 'Two hearings.' }] })

test('a firm adds files to its answer, by line or of the whole; the payer sees them once they are sent [I-257]', async () => {
  await ask()
  const made = await add('line=1&fileName=Receipt.pdf')
  expect([made.statusCode, made.json()]).toEqual([201, { id: expect.any(Number) }])
  const { id } = made.json<{ id: number }>()
  const whole = await added('fileName=Hours.xlsx')
  const gone = await added('fileName=Wrong.pdf')
  expect((await remove(gone)).statusCode).toBe(204)
  expect(await filesOf()).toEqual([])
  expect((await open(id)).statusCode).toBe(404)
  expect((await open(id, world.lawyer)).body).toBe(receipt)
  expect(await filesOf(world.lawyer)).toMatchObject([
    { id, of: 'Answers', line: 1, name: 'Receipt.pdf', contentType: 'application/pdf', isSent: false },
    { id: whole, line: null, name: 'Hours.xlsx', isSent: false },
  ])
  await answer()
  expect(await filesOf()).toMatchObject([
    {
      id,
      line: 1,
      size: receipt.length,
      isSent: true,
      isEarlier: false,
      added: { userName: expect.any(String) },
    },
    { id: whole, line: null, isSent: true },
  ])
  const download = await open(id)
  expect([download.statusCode, download.body]).toEqual([200, receipt])
  expect(download.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Receipt.pdf"',
    'x-content-type-options': 'nosniff',
  })
  expect((await open(id, world.member)).statusCode).toBe(200)
  const kept = await remove(id)
  expect([kept.statusCode, detail(kept)]).toEqual([409, expect.stringContaining('stays with the invoice')])
  const history = (await world.payer.caller.get(`/v2/matters/${world.matterId}/history`)).json<{
    items: { action: string; changes: { label: string; to: unknown }[] }[]
  }>()
  expect(history.items.find(({ action }) => action === 'invoiceExchange.answered')?.changes).toContainEqual(
    expect.objectContaining({ label: 'Files', to: 2 }),
  )
})

test('a file goes with an appeal; of a line that is not appealed it is of the whole; accepting drops it [I-257]', async () => {
  await sendCuts()
  const [one, two] = [await added('line=1&fileName=A.pdf'), await added('line=2&fileName=B.pdf')]
  expect((await appeal()).statusCode).toBe(200)
  expect(await filesOf()).toMatchObject([
    { id: one, of: 'Appeal', line: 1, isSent: true },
    { id: two, of: 'Appeal', line: null, isSent: true },
  ])
  invoice = await postedInvoice(parts.app, world, '500')
  await sendCuts()
  const dropped = await added('fileName=C.pdf')
  expect((await firm('exchange/accept')).statusCode).toBe(200)
  expect(await filesOf(world.lawyer)).toEqual([])
  expect((await open(dropped, world.lawyer)).statusCode).toBe(404)
  expect(await sweepStorage(parts.app, { graceMinutes: -1 })).toEqual({ removed: 1 })
  expect((await verifyStorage(parts.app)).findings).toEqual([])
})

test('what is added is checked, and named where it is wrong [I-258]', async () => {
  const none = await add('fileName=A.pdf')
  expect([none.statusCode, detail(none)]).toEqual([409, 'No questions about this invoice were sent to you.'])
  await ask()
  for (const [query, name] of [
    ['line=2&fileName=A.pdf', 'line'],
    ['line=0&fileName=A.pdf', 'line'],
    ['line=first&fileName=A.pdf', 'line'],
    ['', 'fileName'],
    ['fileName=..', 'fileName'],
    ['fileName=folder%2F', 'fileName'],
    [`fileName=${'a'.repeat(256)}`, 'fileName'],
  ] as const) {
    const refused = await add(query)
    expect([refused.statusCode, namesOf(refused)], query).toEqual([400, [name]])
  }
  expect((await add('fileName=A.pdf&lines=1')).statusCode).toBe(400)
  expect((await add('fileName=A.pdf', '')).statusCode).toBe(400)
  expect((await add('fileName=A.pdf', Buffer.alloc(largestAnswerFile + 1))).statusCode).toBe(413)
  const hostile = '..%2F..%5Cetc%2Fpass%0D%0Awd%E2%80%AEfdp.html'
  const id = await added(`fileName=${hostile}`)
  expect(await filesOf(world.lawyer)).toMatchObject([{ id, name: 'pass wd fdp.html' }])
  const page = await open(id, world.lawyer)
  expect(page.headers).toMatchObject({
    'content-disposition': 'attachment; filename="pass wd fdp.html"',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(await sweepStorage(parts.app, { graceMinutes: -1 })).toEqual({ removed: 0 })
})

test('an answer has twenty files at most, also at the same time; an appeal has its own [I-258]', async () => {
  await ask()
  for (let n = 0; n < mostAnswerFiles - 2; n++) await added(`fileName=${n}.pdf`)
  const last = await Promise.all([1, 2, 3, 4].map((n) => add(`fileName=last-${n}.pdf`)))
  expect(last.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409])
  await answer()
  await sendCuts()
  expect((await add('fileName=A.pdf')).statusCode).toBe(201)
})

test('nobody adds, removes or reads for another firm, by a guessed id, or after the last day [I-258]', async () => {
  const { id: otherId } = await createOrganisation(parts.app, { type: 'ServiceProvider' })
  const user = await createUser(parts.app, {
    organisationId: otherId,
    role: 'MatterManager',
    permissions: ['ManageInvoices'],
  })
  const matterId = await insertMatter(parts.app, {
    owner: world.payer.user,
    members: [world.lawyer.user, user],
  })
  const other = { user, actor: await actorFor(parts.app, user), caller: await callerFor(parts, user) }
  const mine = await draftInvoice(parts.app, other.actor, matterId)
  invoice = await postedInvoice(parts.app, { ...world, matterId }, '500')
  await ask()
  const id = await added('line=1&fileName=Receipt.pdf')
  for (const sent of [false, true]) {
    if (sent) await answer()
    expect((await open(id, other)).statusCode).toBe(404)
    expect((await remove(id, other)).statusCode).toBe(404)
    expect((await add('fileName=A.pdf', receipt, other)).statusCode).toBe(404)
    for (const guessed of [id, id + 1, 2_147_483_647])
      expect((await other.caller.get(`/v2/invoices/${mine}/exchange/files/${guessed}`)).statusCode).toBe(404)
    expect((await remove(id, world.payer)).statusCode).toBe(403)
    expect((await add('fileName=A.pdf', receipt, world.payer)).statusCode).toBe(403)
  }
  const answered = await add('fileName=A.pdf')
  expect([answered.statusCode, detail(answered)]).toEqual([409, 'The questions were answered already.'])
  expect((await remove(id + 1)).statusCode).toBe(404)

  invoice = await postedInvoice(parts.app, world, '500')
  await payer('exchange/questions', {
    lines: [{ number: 1, question: 'Who was there?' }],
    due: '2026-03-03',
  })
  const unsent = await added('fileName=Late.pdf')
  parts.clock.set(new Date('2026-03-04T09:00:00Z'))
  const lawyer = { ...world.lawyer, caller: await callerFor(parts, world.lawyer.user) }
  const late = await add('fileName=A.pdf', receipt, lawyer)
  expect([late.statusCode, detail(late)]).toEqual([409, expect.stringContaining('until 2026-03-03')])
  expect(await filesOf({ ...world.payer, caller: await callerFor(parts, world.payer.user) })).toEqual([])
  expect((await remove(unsent, lawyer)).statusCode).toBe(204)
})

test('sent files stay with the invoice, also when it is posted again, and go with it [I-259]', async () => {
  await ask()
  const id = await added('line=1&fileName=Receipt.pdf')
  await answer()
  await sendCuts()
  const unsent = await added('fileName=Never sent.pdf')
  await firm('exchange/accept')
  await payer('decline', { reason: 'Wrong matter' })
  expect((await firm('post')).statusCode).toBe(200)
  expect(await filesOf(world.lawyer)).toMatchObject([{ id, line: 1, isSent: true, isEarlier: true }])
  expect((await open(unsent, world.lawyer)).statusCode).toBe(404)
  await ask()
  const again = await added('line=1&fileName=Receipt.pdf')
  await answer()
  expect(await filesOf()).toMatchObject([
    { id, isEarlier: true },
    { id: again, isEarlier: false },
  ])
  expect((await open(id)).body).toBe(receipt)
  await sweepStorage(parts.app, { graceMinutes: -1 })
  expect((await verifyStorage(parts.app)).findings).toEqual([])
  expect((await open(id)).body).toBe(receipt)
})

test('a legal hold keeps them with the matter; a purge takes them [I-259]', async () => {
  await ask()
  const id = await added('fileName=Receipt.pdf')
  await answer()
  const admin = await createUser(parts.app, {
    organisationId: world.organisationId,
    role: 'Administrator',
    permissions: ['DeleteAll'],
    groups: ['MatterAdministrators'],
  })
  const caller = await callerFor(parts, admin)
  const matter = `/v2/matters/${world.matterId}`
  await caller.put(`${matter}/hold`, { reason: 'Case 7' })
  expect((await caller.delete(matter)).statusCode).toBe(409)
  expect((await open(id)).body).toBe(receipt)
  await caller.delete(`${matter}/hold`)
  expect((await caller.delete(matter)).statusCode).toBe(204)
  parts.clock.advance({ days: 40 })
  expect(await purgeRecords(parts.app, [purgedMatters])).toBe(1)
  const left = await parts.app.db
    .selectFrom('invoice_answer_files')
    .where('organisation_id', '=', world.organisationId)
    .select('id')
    .execute()
  expect(left).toEqual([])
  await sweepStorage(parts.app, { graceMinutes: -1 })
  expect((await verifyStorage(parts.app)).findings).toEqual([])
})
