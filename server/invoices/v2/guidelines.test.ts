// Billing guidelines: their versions, what they do when invoices are posted, and what firms may know of it.
import { beforeEach, expect, test } from 'vitest'
import { ledes1998B, rows1998B } from '../../../test/documents/ledes.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const guidelines = '/v2/invoices/guidelines'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

type Body = Record<string, unknown>
const hours = (severity: string, most = 10): Body => ({
  rule: 'hoursPerDay',
  severity,
  settings: { hours: most },
  firmText: 'Too many hours.',
})

const set = async (rules: readonly Body[], query = '') => {
  const answer = await world.payer.caller.put(`${guidelines}${query}`, { rules, note: 'For 2026' })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
}

/** A line of somebody on a day of March, in which the matter was opened. */
const work = (
  quantity: string,
  workDate = '2026-03-02',
  description = 'Draft reply to Northgate on waiver',
) => ({
  kind: 'Fee' as const,
  description,
  quantity,
  unitPrice: '100',
  timekeeper: 'H. Ashfield',
  workDate,
})

const draft = (lines: readonly ReturnType<typeof work>[], matterId = world.matterId) =>
  draftInvoice(parts.app, world.lawyer.actor, matterId, { invoiceDate: '2026-03-02', lines })

const post = async (lines: readonly ReturnType<typeof work>[], matterId = world.matterId) =>
  moveInvoiceTo(parts.app, world.lawyer.actor, await draft(lines, matterId), 'Posted')

interface Flag {
  readonly id: number
  readonly line: number | null
  readonly rule: string
  readonly excess: number | null
}
const flagsOf = async (id: number) =>
  (await world.payer.caller.get(`/v2/invoices/${id}/flags`)).json<{ items: Flag[] }>().items
const decide = (id: number, body: Body) => world.payer.caller.post(`/v2/invoices/${id}/flags/decisions`, body)

test('a guideline is set in versions, which stay as they were [I-101]', async () => {
  const { caller } = world.payer
  expect((await caller.get(guidelines)).json()).toEqual({ version: 0, rules: [], versions: [] })
  await set([hours('Flag')])
  await set([hours('Flag', 8)])
  const stale = await caller.put(guidelines, { rules: [], note: 'Off' }, { headers: { 'if-match': '"1"' } })
  expect(stale.statusCode).toBe(412)
  const shown = await caller.get(guidelines)
  expect(shown.headers['etag']).toMatch(/^"2-/)
  expect(shown.json()).toMatchObject({
    version: 2,
    rules: [{ rule: 'hoursPerDay', on: true, settings: { hours: 8 } }],
    versions: [{ version: 2 }, { version: 1, rules: [{ settings: { hours: 10 } }], note: 'For 2026' }],
  })
})

test.each([
  [{ rules: [{ rule: 'luck' }] }, 'rules[0].rule'],
  [{ rules: [hours('Flag', 25)] }, 'rules[0].settings.hours'],
  [{ rules: [{ rule: 'hoursPerDay', settings: { days: 1 } }] }, 'rules[0].settings.days'],
  [{ rules: [hours('Flag'), hours('Flag')] }, 'rules[1].rule'],
  [{ rules: [{ rule: 'overBudget', severity: 'Reject' }] }, 'rules[0].severity'],
  [{ rules: [{ rule: 'expenseCap', settings: { limits: [null] } }] }, 'rules[0].settings.limits'],
  [
    { rules: [{ rule: 'expenseCap', settings: { limits: [{ code: 'X', most: 1 }] } }] },
    'rules[0].settings.limits',
  ],
  [{ rules: [{ rule: 'scope', settings: { tasks: [7] } }] }, 'rules[0].settings.tasks'],
  [{ rules: 'all' }, 'rules'],
  [{ rules: [], note: '' }, 'note'],
])('%j is refused by name [I-101]', async (body, name) => {
  const answer = await world.payer.caller.put(guidelines, { note: 'For 2026', ...body })
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
})

test('of each rule the guideline of the matter counts, then that of the firm, then the organisation’s [I-102]', async () => {
  const { firmId, matterId } = world
  await set([hours('Flag', 4), { rule: 'oldWork', settings: { days: 0 } }])
  await set([hours('Flag', 8)], `?firmId=${firmId}`)
  expect(await flagsOf(await post([work('6', '2026-03-01')]))).toMatchObject([{ rule: 'oldWork' }])
  await set([{ ...hours('Flag'), on: false }, { rule: 'workOutsideMatter' }], `?matterId=${matterId}`)
  const flags = await flagsOf(await post([work('23', '2026-03-01', 'Revise pleading on limitation')]))
  expect(flags.map(({ rule }) => rule)).toEqual(['workOutsideMatter', 'oldWork'])
  const unknown = await world.payer.caller.get(`${guidelines}?firmId=${world.organisationId}`)
  expect(unknown.statusCode).toBe(400)
})

test('the hours of a day count across invoices and matters, and reduce the lines that exceed them [I-103]', async () => {
  await set([hours('Reduce')])
  const { lawyer, payer } = world
  const other = await insertMatter(parts.app, { owner: payer.user, members: [lawyer.user] })
  await post([work('6')], other)
  const id = await post([work('3', '2026-03-02', 'Call Dr Hale'), work('2')])
  expect(await flagsOf(id)).toMatchObject([
    {
      line: 2,
      excess: 100,
      why: 'H. Ashfield has 11 hours on 2026-03-02, 6 of them on other invoices; 10 are allowed.',
      settings: { hours: 10 },
      guideline: { version: 1, firmId: null, matterId: null },
    },
  ])
  const reviewed = (await payer.caller.get(`/v2/invoices/${id}`)).json()
  expect(reviewed).toMatchObject({
    status: 'Posted',
    lines: [
      { review: null },
      {
        approvedAmount: 100,
        review: {
          decision: 'Reduced',
          reason: 'Hours',
          note: 'Too many hours.',
          rule: 'hoursPerDay',
          reviewed: { user: null },
        },
      },
    ],
    review: { fees: 400 },
  })
  await payer.caller.post(`/v2/invoices/${id}/approve`)
  expect((await lawyer.caller.get(`/v2/invoices/${id}`)).json()).toMatchObject({
    approvedFees: 400,
    lines: [{}, { review: { note: 'Too many hours.' } }],
  })
})

test('a rule that rejects refuses the posting with its text and the line, and nothing is posted [I-104]', async () => {
  await set([hours('Reject')])
  const id = await draft([work('3', '2026-03-01'), work('11')])
  const answer = await world.lawyer.caller.post(`/v2/invoices/${id}/post`)
  expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
    400,
    { 'lines[1]': ['Too many hours.'] },
  ])
  expect((await world.lawyer.caller.get(`/v2/invoices/${id}`)).json()).toMatchObject({ status: 'Draft' })
  const check = await world.lawyer.caller.post(`/v2/invoices/${id}/check`)
  expect(check.json().items).toEqual([{ line: 2, text: 'Too many hours.', refused: true }])
})

const file = async (values: Record<string, string>) => {
  const { payer, lawyer } = world
  await insertMatter(parts.app, { owner: payer.user, members: [lawyer.user], values: { reference: 'REF-1' } })
  const rows = rows1998B({
    CLIENT_MATTER_ID: 'REF-1',
    LAW_FIRM_MATTER_ID: '',
    LINE_ITEM_DATE: '20260302',
    ...values,
  })
  return (query: string) =>
    lawyer.caller.post(`/v2/invoices/imports${query}`, ledes1998B(rows), {
      headers: { 'content-type': 'text/plain' },
    })
}

test('a file is checked with what the firm may know, and refused by row [I-104]', async () => {
  await set([{ rule: 'vagueText', severity: 'Reject', settings: { specific: 10 } }, { rule: 'overBudget' }])
  const send = await file({ INVOICE_NUMBER: 'F-1' })
  const checked = await send('?checkOnly=true')
  const report = checked.json<{
    valid: boolean
    invoices: { flags: { row: number; refused: boolean }[] }[]
  }>()
  expect(report.valid).toBe(false)
  const [flag] = report.invoices[0]?.flags ?? []
  expect(flag).toMatchObject({ row: 3, line: 1, refused: true })
  const refused = await send('')
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json<{ errors: object }>().errors)[0]).toContain('row 3')
  expect((await send('?checkOnly=true&post=false')).json()).toMatchObject({
    valid: true,
    invoices: [{ flags: [] }],
  })
})

test('invoices of one file count together when it is checked [I-103]', async () => {
  await set([hours('Flag', 24), { rule: 'duplicates', settings: { similarity: 100 } }])
  const { lawyer, payer } = world
  await insertMatter(parts.app, { owner: payer.user, members: [lawyer.user], values: { reference: 'REF-1' } })
  const same = { CLIENT_MATTER_ID: 'REF-1', LAW_FIRM_MATTER_ID: '', LINE_ITEM_DATE: '20260302' }
  const rows = [
    ...rows1998B({ ...same, INVOICE_NUMBER: 'F-1' }),
    ...rows1998B({ ...same, INVOICE_NUMBER: 'F-2' }),
  ]
  const answer = await lawyer.caller.post('/v2/invoices/imports?checkOnly=true', ledes1998B(rows), {
    headers: { 'content-type': 'text/plain' },
  })
  const { invoices } = answer.json<{ invoices: { flags: object[] }[] }>()
  expect(invoices.map(({ flags }) => flags.length > 0)).toEqual([false, true])
})

test('the firm sees no settings, flags, budgets or counts [I-105]', async () => {
  await set([hours('Flag', 7.25), { rule: 'overBudget' }])
  const { lawyer, payer, matterId } = world
  await payer.caller.put(`/v2/matters/${matterId}/budget`, { amount: 313 })
  const id = await draft([work('9')])
  const check = await lawyer.caller.post(`/v2/invoices/${id}/check`)
  expect(check.json().items).toEqual([{ line: 1, text: 'Too many hours.', refused: false }])
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  expect((await flagsOf(id)).map(({ rule }) => rule)).toEqual(['overBudget', 'hoursPerDay'])
  const { caller } = lawyer
  expect((await caller.get(`/v2/invoices/${id}/flags`)).statusCode).toBe(403)
  expect((await caller.get(`${guidelines}?matterId=${matterId}`)).statusCode).toBe(403)
  expect((await caller.get(guidelines)).json()).toEqual({ version: 0, rules: [], versions: [] })
  expect((await caller.post(`${guidelines}/trials`, { invoice: { id } })).statusCode).toBe(403)
  expect((await caller.get(`${guidelines}/rules`)).body).not.toContain('7.25')
  const body = { flags: [1], action: 'Restore' }
  expect((await caller.post(`/v2/invoices/${id}/flags/decisions`, body)).statusCode).toBe(403)
  const history = await caller.get(`/v2/matters/${matterId}/history`)
  for (const text of [(await caller.get(`/v2/invoices/${id}`)).body, history.body]) {
    expect(text).not.toMatch(/7\.25|313|hoursPerDay/)
  }
  expect((await world.member.caller.get(guidelines)).statusCode).toBe(403)
})

test('flags are dismissed with a reason, which takes back what was proposed, and are counted by rule [I-106]', async () => {
  await set([hours('Reduce', 1)])
  const id = await post([work('2'), work('3', '2026-03-01')])
  const [first, second] = await flagsOf(id)
  const without = await decide(id, { flags: [first?.id], action: 'Dismiss' })
  expect([without.statusCode, without.json<{ errors: object }>().errors]).toMatchObject([
    400,
    { because: {} },
  ])
  const dismissed = await decide(id, { flags: [first?.id], action: 'Dismiss', because: 'A hearing' })
  expect(dismissed.json()).toMatchObject({
    status: 'InReview',
    lines: [{ review: null }, { review: { rule: 'hoursPerDay' } }],
  })
  expect(await flagsOf(id)).toMatchObject([
    { dismissed: { because: 'A hearing', user: { id: world.payer.user.id } } },
    { dismissed: null },
  ])
  const counts = (await world.payer.caller.get(`${guidelines}/rules`)).json<{ items: Body[] }>().items
  const ofHours = counts.find(({ rule }) => rule === 'hoursPerDay')
  expect(ofHours).toMatchObject({ found: 2, dismissed: 1, actedOn: 1 })
  expect((await decide(id, { flags: [second?.id], action: 'Accept' })).json()).toMatchObject({
    lines: [{}, { approvedAmount: 300, review: { decision: 'Accepted', rule: null } }],
  })
  expect((await decide(id, { flags: [second?.id], action: 'Reduce' })).json()).toMatchObject({
    lines: [{}, { approvedAmount: 100, review: { decision: 'Reduced', rule: null } }],
  })
  expect((await decide(id, { flags: [first?.id], action: 'Restore' })).statusCode).toBe(200)
  expect((await decide(id, { flags: [987_654], action: 'Restore' })).statusCode).toBe(400)
})

test('an invoice that was declined is checked again when it is posted again; dismissals stay [I-106]', async () => {
  await set([hours('Reduce', 1)])
  const { payer, lawyer } = world
  const id = await post([work('2'), work('3', '2026-03-01')])
  const [first] = await flagsOf(id)
  await decide(id, { flags: [first?.id], action: 'Dismiss', because: 'A hearing' })
  await payer.caller.post(`/v2/invoices/${id}/decline`, { reason: 'No' })
  await set([hours('Flag', 1)])
  expect((await lawyer.caller.post(`/v2/invoices/${id}/post`)).statusCode).toBe(200)
  expect(await flagsOf(id)).toMatchObject([
    { guideline: { version: 2 }, dismissed: { because: 'A hearing' } },
    { guideline: { version: 2 }, dismissed: null },
  ])
  expect((await payer.caller.get(`/v2/invoices/${id}`)).json()).toMatchObject({
    lines: [{ review: null }, { review: null }],
  })
})

test('rules are tried on an invoice, and nothing is kept [I-107]', async () => {
  const id = await post([work('12')])
  const tried = await world.payer.caller.post(`${guidelines}/trials`, {
    invoice: { id },
    rules: [hours('Reject', 9)],
  })
  expect(tried.json()).toMatchObject({ items: [{ line: 1, rule: 'hoursPerDay', excess: 300 }] })
  expect(await flagsOf(id)).toEqual([])
  expect((await world.payer.caller.post(`${guidelines}/trials`, { invoice: { id } })).json()).toEqual({
    items: [],
  })
})
